/**
 * Cancels orders and confirms each one by the stream or by a read.
 *
 * Invariants  At most MAX_CANCELS_IN_FLIGHT requests of a cancel-all wait for their answer, and none follows a 429 at once.
 *             `cancelled` and `gone` are states of the order itself, never conclusions from the answer to the request.
 *             Cancel-all covers every order signed before it was requested, including those still in flight.
 * Errors      Never throws: what is not confirmed is `triggered` or `unknown`.
 * Source      a cancel may answer while the order still rests (docs/assumptions.md#cancel-triggers).
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { ExchangeOrder, UnreadableOrder } from '#shared/order/account/account.ts';
import {
  type CancelSelection,
  type EventOf,
  isByMarketOnly,
  isMarketSelected,
  isSelected,
} from '#shared/order/exits/selection.ts';
import { isTerminal, type LifeReason } from '#shared/order/life.ts';
import { type CancelOutcome, MAX_CANCELS_IN_FLIGHT } from '#shared/order/placement.ts';
import type { CancelAllReceipt, CancelProgress, CancelReceipt } from '#shared/order/receipts.ts';
import type { OrderId } from '#shared/units/ids.ts';
import type { Gateway } from '../ports.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Orders } from './orders.ts';

/** Time for the stream to confirm before each read. */
const CONFIRM_PAUSES_MS = [250, 750, 2_000] as const;
/** Pauses of a cancel-all after a 429, each after another one in a row; docs/exchange-interface.md#limits. */
const THROTTLE_PAUSES_MS = [1_000, 2_000, 4_000, 8_000] as const;

export interface CancellerOptions {
  readonly gateway: Pick<Gateway, 'cancelOrder' | 'fetchOrder' | 'listOrders'>;
  readonly orders: Orders;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly eventOf: EventOf;
  /** The exchange answered that the order is cancelled. */
  onCancelled?(id: OrderId): void;
  /** `progress` is another one; an order that ends is reported by `orders`. */
  onProgress(): void;
  onFault(where: string, error: unknown): void;
}

/** Open orders as listed by the exchange. */
interface OpenList {
  readonly ids: readonly OrderId[];
  /** Ids of unreadable orders that the selection may cover. */
  readonly doubtfulIds: readonly OrderId[];
  /** True when an unreadable order has no id. */
  readonly hasNameless: boolean;
  readonly isComplete: boolean;
}

export interface Canceller {
  cancel(id: OrderId): Promise<CancelReceipt>;
  /** Cancels the selected orders and confirms each one. */
  cancelAll(selection: CancelSelection): Promise<CancelAllReceipt>;
  /** Null while no cancel-all runs. */
  progress(): CancelProgress | null;
}

export function createCanceller(options: CancellerOptions): Canceller {
  const { gateway, orders, clock, schedule, eventOf } = options;
  const running = new Map<OrderId, Promise<CancelReceipt>>();
  /** Orders whose last cancel got a 429, with the time that the exchange asks to wait. */
  const throttled = new Map<OrderId, number>();
  /** Of the cancel-alls that run: how many those are, the orders that they cancel, and how many of the orders ended. */
  let runs = 0;
  const covered = new Set<OrderId>();
  let ended = 0;
  orders.onClosed(({ orderId }) => {
    if (orderId !== null && covered.has(orderId)) ended += 1;
  });

  const cover = (ids: readonly OrderId[]): void => {
    for (const id of ids) {
      if (covered.has(id)) continue;
      covered.add(id);
      if (isClosed(id)) ended += 1;
    }
    options.onProgress();
  };

  const cancel = (id: OrderId): Promise<CancelReceipt> => {
    const known = running.get(id);
    if (known) return known;
    const receipt = cancelOnce(id).finally(() => running.delete(id));
    running.set(id, receipt);
    return receipt;
  };

  async function cancelOnce(id: OrderId): Promise<CancelReceipt> {
    if (isClosed(id)) return buildClosedReceipt(id);
    const record = orders.byOrder(id);
    if (record) orders.apply(record, { kind: 'cancelSent', atMs: clock.now() });
    const outcome = await postCancel(id);
    throttled.delete(id);
    if (outcome.kind === 'rejected' && outcome.retryAfterMs !== undefined) throttled.set(id, outcome.retryAfterMs);
    if (outcome.kind === 'cancelled') options.onCancelled?.(id);
    if (await confirm(id, outcome)) return buildClosedReceipt(id);
    if (outcome.kind === 'cancelled' || outcome.kind === 'triggered') {
      const isUnreadable = orders.byOrder(id)?.unreadable != null || orders.unreadable().some((one) => one.id === id);
      return { outcome: 'triggered', isUnreadable };
    }
    const reason: LifeReason =
      outcome.kind === 'rejected'
        ? { code: 'cancelRefused', parameters: { codes: outcome.codes } }
        : { code: 'cancelUnanswered', parameters: { cause: outcome.cause } };
    const current = orders.byOrder(id);
    if (current) orders.apply(current, { kind: 'cancelFailed', atMs: clock.now(), reason });
    return { outcome: 'unknown', reason };
  }

  async function postCancel(id: OrderId): Promise<CancelOutcome> {
    try {
      return await gateway.cancelOrder(id);
    } catch (error) {
      options.onFault('cancel', error);
      return { kind: 'unknown', cause: { code: 'other', parameters: {} } };
    }
  }

  /** True once the exchange's data about the order shows that it no longer rests. */
  async function confirm(id: OrderId, outcome: CancelOutcome): Promise<boolean> {
    for (const pauseMs of outcome.kind === 'rejected' ? CONFIRM_PAUSES_MS.slice(0, 1) : CONFIRM_PAUSES_MS) {
      await waitUntilClosed(id, pauseMs);
      if (isClosed(id)) return true;
      try {
        const order = await gateway.fetchOrder(id);
        if (order !== null && 'problem' in order) orders.addUnreadable(order, clock.now());
        else if (order) orders.applyExchangeOrders([order], clock.now());
      } catch {
        // A failed read proves nothing: the next attempt decides.
      }
      if (isClosed(id)) return true;
    }
    return false;
  }

  function waitUntilClosed(id: OrderId, maxMs: number): Promise<void> {
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
      const cancelTimer = schedule(maxMs, end);
    });
  }

  function isClosed(id: OrderId): boolean {
    const record = orders.byOrder(id);
    return record !== undefined && isTerminal(record.life);
  }

  function buildClosedReceipt(id: OrderId): CancelReceipt {
    const life = orders.byOrder(id)?.life;
    if (life?.at === 'cancelled') return { outcome: 'cancelled' };
    return { outcome: 'gone', isFilled: life?.at === 'done' };
  }

  /** Open orders as the exchange lists them now; null when the list cannot be read. */
  async function listOpen(selection: CancelSelection): Promise<OpenList | null> {
    try {
      const list = await gateway.listOrders('wait');
      orders.applyExchangeOrders(list.orders, clock.now());
      const isAll = selection.market === null && selection.eventId === null;
      const isOfMarket = (one: UnreadableOrder): boolean =>
        one.market === null ? isAll : isMarketSelected(one.market, selection, eventOf);
      // An unreadable order can be cancelled as long as its id is readable, and everything that the selection depends on.
      const unreadable = list.unreadable.filter((one) => one.market === null || isOfMarket(one));
      const cancellable = unreadable.filter((one) => one.id !== null && isOfMarket(one) && isByMarketOnly(selection));
      const doubtful = unreadable.filter((one) => !cancellable.includes(one)).map((one) => one.id);
      const listed = list.orders.filter((one) => isSelected(withKnownDirection(one), selection, eventOf));
      return {
        ids: [...listed, ...cancellable].map((one) => one.id!),
        doubtfulIds: doubtful.filter((id) => id !== null),
        hasNameless: doubtful.includes(null),
        isComplete: list.partial === null,
      };
    } catch {
      return null;
    }
  }

  /** The exchange may omit the direction of an order that we signed. */
  function withKnownDirection(order: ExchangeOrder): ExchangeOrder {
    return { ...order, direction: order.direction ?? orders.byOrder(order.id)?.direction ?? null };
  }

  async function cancelAll(selection: CancelSelection): Promise<CancelAllReceipt> {
    runs += 1;
    try {
      return await cancelSelected(selection);
    } finally {
      runs -= 1;
      if (runs === 0) {
        covered.clear();
        ended = 0;
      }
      options.onProgress();
    }
  }

  async function cancelSelected(selection: CancelSelection): Promise<CancelAllReceipt> {
    const requestedAtMs = clock.now();
    // An order that was signed after the request is not part of it.
    const isIncluded = (record: OrderRecord): boolean =>
      isSelected(record, selection, eventOf) && (record.signed === null || record.createdAtMs <= requestedAtMs);
    const receipts = new Map<OrderId, CancelReceipt>();
    const selectNew = (ids: readonly OrderId[]): OrderId[] => {
      const selected = ids.filter((id) => {
        const record = orders.byOrder(id);
        return !receipts.has(id) && (record === undefined || isIncluded(record));
      });
      return [...new Set(selected)];
    };
    const openIds = (): OrderId[] => selectNew(orders.open().map((record) => record.orderId!));
    /** Orders without an id cannot be cancelled yet, and may be live. */
    const nameless = (): OrderRecord[] =>
      [...orders.all()].filter((one) => one.orderId === null && !isTerminal(one.life) && isIncluded(one));

    // Known orders are cancelled without waiting for the list, which adds those of other clients.
    const listing = listOpen(selection);
    await cancelEach(openIds(), receipts);
    const first = await listing;
    await cancelEach(selectNew(first?.ids ?? []), receipts);
    for (const pauseMs of CONFIRM_PAUSES_MS) {
      if (!nameless().some((record) => record.life.at !== 'unknown')) break;
      await new Promise<void>((resolve) => void schedule(pauseMs, resolve));
      await cancelEach(openIds(), receipts);
    }
    let last = await listOpen(selection);
    let lastListedAtMs = clock.now();
    const late = selectNew([...(last?.ids ?? []), ...orders.open().map((record) => record.orderId!)]);
    if (late.length > 0) {
      await cancelEach(late, receipts);
      last = await listOpen(selection);
      lastListedAtMs = clock.now();
    }
    const listedIds = last?.ids ?? [];
    const resting = new Set([...listedIds.filter((id) => receipts.has(id)), ...selectNew(listedIds), ...openIds()]);
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
    const list = last ?? first;
    for (const id of list?.doubtfulIds ?? []) unknown.add(id);
    return {
      asked: receipts.size,
      confirmed,
      filled,
      unknown: [...unknown],
      hasUnreadable: list?.hasNameless ?? false,
      isListed: first?.isComplete ?? false,
      tookMs: lastListedAtMs - requestedAtMs,
    };
  }

  async function cancelEach(ids: readonly OrderId[], receipts: Map<OrderId, CancelReceipt>): Promise<void> {
    if (ids.length > 0) cover(ids);
    let queue = [...ids];
    for (const pauseMs of [...THROTTLE_PAUSES_MS, null]) {
      const refused = await cancelUntilThrottled(queue, receipts);
      if (refused === null) return;
      queue = [...refused.ids];
      // What is left stays unknown: a person sees it and decides.
      if (pauseMs === null || refused.retryAfterMs > THROTTLE_PAUSES_MS.at(-1)!) break;
      await new Promise<void>((resolve) => void schedule(Math.max(pauseMs, refused.retryAfterMs), resolve));
      queue = queue.filter((id) => !isClosed(id) || void receipts.set(id, buildClosedReceipt(id)));
    }
    const reason: LifeReason = { code: 'cancelRefused', parameters: { codes: ['rate_limited'] } };
    for (const id of queue)
      if (receipts.get(id)?.outcome !== 'triggered') receipts.set(id, { outcome: 'unknown', reason });
  }

  /** Cancels each order until the exchange answers with a 429; then null, or the orders that it refused or was not asked for. */
  async function cancelUntilThrottled(
    ids: readonly OrderId[],
    receipts: Map<OrderId, CancelReceipt>,
  ): Promise<{ readonly ids: readonly OrderId[]; readonly retryAfterMs: number } | null> {
    const queue = [...ids];
    const refused: OrderId[] = [];
    let retryAfterMs = 0;
    const work = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        receipts.set(id, await cancel(id));
        const waitMs = throttled.get(id);
        if (waitMs === undefined) continue;
        refused.push(id, ...queue.splice(0));
        retryAfterMs = Math.max(retryAfterMs, waitMs);
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_CANCELS_IN_FLIGHT, queue.length) }, work));
    const left = refused.filter((id) => !isClosed(id));
    return left.length === 0 ? null : { ids: left, retryAfterMs };
  }

  return {
    cancel,
    cancelAll,
    progress: () => (runs === 0 || covered.size === 0 ? null : { asked: covered.size, ended }),
  };
}
