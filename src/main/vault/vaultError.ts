/**
 * Vault error: a code with its parameters, and a message for the log.
 *
 * Invariants  Neither message nor parameters contain a secret or any input.
 */
import type { Coded } from '#shared/base/coded.ts';
import type { VaultErrorCodes } from '#shared/ipc/errors.ts';

export type VaultErrorCode = keyof VaultErrorCodes;

export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly coded: Coded<VaultErrorCodes>;

  constructor(coded: Coded<VaultErrorCodes>, message: string) {
    super(message);
    this.coded = coded;
  }

  get code(): VaultErrorCode {
    return this.coded.code;
  }
}

export function denied(reason: VaultErrorCodes['DENIED']['reason'], message: string): VaultError {
  return new VaultError({ code: 'DENIED', parameters: { reason } }, message);
}

export function lockedError(): VaultError {
  return new VaultError({ code: 'LOCKED', parameters: {} }, 'Expected an unlocked vault, found it locked');
}
