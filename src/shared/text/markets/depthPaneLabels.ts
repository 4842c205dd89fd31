/** Labels of the depth pane: headings, buttons, hints and names for screen readers. */
export const DEPTH_PANE_LABELS = {
  depthAppearsWithFirstOrder: 'Depth appears with the first order.',
  depthOf: (market: string) => `Depth of ${market}`,
  noMarketIsChosen: 'No market is chosen.',
  pickOneInMarkets: 'Pick one in Markets to see its depth.',
  plotInstructions: (market: string, side: string) =>
    `Depth of ${market}, outcome ${side}. Left and right arrow keys read the sums at a price, Escape ends it`,
  pointAtPriceContractsDollars: 'Point at a price: contracts, dollars and average to there',
  rangeAroundMiddle: 'Range around the middle',
  theBook: 'the book',
  thisBookIsEmpty: 'This book is empty.',
};
