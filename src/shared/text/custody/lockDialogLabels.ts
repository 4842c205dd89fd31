/** Labels of the lock dialogs: headings, buttons, hints and names for screen readers. */
export const LOCK_DIALOG_LABELS = {
  lockTheVault: 'Lock the vault',
  lockVault: 'Lock the vault?',
  noPositionIsOpen: 'No position is open and no conditional order is watched any more.',
  openOrdersStayAtTheExchange: 'Open orders stay at the exchange.',
  unlockVault: 'Unlock the vault',
};
