/** Labels of the palette: headings, buttons, hints and names for screen readers. */
export const PALETTE_LABELS = {
  averagePaid: 'Average paid',
  feeAtMost: 'Fee, at most',
  gainAfterFees: 'Gain after fees',
  ifNo: 'If no',
  ifNoAgainstKeeping: 'If no, against keeping',
  ifYes: 'If yes',
  ifYesAgainstKeeping: 'If yes, against keeping',
  searchOrTypeOrder: 'Search, or type an order',
  searchOrTypeOrderBuy: 'Search, or type an order: buy yes 500 @ 0.42 post',
  tabCompletesEnterShiftEnter: 'Tab completes · Enter · Shift Enter to the ticket · Esc',
  tradesAtOnce: 'Trades at once',
  whyItCantBeSent: "Why it can't be sent",
};
