/** Labels of the balances pane: headings, buttons, hints and names for screen readers. */
export const BALANCES_PANE_LABELS = {
  backUp: 'Back up…',
  exchangeListsNoBalance: 'The exchange lists no balance',
  itShowsOnceCollateralArrives: 'It shows once collateral arrives in the wallet.',
  keyNotBackedUp: 'Key not backed up',
  noneYourRestingOrdersEarn: 'None. Your resting orders earn maker rebates when they trade.',
  pendingRewards: 'Pending rewards',
};
