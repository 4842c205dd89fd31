/** Why the wallet's set-up stopped: a message for the log, a hint for a person. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly hint: string;

  constructor(message: string, hint: string = message) {
    super(message);
    this.hint = hint;
  }
}
