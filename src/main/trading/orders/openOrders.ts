/**
 * Open orders: applies the exchange's list of open orders, and reads each order that should be in it and is not.
 *
 * Invariants  An order that is missing in the list is read by its id before anything is concluded.
 * Errors      Rejects when a read fails.
 */
import type { Clock } from '#shared/base/clock.ts';
import type { OrderList } from '#shared/order/account/account.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { OrderId } from '#shared/units/ids.ts';
import type { Gateway } from '../ports.ts';
import type { Orders } from './orders.ts';

/** A list may lag behind a change by this much, so only older orders can be missing in it. */
const LIST_LAG_MS = 10_000;
const MAX_CONCURRENT = 8;

export interface OpenOrdersOptions {
  readonly gateway: Pick<Gateway, 'fetchOrder'>;
  readonly orders: Orders;
  readonly clock: Clock;
}

export interface OpenOrders {
  /** Reads the orders that a list of open orders should contain and does not; returns the ids of all orders that exist. */
  settle(open: OrderList, askedAtMs: number, isCurrent: () => boolean): Promise<Set<OrderId | null>>;
}

export function createOpenOrders({ gateway, orders, clock }: OpenOrdersOptions): OpenOrders {
  /** Ends cancels that the exchange accepted and did not carry out, so that they can be requested again. */
  function endOldCancels(openIds: Iterable<OrderId | null>, askedAtMs: number): void {
    for (const id of openIds) {
      const record = id === null ? undefined : orders.byOrder(id);
      if (record?.life.at !== 'cancelling' || askedAtMs - record.life.sinceMs < LIST_LAG_MS) continue;
      orders.apply(record, {
        kind: 'cancelFailed',
        atMs: clock.now(),
        reason: { code: 'stillListed', parameters: {} },
      });
    }
  }

  return {
    async settle(open, askedAtMs, isCurrent) {
      const openIds = new Set<OrderId | null>([...open.orders, ...open.unreadable].map((one) => one.id));
      const existing = new Set(openIds);
      endOldCancels(openIds, askedAtMs);
      const queue = orders.open().filter((record) => !openIds.has(record.orderId) && record.updatedAtMs < askedAtMs);
      const work = async (): Promise<void> => {
        for (let record = queue.shift(); record !== undefined; record = queue.shift()) {
          const orderId = record.orderId!;
          const order = await gateway.fetchOrder(orderId);
          if (!isCurrent()) return;
          const atMs = clock.now();
          if (order !== null) existing.add(orderId);
          if (order !== null && 'problem' in order) orders.addUnreadable(order, atMs);
          else if (order) orders.applyExchangeOrders([order], atMs);
          else if (atMs - record.updatedAtMs >= LIST_LAG_MS && !isTerminal(record.life)) {
            orders.apply(record, { kind: 'vanished', atMs, reason: { code: 'notKnown', parameters: { orderId } } });
          }
        }
      };
      await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, queue.length) }, work));
      return existing;
    },
  };
}
