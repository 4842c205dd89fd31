/**
 * Holds what the trading believes against what the exchange lists, and finds orders whose answer was lost.
 *
 * Invariants  A lost order is proved absent only when (1) ten minutes have passed since it was signed, so that no request that
 *             carries it can still be taken (docs/assumptions.md#nonce-window), and (2) two complete reads of every order state,
 *             begun after that and at least 30 s apart, show nothing that fits, or fewer than there are equal lost orders: the last
 *             signed are then the absent ones. Until then it stays unknown. An order that is listed and can't be read is there:
 *             nothing is concluded against it, nor against a lost order that it may be.
 * Errors      `run` never rejects: a failed read is `failure()`, and is tried again with growing pauses.
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { ExchangeOrder, OrderList } from '#shared/order/account.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { buildTermsKey, CREATED_AFTER_MS, CREATED_BEFORE_MS, isMatch, mayMatch } from './lostOrderMatch.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Orders } from './orders.ts';
import type { Portfolio } from './portfolio.ts';
import type { Gateway, ListedState } from './ports.ts';

export const EVERY_MS = 30_000;
export const ABSENT_AFTER_MS = CREATED_AFTER_MS;
const PROOF_APART_MS = 30_000;
/** A read may lag behind an order just placed, so only older ones can be missing. */
const SETTLED_AFTER_MS = 10_000;
const CLOSED_STATES: readonly ListedState[] = ['done', 'cancel', 'reject'];
const MOST_CLOSED = 500;
const AT_ONCE = 8;
const NO_CHOICES: ReadonlyMap<OrderRecord, readonly OrderId[]> = new Map();
const NO_ORDERS: OrderList = { orders: [], unreadable: [] };

export interface ReconcilerOptions {
  readonly gateway: Gateway;
  readonly orders: Orders;
  readonly portfolio: Portfolio;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  onChange(): void;
}

export interface Reconciler {
  /** Reads everything now; while a pass is under way, one more after it. */
  run(): Promise<void>;
  reconciledAtMs(): number | null;
  /** How many passes have begun, and the number of the newest that read everything: clocks can be set back, numbers can't. */
  begun(): number;
  whole(): number;
  /** Why the last pass failed, or null. */
  failure(): string | null;
  /** Another member, or none: nothing read until now counts, and nothing is read until `run`. */
  forget(): void;
  close(): void;
}

export function openReconciler(options: ReconcilerOptions): Reconciler {
  const { gateway, orders, portfolio, clock, schedule } = options;
  let running: Promise<void> | null = null;
  let isWantedAgain = false;
  let isClosed = false;
  /** Rises with `forget`: a pass that began before must not end in anything. */
  let epoch = 0;
  let cancelNext = (): void => {};
  let reconciledAtMs: number | null = null;
  let begun = 0;
  let whole = 0;
  let failure: string | null = null;
  let failures = 0;
  let lostPasses = 0;
  let isHistoryRead = false;
  /** When a complete read first showed nothing that fits. */
  const missingSince = new Map<OrderRecord, number>();

  const run = (): Promise<void> => {
    if (isClosed) return Promise.resolve();
    if (running) {
      isWantedAgain = true;
      return running;
    }
    cancelNext();
    const own = epoch;
    const pass = repeat(own).finally(() => {
      if (epoch !== own) return;
      running = null;
      scheduleNext();
    });
    running = pass;
    return pass;
  };

  async function repeat(own: number): Promise<void> {
    do {
      isWantedAgain = false;
      begun += 1;
      const number = begun;
      try {
        await pass(own);
        if (epoch !== own) return;
        whole = number;
        failures = 0;
        failure = null;
        reconciledAtMs = clock.now();
      } catch (error) {
        if (epoch !== own) return;
        failures += 1;
        // What was offered may have changed since.
        orders.offer(NO_CHOICES);
        failure = error instanceof Error && error.message !== '' ? error.message : 'no reason given';
      }
      options.onChange();
    } while (isWantedAgain && !isClosed && failures === 0);
  }

  function scheduleNext(): void {
    if (isClosed) return;
    const lost = orders.lost().length > 0;
    lostPasses = lost ? lostPasses + 1 : 0;
    const doubling = (count: number, most: number): number => Math.min(most, 1_000 * 2 ** Math.min(count - 1, 16));
    const pause = failures > 0 ? doubling(failures, 60_000) : lost ? doubling(lostPasses, EVERY_MS) : EVERY_MS;
    cancelNext = schedule(pause, () => void run());
  }

  async function pass(own: number): Promise<void> {
    const askedAtMs = clock.now();
    const hadLost = orders.lost().length > 0;
    const isComplete = hadLost || !isHistoryRead;
    const reads = await Promise.allSettled([
      gateway.listOrders('wait'),
      gateway.listBalances(),
      gateway.listPositions(),
      gateway.listFills(),
      // Rebates are shown, not relied on.
      gateway.listPendingRewards().catch(() => null),
      isComplete ? listClosed() : NO_ORDERS,
    ]);
    if (epoch !== own) return;
    // What could be read is shown, whatever could not.
    const [resting, balances, positions, fills, rewards, closed] = reads;
    if (balances.status === 'fulfilled') portfolio.applyBalanceList(balances.value, askedAtMs);
    if (positions.status === 'fulfilled') portfolio.applyPositionList(positions.value, askedAtMs);
    if (fills.status === 'fulfilled') portfolio.applyFillList(fills.value);
    if (rewards.status === 'fulfilled' && rewards.value) portfolio.applyRewardList(rewards.value);
    // Before the others: what can't be read may be what a lost order became.
    if (isComplete && closed.status === 'fulfilled') {
      orders.replaceUnreadable('closed', closed.value.unreadable, askedAtMs);
    }
    if (resting.status === 'fulfilled') orders.replaceUnreadable('open', resting.value.unreadable, askedAtMs);
    orders.take([...ordersOf(closed), ...ordersOf(resting)], clock.now());
    /** Ids of orders that the exchange named in this pass, readable or not. */
    const named = new Set<OrderId | null>(ordersOf(closed).map((order) => order.id));
    if (resting.status === 'fulfilled') {
      const { orders: readable, unreadable } = resting.value;
      const ids = [...readable, ...unreadable].map((one) => one.id);
      for (const id of ids) named.add(id);
      endOldCancels(ids, askedAtMs);
      await readMissing(named, new Set(ids), askedAtMs, own);
      if (epoch !== own) return;
    }
    const failed = reads.find((read) => read.status === 'rejected');
    if (failed) throw failed.reason;
    if (isComplete && epoch === own) {
      isHistoryRead = true;
      proveAbsence(askedAtMs, named);
    }
  }

  /** A cancel that the exchange took and did not do may be asked again. */
  function endOldCancels(resting: readonly (OrderId | null)[], askedAtMs: number): void {
    for (const id of resting) {
      const record = id === null ? undefined : orders.byOrder(id);
      if (record?.life.at !== 'cancelling' || askedAtMs - record.life.sinceMs < SETTLED_AFTER_MS) continue;
      orders.apply(record, { kind: 'cancelFailed', atMs: clock.now(), why: 'the exchange still lists it as resting' });
    }
  }

  async function listClosed(): Promise<OrderList> {
    const lists = await Promise.all(CLOSED_STATES.map((state) => gateway.listOrders(state)));
    const since = Math.min(...orders.lost().map((record) => record.signed?.exchangeTimeMs ?? 0)) - CREATED_BEFORE_MS;
    return {
      orders: lists
        .flatMap((list) => list.orders)
        .sort((a, b) => b.createdAtMs - a.createdAtMs)
        .filter((order, index) => index < MOST_CLOSED || order.createdAtMs >= since),
      unreadable: lists.flatMap((list) => list.unreadable),
    };
  }

  /** Asks one by one for orders that should rest and were not listed. */
  async function readMissing(
    named: Set<OrderId | null>,
    resting: ReadonlySet<OrderId | null>,
    askedAtMs: number,
    own: number,
  ): Promise<void> {
    const queue = orders.open().filter((record) => !resting.has(record.orderId) && record.updatedAtMs < askedAtMs);
    const work = async (): Promise<void> => {
      for (let record = queue.shift(); record !== undefined; record = queue.shift()) {
        const id = record.orderId!;
        const order = await gateway.fetchOrder(id);
        if (epoch !== own) return;
        const atMs = clock.now();
        if (order !== null) named.add(id);
        if (order !== null && 'why' in order) orders.addUnreadable(order, atMs);
        else if (order) orders.take([order], atMs);
        else if (atMs - record.updatedAtMs >= SETTLED_AFTER_MS && !isTerminal(record.life)) {
          orders.apply(record, { kind: 'vanished', atMs, why: `the exchange no longer knows order ${id}` });
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, work));
  }

  function proveAbsence(askedAtMs: number, named: ReadonlySet<OrderId | null>): void {
    const lost = new Set(orders.lost());
    for (const record of missingSince.keys()) if (!lost.has(record)) missingSince.delete(record);
    const foreign = [...orders.all()].filter((record) => record.signed === null);
    for (const record of lost) {
      const { signed } = record;
      if (signed === null || askedAtMs - signed.atMs < ABSENT_AFTER_MS) continue;
      const isThere = record.orderId !== null && named.has(record.orderId);
      if (isThere || orders.unreadable().some((one) => mayMatch(record, one))) {
        missingSince.delete(record);
        continue;
      }
      // One that the exchange had named can't have become another: only its own id counts.
      const fitting = record.orderId === null ? foreign.filter((candidate) => isMatch(record, candidate)).length : 0;
      const equals = [...lost].filter((one) => one.orderId === null && buildTermsKey(one) === buildTermsKey(record));
      // Of equal orders nobody can say which arrived, only how many: the last signed count as those that did not.
      const isTooMany =
        record.orderId === null && equals.filter((one) => isSignedBefore(one, record)).length >= fitting;
      if (fitting > 0 && (!isTooMany || equals.some((one) => askedAtMs - one.createdAtMs < ABSENT_AFTER_MS))) {
        missingSince.delete(record);
        continue;
      }
      const since = missingSince.get(record);
      if (since === undefined) missingSince.set(record, askedAtMs);
      else if (askedAtMs - since >= PROOF_APART_MS) {
        const why =
          fitting === 0
            ? 'two complete reads after it could last arrive do not show it'
            : `of ${equals.length} equal orders ${fitting} arrived, and no more can`;
        orders.apply(record, { kind: 'provedAbsent', atMs: clock.now(), why });
        missingSince.delete(record);
      }
    }
    orders.take([], clock.now());
    orders.offer(findChoices(askedAtMs));
  }

  /** Lost orders that no later read can tell apart: only a person who looks can. */
  function findChoices(askedAtMs: number): Map<OrderRecord, OrderId[]> {
    const all = [...orders.all()];
    const ours = all.filter((record) => record.signed !== null && !isTerminal(record.life));
    const mayStillBeFound = (record: OrderRecord): boolean =>
      record.life.at !== 'unknown' || missingSince.has(record) || askedAtMs - record.createdAtMs < ABSENT_AFTER_MS;
    const choices = new Map<OrderRecord, OrderId[]>();
    for (const record of ours) {
      if (record.orderId !== null) continue;
      const terms = buildTermsKey(record);
      if (ours.some((one) => one.orderId === null && buildTermsKey(one) === terms && mayStillBeFound(one))) continue;
      const fitting = all.filter((candidate) => candidate.signed === null && isMatch(record, candidate));
      choices.set(
        record,
        fitting.map((candidate) => candidate.orderId).filter((id) => id !== null),
      );
    }
    return choices;
  }

  return {
    run,
    reconciledAtMs: () => reconciledAtMs,
    begun: () => begun,
    whole: () => whole,
    failure: () => failure,
    forget() {
      epoch += 1;
      cancelNext();
      running = null;
      isWantedAgain = false;
      isHistoryRead = false;
      reconciledAtMs = null;
      failure = null;
      failures = 0;
      missingSince.clear();
      orders.offer(NO_CHOICES);
    },
    close() {
      isClosed = true;
      cancelNext();
    },
  };
}

function ordersOf(read: PromiseSettledResult<OrderList>): readonly ExchangeOrder[] {
  return read.status === 'fulfilled' ? read.value.orders : [];
}

function isSignedBefore(a: OrderRecord, b: OrderRecord): boolean {
  return a.createdAtMs !== b.createdAtMs ? a.createdAtMs < b.createdAtMs : a.number < b.number;
}
