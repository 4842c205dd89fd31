/**
 * Commands of session keys: prepare, authorise, confirm the handler.
 *
 * Invariants  Each needs the password and is confirmed outside the page. A new handler disarms trading.
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { formatIsoTime } from '#shared/units/time.ts';
import type { Confirmations } from '../confirmations.ts';
import type { Trader } from '../trader.ts';
import { declined } from './declined.ts';

export interface SessionKeyCommandOptions {
  readonly trader: Pick<Trader, 'vault' | 'venue' | 'wallet' | 'sessionKeys'> & {
    readonly trading: Pick<Trader['trading'], 'setArmed'>;
  };
  readonly confirmations: Pick<Confirmations, 'askWithPassword'>;
}

export function buildSessionKeyCommands(options: SessionKeyCommandOptions): CommandsOf<'sessions'> {
  const { trader, confirmations } = options;
  const { vault, venue, wallet, sessionKeys, trading } = trader;
  return {
    'sessions.prepare': async ({ password, keyId, hours }) => {
      const known = keyId === null ? null : vault.keys().find(({ id }) => id === keyId);
      if (known === undefined) return fail('NOT_FOUND', { what: 'key' });
      const question = { hours, key: known?.public ?? null };
      if (!(await confirmations.askWithPassword(password, 'prepareSessionKey', question))) return declined();
      // The expiry is counted from the exchange's time.
      if (venue.health().clock === null) await venue.measureClock();
      const id = keyId ?? (await vault.createSessionKey(password)).id;
      return succeed(await sessionKeys.prepare(id, hours));
    },
    'sessions.authorise': async ({ password, hashes }) => {
      // The question and the signatures are made from this plan alone.
      const plan = sessionKeys.plan(hashes);
      const { requestedUntilMs, grantedUntilMs, changesHandler } = plan.view;
      const question = {
        wallet: plan.record.proxyAddress,
        chainId: plan.record.chainId,
        key: plan.key.x,
        requestedUntil: grantedUntilMs < requestedUntilMs ? formatIsoTime(requestedUntilMs) : null,
        grantedUntil: formatIsoTime(grantedUntilMs),
        changesHandler,
        calls: plan.view.calls.map(({ nonce, effects }) => ({ nonce, effects })),
      };
      if (!(await confirmations.askWithPassword(password, 'authoriseSessionKey', question))) return declined();
      if (changesHandler) trading.setArmed(false);
      return succeed(await sessionKeys.authorise(password, plan));
    },
    'sessions.confirmHandler': async ({ password, handler, verifier }) => {
      const safe = wallet.record()?.proxyAddress;
      if (safe === undefined) return fail('SETUP_REFUSED', { code: 'notRead', parameters: {} });
      const question = { wallet: safe, handler, verifier };
      if (!(await confirmations.askWithPassword(password, 'confirmSessionHandler', question))) return declined();
      if (wallet.record()?.proxyAddress !== safe) {
        return fail('SETUP_REFUSED', { code: 'accountChanged', parameters: {} });
      }
      sessionKeys.confirmHandler({ handler, verifier });
      return succeed(null);
    },
  };
}
