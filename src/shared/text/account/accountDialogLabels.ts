/** Labels of the account dialogs: headings, buttons, hints and names for screen readers. */
export const ACCOUNT_DIALOG_LABELS = {
  account: (label: string) => `Account: ${label}`,
  accountsOfThisVault: 'Accounts of this vault',
  addAccount: 'Add an account',
  addAnAccount: 'Add an account…',
  anotherWalletWithItsOwn:
    'Another wallet with its own key and API key, in the same vault. It has its own limits, journal and alerts.',
  itsKeysAreRemoved: 'Its keys are removed from this vault. Only a copy of the vault can restore them.',
  keyOf: (label: string) => `own key of ${label}`,
  labelAndColour: 'Label and colour',
  labelAndColourAction: 'Label and colour…',
  ownKey: 'Own key',
  passwordOfVault: 'Password of the vault',
  removeAccount: (label: string) => `Remove ${label}?`,
  switchTo: (label: string) => `Switch to ${label}?`,
  tradingIsDisarmedAndMovesAnd: 'Trading is disarmed, and moves and flattens that run are stopped.',
  whatStays: 'What stays:',
};
