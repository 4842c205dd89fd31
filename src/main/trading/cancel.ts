/**
 * Cancels orders and makes sure: every id is confirmed by the stream or by a read, never by hope.
 *
 * Invariants  `cancelled` and `gone` are the exchange's word about the order itself, not about the request.
 *             Cancel-all means every order signed before the press, those still on their way too.
 * Errors      Never throws: what could not be confirmed is `triggered` or `unknown`.
 * Source      protocol-facts §2: a cancel may answer while the order still rests (docs/assumptions.md#cancel-triggers).
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { Outputs } from '#shared/ipc/contract.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { CancelOutcome } from '#shared/order/placement.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Orders } from './orders.ts';
import type { Gateway, TellRefusal } from './ports.ts';

/** The stream gets this long to confirm before each read. */
const CONFIRM_PAUSES_MS = [250, 750, 2_000] as const;
const AT_ONCE = 8;

export interface CancellerOptions {
  readonly gateway: Pick<Gateway, 'cancelOrder' | 'fetchOrder' | 'listOrders'>;
  readonly orders: Orders;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly tellRefusal: TellRefusal;
}

interface Resting {
  readonly ids: readonly OrderId[];
  /** Those that may be meant and can't be asked for. */
  readonly unclear: readonly string[];
}

export type CancelReceipt = Outputs['order.cancel'];
export type CancelAllReceipt = Outputs['order.cancelAll'];

export interface Canceller {
  cancel(id: OrderId): Promise<CancelReceipt>;
  /** null: of every market. */
  cancelAll(market: MarketId | null): Promise<CancelAllReceipt>;
}

export function createCanceller(options: CancellerOptions): Canceller {
  const { gateway, orders, clock, schedule, tellRefusal } = options;
  const underWay = new Map<OrderId, Promise<CancelReceipt>>();

  const cancel = (id: OrderId): Promise<CancelReceipt> => {
    const known = underWay.get(id);
    if (known) return known;
    const asked = cancelOnce(id).finally(() => underWay.delete(id));
    underWay.set(id, asked);
    return asked;
  };

  async function cancelOnce(id: OrderId): Promise<CancelReceipt> {
    if (isClosed(id)) return receiptOfClosed(id);
    const record = orders.byOrder(id);
    if (record) orders.apply(record, { kind: 'cancelSent', atMs: clock.now() });
    const outcome = await askCancel(id);
    if (await confirm(id, outcome)) return receiptOfClosed(id);
    if (outcome.kind === 'cancelled' || outcome.kind === 'triggered') {
      const isUnread = orders.byOrder(id)?.unreadable != null || orders.unreadable().some((one) => one.id === id);
      const shows = isUnread ? 'what it says of the order can not be read' : 'still shows the order';
      return { outcome: 'triggered', hint: `The exchange took the cancel, but ${shows}: watch it` };
    }
    const why = outcome.kind === 'rejected' ? tellRefusal(outcome.codes) : `No clear answer: ${outcome.why}`;
    const now = orders.byOrder(id);
    if (now) orders.apply(now, { kind: 'cancelFailed', atMs: clock.now(), why });
    return { outcome: 'unknown', hint: `${why}. The order may still rest: cancel again` };
  }

  async function askCancel(id: OrderId): Promise<CancelOutcome> {
    try {
      return await gateway.cancelOrder(id);
    } catch (error) {
      return { kind: 'unknown', why: error instanceof Error ? error.message : 'no reason given' };
    }
  }

  /** True once the exchange's own word about the order says that it no longer rests. */
  async function confirm(id: OrderId, outcome: CancelOutcome): Promise<boolean> {
    for (const pauseMs of outcome.kind === 'rejected' ? CONFIRM_PAUSES_MS.slice(0, 1) : CONFIRM_PAUSES_MS) {
      await closedWithin(id, pauseMs);
      if (isClosed(id)) return true;
      try {
        const order = await gateway.fetchOrder(id);
        if (order !== null && 'why' in order) orders.addUnreadable(order, clock.now());
        else if (order) orders.take([order], clock.now());
      } catch {
        // A read that fails tells nothing: the next pause decides.
      }
      if (isClosed(id)) return true;
    }
    return false;
  }

  function closedWithin(id: OrderId, ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (isClosed(id)) {
        resolve();
        return;
      }
      const end = (): void => {
        stop();
        cancelTimer();
        resolve();
      };
      const stop = orders.onClosed((record) => {
        if (record.orderId === id) end();
      });
      const cancelTimer = schedule(ms, end);
    });
  }

  function isClosed(id: OrderId): boolean {
    const record = orders.byOrder(id);
    return record !== undefined && isTerminal(record.life);
  }

  function receiptOfClosed(id: OrderId): CancelReceipt {
    const life = orders.byOrder(id)?.life;
    if (life?.at === 'cancelled') return { outcome: 'cancelled', hint: null };
    return { outcome: 'gone', hint: life?.at === 'done' ? 'It had filled' : 'It was no longer open' };
  }

  /** Resting orders as the exchange lists them now; null when the list can't be read. */
  async function listResting(market: MarketId | null): Promise<Resting | null> {
    try {
      const served = await gateway.listOrders('wait');
      orders.take(served.orders, clock.now());
      const isOfMarket = (one: { readonly market: MarketId | null }): boolean =>
        market === null || one.market === market;
      // An order needs no price to be cancelled by its id.
      const unread = served.unreadable.filter((one) => one.market === null || isOfMarket(one));
      const named = unread.filter((one) => one.id !== null && isOfMarket(one));
      return {
        ids: [...served.orders.filter(isOfMarket), ...named].map((one) => one.id!),
        unclear: unread.filter((one) => !named.includes(one)).map((one) => one.id ?? 'an order that can not be read'),
      };
    } catch {
      return null;
    }
  }

  return {
    cancel,
    async cancelAll(market) {
      const pressedAtMs = clock.now();
      // An order signed after the press was not meant.
      const isMeant = (record: OrderRecord): boolean =>
        (market === null || record.market === market) && (record.signed === null || record.createdAtMs <= pressedAtMs);
      const receipts = new Map<OrderId, CancelReceipt>();
      const toAsk = (ids: readonly OrderId[]): OrderId[] => {
        const meant = ids.filter((id) => {
          const record = orders.byOrder(id);
          return !receipts.has(id) && (record === undefined || isMeant(record));
        });
        return [...new Set(meant)];
      };
      const openIds = (): OrderId[] => toAsk(orders.open().map((record) => record.orderId!));
      /** Orders without an id can't be cancelled yet, and may be live. */
      const nameless = (): OrderRecord[] =>
        [...orders.all()].filter((one) => one.orderId === null && !isTerminal(one.life) && isMeant(one));

      // Known orders go first, without waiting for the list; those of other clients follow.
      const listing = listResting(market);
      await cancelEach(openIds(), receipts);
      const listed = await listing;
      await cancelEach(toAsk(listed?.ids ?? []), receipts);
      for (const pauseMs of CONFIRM_PAUSES_MS) {
        if (!nameless().some((record) => record.life.at !== 'unknown')) break;
        await new Promise<void>((resolve) => void schedule(pauseMs, resolve));
        await cancelEach(openIds(), receipts);
      }
      let left = await listResting(market);
      const late = toAsk([...(left?.ids ?? []), ...orders.open().map((record) => record.orderId!)]);
      if (late.length > 0) {
        await cancelEach(late, receipts);
        left = await listResting(market);
      }
      const stillListed = left?.ids ?? [];
      const resting = new Set([...stillListed.filter((id) => receipts.has(id)), ...toAsk(stillListed), ...openIds()]);
      const unknown = new Set<string>();
      let confirmed = 0;
      let filled = 0;
      for (const [id, receipt] of receipts) {
        const isGone = receipt.outcome === 'cancelled' || receipt.outcome === 'gone' || isClosed(id);
        if (!isGone || resting.has(id)) {
          unknown.add(id);
          continue;
        }
        confirmed += 1;
        if (orders.byOrder(id)?.life.at === 'done') filled += 1;
      }
      for (const id of resting) unknown.add(id);
      for (const record of nameless()) if (record.signed) unknown.add(record.signed.intentId);
      for (const one of (left ?? listed)?.unclear ?? []) unknown.add(one);
      if (listed === null) unknown.add('orders of other clients');
      return { asked: receipts.size, confirmed, filled, unknown: [...unknown] };
    },
  };

  async function cancelEach(ids: readonly OrderId[], receipts: Map<OrderId, CancelReceipt>): Promise<void> {
    const queue = [...ids];
    const work = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) receipts.set(id, await cancel(id));
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, work));
  }
}
