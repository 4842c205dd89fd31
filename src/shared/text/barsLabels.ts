/** Labels of the bars of the window: headings, buttons, hints and names for screen readers. */
export const BARS_LABELS = {
  clockDifference: (roundTripMs: number | null) =>
    `The exchange’s clock less this machine’s, measured over ${roundTripMs} ms of round trip`,
  clockDiffers: 'Clock differs',
  confirmAccount: 'Confirm the account',
  disarmsStopsWhatPlacesOrders: 'Disarms, stops what places orders, and cancels every order',
  dismiss: (count: number) => `Dismiss ${count}`,
  dismissesThisAndMore: (waiting: number) => `Dismisses this and ${waiting} more`,
  exchangeTimeUTCByExchanges: 'Exchange time: UTC by the exchange’s clock',
  freeLastKnown: 'Free, last known',
  localTime: 'Local time',
  lockVault: 'Lock the vault',
  lockedLastKnown: 'Locked, last known',
  newestFirst: 'Newest first',
  orderPlacementsLeftIn: 'Order placements left in this minute',
  setUpWallet: 'Set up wallet',
  upgradeProgress: 'Progress of the upgrade',
  upgradingJournal: (percent: number) => `Upgrading the order journal of an earlier version: ${percent} %`,
  whileYouWereAway: 'While you were away',
  withoutPositionsThatHave: 'Without positions that have no mark or no known cost',
  wonAndVoidedMarketsRedeem: 'Won and voided markets: redeem them in the wallet',
};
