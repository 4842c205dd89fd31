/** Labels of the book pane: headings, buttons, hints and names for screen readers. */
export const BOOK_PANE_LABELS = {
  costOfOneContract: 'Cost of one contract of each outcome, before fees; together they pay 1',
  costOfOneContractOfEachOutcome: 'Cost of one contract of each outcome at the best asks; together they pay 1',
  cumulativeDepthAroundMidpoint: 'Cumulative depth around the midpoint',
  midpointOfBestBid: 'Midpoint of the best bid and ask of yes',
  noBid: 'No bid',
  noMarketIsChosen: 'No market is chosen.',
  orderBook: 'Order book',
  pickOneInMarkets: 'Pick one in Markets to see its book.',
  pricesInOneRow: 'Prices in one row',
  theBook: 'the book',
  yesBid: 'Yes bid',
};
