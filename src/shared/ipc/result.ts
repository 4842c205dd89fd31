/** What crosses the bridge as an answer: never an exception, always one of two shapes and two voices. */

export type ErrorCode =
  | 'BAD_INPUT'
  | 'FORBIDDEN_SENDER'
  | 'NOT_FOUND'
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
  | 'DENIED'
  | 'REJECTED'
  | 'UNREACHABLE'
  | 'RATE_LIMITED'
  | 'BAD_ANSWER'
  | 'SETUP_REFUSED'
  | 'WALLET_CHANGED'
  | 'NOT_IN_THIS_NETWORK'
  | 'SAVE_FAILED'
  | 'KEYCHAIN_FAILED'
  | 'CANCELLED'
  | 'BUG';

export interface BridgeError {
  readonly code: ErrorCode;
  /** For the log: what was expected and what was found. */
  readonly message: string;
  /** For a person: what to do next. */
  readonly hint?: string;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: BridgeError };

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(
  code: ErrorCode,
  message: string,
  hint?: string,
): { readonly ok: false; readonly error: BridgeError } {
  return { ok: false, error: hint === undefined ? { code, message } : { code, message, hint } };
}
