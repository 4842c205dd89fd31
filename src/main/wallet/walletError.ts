/**
 * Stopped wallet set-up: a message for the log, a hint for the user.
 *
 * `changed` means that a pinned value of the configuration changed, and that the user may accept the change.
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
