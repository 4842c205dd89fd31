/** Vault error: a code for programs, a message for the log, a hint for a person; never a secret. */

export type VaultErrorCode =
  | 'LOCKED'
  | 'VAULT_ABSENT'
  | 'VAULT_EXISTS'
  | 'WRONG_PASSWORD'
  | 'BACK_OFF'
  | 'WEAK_PASSWORD'
  | 'BAD_KEY'
  | 'VAULT_TAMPERED'
  | 'VAULT_CORRUPT'
  | 'VAULT_TOO_NEW'
  | 'KDF_PARAMS'
  | 'NOT_IN_THIS_NETWORK'
  | 'SAVE_FAILED'
  | 'KEYCHAIN_FAILED'
  | 'CANCELLED'
  | 'DENIED'
  | 'BUG';

export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly code: VaultErrorCode;
  readonly hint: string | null;
  /** Time of the next allowed attempt, for BACK_OFF. */
  readonly retryAtMs: number | null;

  constructor(code: VaultErrorCode, message: string, hint: string | null = null, retryAtMs: number | null = null) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.retryAtMs = retryAtMs;
  }
}

export function lockedError(): VaultError {
  return new VaultError('LOCKED', 'Expected an unlocked vault, found it locked', 'Unlock the vault first');
}
