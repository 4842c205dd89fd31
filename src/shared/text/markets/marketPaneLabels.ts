/** Labels of the market pane: headings, buttons, hints and names for screen readers. */
export const MARKET_PANE_LABELS = {
  exchangeDoesNotList: (id: string) => `The exchange does not list “${id}”.`,
  idsOfThisMarketChanged: 'The ids of this market changed.',
  itMayHaveLeftList: 'It may have left the list after its result.',
  loadingMarket: 'Loading the market',
  noMarketIsChosen: 'No market is chosen.',
  noOrderOfItIsSigned:
    'No order of it is signed until you accept them in Wallet. If legs are exchanged, an order would buy the outcome that it bets against.',
  pickOneInMarkets: 'Pick one in Markets to read its rules.',
};
