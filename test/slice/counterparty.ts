/** Trades with resting orders of the member on the embedded exchange, in place of its other traders. */
import { TICKS } from '#paper/engine/fees.ts';
import type { Order } from '#paper/engine/state.ts';
import type { PaperExchange } from '#paper/server/exchange.ts';
import { otherSide } from '#shared/market/outcome.ts';
import type { OrderId } from '#shared/units/ids.ts';

function orderOf({ world }: PaperExchange, id: OrderId): Order {
  const order = world.engine.orders.get(Number.parseInt(id, 10));
  if (!order) throw new Error(`Expected order ${id} on the exchange, found none`);
  return order;
}

/** Cancels the other traders' orders on one side of the book that the order rests on. */
export function clearQueue({ world }: PaperExchange, order: Pick<Order, 'market' | 'isBid'>): void {
  for (const account of world.engine.accounts) {
    if (!account.isHouse) continue;
    for (const one of [...account.open.values()]) {
      if (one.market === order.market && one.isBid === order.isBid) world.engine.cancel(one, Date.now());
    }
  }
}

/** Another trader takes `shares` of this resting order, at its price. */
export function takeFrom(exchange: PaperExchange, id: OrderId, shares: number): void {
  const order = orderOf(exchange, id);
  const { engine } = exchange.world;
  clearQueue(exchange, order);
  const account = engine.openAccount(true, true);
  engine.deposit(account, 1_000_000_000_000, Date.now());
  const side = order.direction === 'buy' ? otherSide(order.side) : order.side;
  const ticks = order.direction === 'buy' ? TICKS - order.ticks : order.ticks;
  const { market } = order;
  const request = { account, market, side, direction: 'buy', ticks, shares, postOnly: false, immediate: true } as const;
  const placed = engine.place(request, Date.now());
  if (!placed.ok) throw new Error(`Expected the other trader's order to be accepted, found ${placed.why}`);
  exchange.world.flush(market);
}
