/** Labels of the drills pane: headings, buttons, hints and names for screen readers. */
export const DRILLS_PANE_LABELS = {
  drillsNeedEmbeddedExchange: 'Drills need the embedded exchange',
  faultSimulator: 'Fault simulator',
  start: (title: string) => `Start: ${title}`,
  stop: (title: string) => `Stop: ${title}`,
  theyInjectFaultsWhich: 'They inject faults, which no other exchange allows.',
};
