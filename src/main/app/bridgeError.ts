/**
 * Turns what a room threw into the two voices of the bridge; the one place that knows every room's errors.
 *
 * Invariants  Repeats no input: messages come from our own classes, anything else is a BUG without its text.
 */
import type { BridgeError } from '#shared/ipc/result.ts';
import { findExchangeError } from '#shared/text/exchangeErrors.ts';
import { UnitError } from '#shared/units/errors.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { VaultError } from '../vault/vaultError.ts';
import { ExchangeError, LockedError, NetworkError, RateLimitError, TransportError } from '../venue/errors.ts';
import { WalletError } from '../wallet/walletError.ts';

const error = (code: BridgeError['code'], message: string, hint: string | null): BridgeError =>
  hint === null ? { code, message } : { code, message, hint };

export function toBridgeError(thrown: unknown, now: () => number): BridgeError {
  if (thrown instanceof VaultError) {
    const waitMs = thrown.retryAtMs === null ? 0 : thrown.retryAtMs - now();
    const hint = waitMs > 0 ? `Too many wrong passwords: wait ${Math.ceil(waitMs / 1000)} s` : thrown.hint;
    return error(thrown.code, thrown.message, hint);
  }
  if (thrown instanceof WalletError) {
    return error(thrown.kind === 'changed' ? 'WALLET_CHANGED' : 'SETUP_REFUSED', thrown.message, thrown.hint);
  }
  if (thrown instanceof LockedError) return error('LOCKED', thrown.message, 'Unlock the vault first');
  if (thrown instanceof RateLimitError) {
    const seconds = Math.max(1, Math.ceil((thrown.untilMs - now()) / 1000));
    return error('RATE_LIMITED', thrown.message, `The exchange allows no more of these for ${seconds} s`);
  }
  if (thrown instanceof ExchangeError) {
    const [code] = thrown.codes;
    const hint =
      code === undefined
        ? 'The exchange refused without saying why'
        : (findExchangeError(code) ?? `The exchange refused: ${code}`);
    return error('REJECTED', thrown.message, hint);
  }
  if (thrown instanceof WireError) {
    return error('BAD_ANSWER', thrown.message, 'The exchange’s answer could not be read; nothing was assumed from it');
  }
  if (thrown instanceof TransportError) {
    return error('UNREACHABLE', thrown.message, 'The exchange did not answer; try again when the connection is back');
  }
  if (thrown instanceof NetworkError) return error('NOT_IN_THIS_NETWORK', thrown.message, null);
  if (thrown instanceof UnitError) return error('BAD_INPUT', thrown.message, thrown.message);
  return error(
    'BUG',
    'Expected a handler to answer, found an exception of another kind',
    'Something in Adyton went wrong; the log has it. Nothing was repeated',
  );
}
