/** Labels of the pnl pane: headings, buttons, hints and names for screen readers. */
export const PNL_PANE_LABELS = {
  exportsResultsOfPeriod: 'Exports the results of a period',
  inPart: ' in part',
  noResultsYet: 'No results yet',
  profitAndLoss: 'Profit and loss',
  realisedAndAtMiddle: 'Realised and at the middle, of all markets',
  resultsBy: 'Results by',
  theyBeginWithYourFirst: 'They begin with your first fill.',
  withoutPositionsThatHave: 'Without positions that have no mark or no known cost',
};
