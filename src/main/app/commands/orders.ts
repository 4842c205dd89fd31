/**
 * Commands of orders: place, cancel, match a lost one.
 *
 * Invariants  Only ids that main has from the exchange are used: an invented order or market is refused before any request.
 *             Cancel-all of a market runs while the orders are not read yet, because it sends no market.
 * Source      docs/security-coverage.md#r41
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Confirmations } from '../confirmations.ts';
import type { Trader } from '../trader.ts';

export interface OrderCommandOptions {
  readonly trader: Pick<Trader, 'trading' | 'interest' | 'orderTimes' | 'market'>;
  readonly confirmations: Confirmations;
}

export function buildOrderCommands({
  trader,
  confirmations,
}: OrderCommandOptions): Omit<CommandsOf<'order'>, 'order.export'> {
  const { trading, orderTimes } = trader;

  function isKnown(market: MarketId): boolean {
    return trader.interest.hasListed(market) || trading.hasOrderIn(market) || trading.view().reconciledAtMs === null;
  }

  return {
    // An unlisted market is denied by the pre-trade check, before the wallet record is read.
    'order.place': async (intent) => {
      if (!trading.needsConfirmation(intent))
        return succeed(await orderTimes.fromClick(intent.intentId, () => trading.place(intent)));
      const { market, side, direction, price, shares } = intent;
      const title = trader.market.market(market)?.title ?? market;
      const orders = [{ title, side, direction, price, shares }];
      const isConfirmed = await confirmations.ask('exitOnOldBook', { orders, cancelsOrders: false });
      return succeed(await orderTimes.fromClick(intent.intentId, () => trading.place(intent, { isConfirmed })));
    },
    'order.cancel': async ({ orderId }) => {
      if (!trading.hasOrder(orderId)) return fail('NOT_FOUND', { what: 'order' });
      return succeed(await trading.cancel(orderId));
    },
    'order.cancelAll': async (selection) => {
      const { market } = selection;
      if (market !== null && !isKnown(market)) return fail('NOT_FOUND', { what: 'market' });
      return succeed(await trading.cancelAll(selection));
    },
    'order.resolveUnknown': async ({ intentId, orderId }) => succeed(trading.matchLost(intentId, orderId)),
  };
}
