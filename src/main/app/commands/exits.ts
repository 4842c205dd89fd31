/**
 * Commands that change or close what is open: move, flatten, panic.
 *
 * Invariants  Orders, markets and shares come from main's own records: a request names only what main knows. An exit on a
 *             book that is not live is confirmed outside the page, all of one request in one question. A flatten exits at most
 *             what was held when it was requested.
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { otherSide } from '#shared/market/outcome.ts';
import type { Position } from '#shared/order/account/account.ts';
import { findExcess, PANIC_DISTANCE } from '#shared/order/exits/flattenPlan.ts';
import type { LegRequest } from '#shared/order/exits/progress.ts';
import type { OldBookOrder } from '#shared/text/orders/orderQuestions.ts';
import { type Shares, toShares, ZERO_SHARES } from '#shared/units/shares.ts';
import type { MarketData } from '../../market/marketData.ts';
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
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
    readonly market: Pick<MarketData, 'market'>;
    readonly vault: Pick<Vault, 'prepared'>;
    readonly protectedSettings: Pick<ProtectedSettingsStore, 'save'>;
  };
  readonly confirmations: Confirmations;
}

export function buildExitCommands({ trader, confirmations }: ExitCommandOptions): CommandsOf<'exit'> {
  const { trading, vault, protectedSettings } = trader;

  function describeOrder({ market, side, route, worst, shares }: LegRequest): OldBookOrder {
    const title = trader.market.market(market)?.title ?? market;
    const order =
      route === 'sell'
        ? ({ side, direction: 'sell' } as const)
        : ({ side: otherSide(side), direction: 'buy' } as const);
    return { title, ...order, price: worst, shares };
  }

  return {
    'exit.move': async (request) => succeed(await trading.move(request)),
    'exit.previewFlatten': async ({ scope, cancelsOrders }) =>
      succeed(await trading.previewFlatten(scope, cancelsOrders)),
    'exit.flatten': async (request) => {
      // What is held now bounds it: what the page buys while the question is open is not exited.
      const { positions } = trading.view();
      const isHeld = request.legs.every(({ market }) => positions.some((one) => one.market === market));
      if (!isHeld) return fail('NOT_FOUND', { what: 'market' });
      const legs = request.legs.map((leg) => ({ ...leg, shares: boundShares(leg, positions) }));
      const orders = legs.filter(({ isBookConfirmed, shares }) => isBookConfirmed && shares > 0).map(describeOrder);
      const { cancelsOrders } = request;
      if (orders.length > 0 && !(await confirmations.ask('exitOnOldBook', { orders, cancelsOrders })))
        return declined();
      return succeed(trading.flatten({ ...request, legs }));
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
      const question = { distance: PANIC_DISTANCE };
      if (!(await confirmations.askWithPassword(password, 'enablePanicFlatten', question))) return declined();
      protectedSettings.save({ panicFlattens: true });
      return succeed(null);
    },
    'exit.disablePanicFlatten': async () => {
      protectedSettings.save({ panicFlattens: false });
      return succeed(null);
    },
  };
}

/** What is asked for, and not more than is held of that outcome without its pair. */
function boundShares({ market, side, shares }: LegRequest, positions: readonly Position[]): Shares {
  const excess = findExcess(positions, market);
  return excess?.side === side ? toShares(Math.min(shares, excess.shares)) : ZERO_SHARES;
}
