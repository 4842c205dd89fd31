/**
 * Account watch: while an order can change, proves by reads that the private stream reports everything.
 *
 * Invariants  A change that only a read shows is followed by a complete read at once, and must appear on the stream too.
 *             Nothing is demanded of the stream before a complete read after it opened: that read is the baseline.
 * Errors      Never throws.
 * Source      streamProof.ts, orderReads.ts.
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import { bookColumn } from '#shared/market/outcome.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { ExchangeOrder, Fill } from '#shared/order/account/account.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { mirrorPrice } from '#shared/units/price.ts';
import type { OpenOrders } from '../orders/openOrders.ts';
import { openOrderReads } from '../orders/orderReads.ts';
import type { OrderRecord } from '../orders/orderRecord.ts';
import type { Orders } from '../orders/orders.ts';
import type { Gateway } from '../ports.ts';
import { createStreamProof, type StreamProof } from './streamProof.ts';

export interface AccountWatchOptions {
  readonly gateway: Pick<Gateway, 'listOrders'>;
  readonly orders: Orders;
  readonly openOrders: OpenOrders;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  /** True once everything was read after the stream opened. */
  isReadSinceOpen(): boolean;
  /** Number of the latest pass of reading everything, and of the latest complete one. */
  latestPass(): number;
  latestCompletePass(): number;
  /** Reads everything. */
  readAll(): void;
  reopenStream(): void;
  onChange(): void;
}

export interface AccountWatch {
  doubt: StreamProof['doubt'];
  overdueSinceMs(): number | null;
  /** The account is open: its orders are read from now on. */
  open(): void;
  onPrivateEvent(event: PrivateEvent): void;
  /** The exchange accepted a placement, or answered that an order is cancelled. */
  notePlaced(id: OrderId): void;
  noteCancelled(id: OrderId): void;
  /** A read shows an order or a fill that was not known. */
  noteReadNews(order: ExchangeOrder): void;
  noteNewFill(fill: Fill): void;
  noteOpenOrdersRead(startedAtMs: number): void;
  /** A trade at or through the price of an order reads the open orders at once. Prices in YES terms. */
  notePublicTrades(market: MarketId, trades: readonly Pick<Trade, 'price'>[]): void;
  /** After a change of the orders, or a complete read. */
  update(): void;
  /** For another member, or none. */
  clear(): void;
}

export function openAccountWatch(options: AccountWatchOptions): AccountWatch {
  const { gateway, orders, openOrders, clock, schedule, onChange } = options;
  let isOpen = false;
  /** Discards the result of a read from before `clear`. */
  let generation = 0;
  const proof = createStreamProof({
    clock,
    schedule,
    reopen: options.reopenStream,
    latestPass: options.latestPass,
    readAll: options.readAll,
    onChange,
  });
  const reads = openOrderReads({
    clock,
    schedule,
    isActive: () => isOpen && hasActive(orders.all()),
    async read(startedAtMs) {
      const startedInGeneration = generation;
      const list = await gateway.listOrders('wait');
      if (generation !== startedInGeneration) return;
      orders.replaceUnreadable('open', list.unreadable, startedAtMs);
      orders.applyExchangeOrders(list.orders, clock.now());
      await openOrders.settle(list, startedAtMs, () => generation === startedInGeneration);
    },
    onChange,
  });
  const update = (): void => {
    if (options.isReadSinceOpen()) proof.confirm(options.latestCompletePass());
    reads.update();
  };

  return {
    doubt: proof.doubt,
    overdueSinceMs: reads.overdueSinceMs,
    open() {
      isOpen = true;
      update();
    },
    onPrivateEvent(event) {
      switch (event.kind) {
        case 'order':
          proof.hearOrder(event.order);
          break;
        case 'fill':
          proof.hearFill(event.fill);
          break;
        case 'balance':
        case 'position':
          proof.hearOther();
          break;
        case 'unreadable':
          proof.hearOther(event.order?.id);
          break;
        case 'closed':
          proof.drop();
          break;
        case 'open':
          isOpen = true;
      }
      update();
    },
    notePlaced(id) {
      if (options.isReadSinceOpen()) proof.expectPlaced(id);
    },
    noteCancelled(id) {
      if (!options.isReadSinceOpen()) return;
      const answeredAtMs = clock.now();
      proof.expectCancelled(id, () => {
        const record = orders.byOrder(id);
        return record !== undefined && !isTerminal(record.life) && (reads.lastReadAtMs() ?? 0) > answeredAtMs;
      });
    },
    noteReadNews(order) {
      if (!options.isReadSinceOpen()) return;
      proof.expectOrder(order);
      options.readAll();
    },
    noteNewFill(fill) {
      if (options.isReadSinceOpen()) proof.expectFill(fill);
    },
    noteOpenOrdersRead: reads.noteRead,
    notePublicTrades(market, trades) {
      for (const record of orders.ofMarket(market)) {
        if (isTerminal(record.life)) continue;
        if (trades.some(({ price }) => isReached(record, price))) {
          reads.readNow();
          return;
        }
      }
    },
    update,
    clear() {
      isOpen = false;
      generation += 1;
      reads.clear();
      proof.clear();
    },
  };
}

function hasActive(records: Iterable<OrderRecord>): boolean {
  for (const { life } of records) if (!isTerminal(life)) return true;
  return false;
}

/** True when a trade at this price, in YES terms, may have filled the order. */
function isReached({ side, direction, price }: OrderRecord, traded: number): boolean {
  const limit = side === 'yes' ? price : mirrorPrice(price);
  if (direction === null) return true;
  return bookColumn(side, direction) === 'bid' ? traded <= limit : traded >= limit;
}
