/** Labels of the risk pane: headings, buttons, hints and names for screen readers. */
export const RISK_PANE_LABELS = {
  addUp: 'Add up',
  addedUp: 'added up',
  change: (label: string) => `Change: ${label}`,
  eventsAppearHereWhileSomething: 'Events appear here while something is open in them.',
  exclusiveEvents: 'Exclusive events',
  exclusiveEventsAtMost: 'Exclusive events: at most one market resolves to yes',
  limitUse: (label: string, use: string | null, value: string) => `${label}: ${use} of ${value}`,
  limitsApplyFromFirstOrder: 'The limits apply from the first order on.',
  markAsExclusive: (event: string) => `Mark as exclusive: ${event}`,
  markAsExclusiveButton: 'Mark as exclusive',
  noWalletYet: 'No wallet yet',
  riskLimits: 'Risk limits',
  startLossOfDayAgain: 'Start the loss of the day again…',
  startTheLossOfTheDayAgain: 'Start the loss of the day again',
  unlockToSeeAndChange: 'Unlock to see and change the limits.',
  waitingForAccount: 'Waiting for the account',
};
