/** Labels of the event pane: headings, buttons, hints and names for screen readers. */
export const EVENT_PANE_LABELS = {
  atMostOneMarket: (name: string) =>
    `At most one market of “${name}” resolves to yes. The worst case of the event and ways through other outcomes rely on that; the exchange does not state it.`,
  bookOfIsNotLive: (marketName: string) => `The book of ${marketName} is not live`,
  bookOffersNothing: 'The book offers nothing.',
  cheapestWays: 'Cheapest ways',
  columnsAndWays: 'Columns and ways',
  doesNotTrade: (marketName: string) => `${marketName} does not trade`,
  exchangeDoesNotList: (id: string) => `The exchange does not list “${id}”.`,
  fillsTicketWithThisOrder: 'Fills the ticket with this order',
  itMayHaveLeftList: 'It may have left the list after its result.',
  laddersOfOutcomes: 'Ladders of the outcomes',
  loadingEvent: 'Loading the event',
  markAsExclusive: 'Mark as exclusive…',
  noMarketIsChosen: 'No market is chosen.',
  notExclusive: 'Not exclusive…',
  outcomeCount: (count: number) => `${count} outcomes`,
  outcomesAs: 'Outcomes as',
  pickOneInMarkets: 'Pick one in Markets to see its event.',
  severalMayWin: (name: string) =>
    `Several markets of “${name}” may then resolve to yes: their worst cases are added up, and no way goes through another outcome.`,
  sumOfYes: 'Sum of yes',
  takeAway: 'Take away',
  takeMarkAway: 'Take the mark away',
  ticketHasNoSizeType: 'The ticket has no size: type one to see what holding costs.',
  worstCaseOfEvent: 'Worst case of the event: not known without an account',
  worstCaseWithOrders: (worst: string) => `Worst case of the event, open orders included: ${worst}`,
};
