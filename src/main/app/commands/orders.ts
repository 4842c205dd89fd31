/**
 * Commands of orders: place, cancel, match a lost one, read pages of old ones and of fills.
 *
 * Invariants  Only ids that main has from the exchange are used: an invented order or market is refused before any request.
 *             Cancel-all of a market runs while the orders are not read yet, because it sends no market.
 * Source      docs/security-coverage.md#r41
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { mayHaveWords } from '#shared/order/account/history.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Confirmations } from '../confirmations.ts';
import type { Trader } from '../trader.ts';

/** Rows of a page: reading the lines of as many orders takes main some ten milliseconds. */
const PAGE = 100;

export interface OrderCommandOptions {
  readonly trader: Pick<Trader, 'trading' | 'interest' | 'orderTimes' | 'market' | 'journal'>;
  readonly confirmations: Confirmations;
}

export function buildOrderCommands({
  trader,
  confirmations,
}: OrderCommandOptions): Omit<CommandsOf<'order'>, 'order.export' | 'order.exportProgress' | 'order.cancelExport'> {
  const { trading, orderTimes, journal } = trader;

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
    'order.page': async ({ market, side, state, words, after }) => {
      const page = journal.readPage({
        fromMs: null,
        toMs: null,
        market,
        first: 'newest',
        after,
        limit: PAGE,
        isWanted: (order) =>
          (side === 'all' || order.side === side || order.direction === side) &&
          (state === 'all' || (state === 'filled' ? order.filled > 0 : order.isEnded && order.filled === 0)) &&
          mayHaveWords({ ...order, ids: [order.orderId] }, words),
      });
      const orders = page.orders.flatMap((entries) => {
        const [signed] = entries;
        const order =
          signed?.kind === 'signed' && trading.isOwnWallet(signed.maker) ? trading.readHistory(entries) : null;
        return order === null ? [] : [order];
      });
      return succeed({ orders, next: page.next });
    },
    'order.fillPage': async ({ market, words, after }) =>
      succeed(
        trading.fillPage({
          market,
          fromMs: null,
          after,
          limit: PAGE,
          isWanted:
            words.length === 0
              ? null
              : (fill) => mayHaveWords({ ...fill, ids: [fill.id, fill.orderId, fill.state] }, words),
        }),
      ),
    'order.resolveUnknown': async ({ intentId, orderId }) => succeed(trading.matchLost(intentId, orderId)),
  };
}
