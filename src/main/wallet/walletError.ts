/**
 * Why the wallet's set-up stopped: a message for the log, a hint for a person.
 * `changed`: pinned facts of the wallet are others than they were, and a person may accept them.
 */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly hint: string;
  readonly kind: 'refused' | 'changed';

  constructor(message: string, hint: string = message, kind: 'refused' | 'changed' = 'refused') {
    super(message);
    this.hint = hint;
    this.kind = kind;
  }
}
