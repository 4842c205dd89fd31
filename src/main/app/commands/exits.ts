/**
 * Commands that change or close what is open: move, flatten, panic.
 *
 * Invariants  Orders, markets and shares come from main's own records: a request names only what main knows. An exit on a
 *             book that is not live is confirmed outside the page.
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { otherSide } from '#shared/market/outcome.ts';
import { findExcess } from '#shared/order/exits/flattenPlan.ts';
import { ZERO_SHARES } from '#shared/units/shares.ts';
import type { ProtectedSettingsStore } from '../../storage/protectedSettings.ts';
import type { Trading } from '../../trading/trading.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Confirmations } from '../confirmations.ts';
import { declined } from './declined.ts';

export interface ExitCommandOptions {
  readonly trader: {
    readonly trading: Pick<
      Trading,
      'move' | 'previewFlatten' | 'flatten' | 'stopFlatten' | 'dismissExit' | 'panic' | 'view'
    >;
    readonly vault: Pick<Vault, 'prepared'>;
    readonly protectedSettings: Pick<ProtectedSettingsStore, 'save'>;
  };
  readonly confirmations: Confirmations;
}

export function buildExitCommands({ trader, confirmations }: ExitCommandOptions): CommandsOf<'exit'> {
  const { trading, vault, protectedSettings } = trader;
  return {
    'exit.move': async (request) => succeed(await trading.move(request)),
    'exit.previewFlatten': async ({ scope, cancelsOrders }) =>
      succeed(await trading.previewFlatten(scope, cancelsOrders)),
    'exit.flatten': async (request) => {
      const { positions } = trading.view();
      const isHeld = request.legs.every(({ market }) => positions.some((one) => one.market === market));
      if (!isHeld) return fail('NOT_FOUND', { what: 'market' });
      for (const { market, side, route, worst, isBookConfirmed } of request.legs) {
        if (!isBookConfirmed) continue;
        const shares = findExcess(positions, market)?.shares ?? ZERO_SHARES;
        const order =
          route === 'sell'
            ? ({ side, direction: 'sell' } as const)
            : ({ side: otherSide(side), direction: 'buy' } as const);
        if (!(await confirmations.ask('exitOnOldBook', { market, ...order, price: worst, shares }))) return declined();
      }
      return succeed(trading.flatten(request));
    },
    'exit.stopFlatten': async ({ flattenId }) => {
      trading.stopFlatten(flattenId);
      return succeed(null);
    },
    'exit.dismiss': async ({ exitId }) => {
      trading.dismissExit(exitId);
      return succeed(null);
    },
    'exit.panic': async () => {
      vault.prepared.discard('revoked');
      return succeed(await trading.panic());
    },
    'exit.enablePanicFlatten': async ({ password }) => {
      if (!(await confirmations.askWithPassword(password, 'enablePanicFlatten', {}))) return declined();
      protectedSettings.save({ panicFlattens: true });
      return succeed(null);
    },
    'exit.disablePanicFlatten': async () => {
      protectedSettings.save({ panicFlattens: false });
      return succeed(null);
    },
  };
}
