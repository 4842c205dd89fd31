/** Labels of the equity pane: headings, buttons, hints and names for screen readers. */
export const EQUITY_PANE_LABELS = {
  accountIsNotReadYet: 'The account is not read yet',
  changeOfPL: 'Change of the P&L in the period',
  equityAs: 'Equity as',
  equityCouldNotBeRead: 'Equity could not be read',
  inPeriod: 'In the period',
  largestDrawdown: 'Largest drawdown',
  loadingPlot: 'Loading the plot…',
  noDayInThisPeriod: 'No day in this period',
  noEquityStoredIn: 'No equity stored in this period',
  oneRowIsStoredMinute: 'One row is stored a minute while your account is live.',
  readingStoredEquity: 'Reading the stored equity…',
  resultOfEachDay: 'Result of each day',
  sinceFirstFillRealised: 'Since the first fill: realised, and at the middle what is held',
};
