/**
 * Maps what a module threw to a code of the bridge; the one file that knows every module's errors.
 *
 * Invariants  No text of an exception crosses the bridge; an unknown exception is a BUG.
 */
import type { BridgeError } from '#shared/ipc/errors.ts';
import { fail } from '#shared/ipc/result.ts';
import { UnitError } from '#shared/units/errors.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { ProtectedSaveError } from '../storage/settings/protectedFile.ts';
import { VaultError } from '../vault/vaultError.ts';
import { ExchangeError, LockedError, NetworkError, RateLimitError, TransportError } from '../venue/errors.ts';
import { WalletError } from '../wallet/walletError.ts';
import { QuestionError } from './confirmations.ts';

export function toBridgeError(thrown: unknown, now: () => number): BridgeError {
  if (thrown instanceof VaultError || thrown instanceof WalletError || thrown instanceof QuestionError) {
    return thrown.coded;
  }
  if (thrown instanceof ProtectedSaveError) return fail('SAVE_FAILED', { reason: 'settings' }).error;
  if (thrown instanceof LockedError) return fail('LOCKED', {}).error;
  if (thrown instanceof RateLimitError) {
    const seconds = Math.max(1, Math.ceil((thrown.untilMs - now()) / 1000));
    return fail('RATE_LIMITED', { seconds }).error;
  }
  if (thrown instanceof ExchangeError) return fail('REJECTED', { codes: thrown.codes }).error;
  if (thrown instanceof WireError) return fail('BAD_ANSWER', {}).error;
  if (thrown instanceof TransportError) return fail('UNREACHABLE', { what: 'exchange' }).error;
  if (thrown instanceof NetworkError) return fail('NOT_IN_THIS_NETWORK', { reason: 'address' }).error;
  if (thrown instanceof UnitError) {
    return fail('BAD_INPUT', { reason: 'unit', expected: thrown.expected, found: thrown.found }).error;
  }
  return fail('BUG', {}).error;
}
