/**
 * Reconciliation: compares our state with the exchange's lists and resolves lost orders.
 *
 * Invariants  Absence is proved by complete reads only (absence.ts).
 * Errors      `run` never rejects: a failed pass is `failure()`, and is repeated with exponential backoff.
 */
import { type Backoff, backoffMs, EXCHANGE_BACKOFF } from '#shared/base/backoff.ts';
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { PartialListing } from '#shared/base/listing.ts';
import type { ExplainRead, ReadFailure, ReadFailures } from '#shared/market/readFailure.ts';
import type { ExchangeOrder, Fill, OrderList } from '#shared/order/account/account.ts';
import type { FillProof } from '#shared/order/account/fillProof.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import type { Portfolio } from '../account/portfolio.ts';
import type { Gateway, ListedState } from '../ports.ts';
import { createAbsenceProof } from './absence.ts';
import { DOUBT_BEFORE_MS } from './lostOrderMatch.ts';
import type { OpenOrders } from './openOrders.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Orders } from './orders.ts';

const INTERVAL_MS = 30_000;
/** Between two passes while older fills are not read yet. */
const FILLS_EVERY_MS = 250;
/** Pauses while an order is lost. */
const LOST_BACKOFF: Backoff = { baseMs: 1_000, capMs: INTERVAL_MS };
/** The first passes with a lost order follow each other this closely: its nonce is refused after 5 s, so it arrives by then. */
const LOST_EVERY_MS = 1_000;
const LOST_FAST_PASSES = 10;
const CLOSED_STATES: readonly ListedState[] = ['done', 'cancel', 'reject'];
const MAX_CLOSED = 500;
const NO_CANDIDATES: ReadonlyMap<OrderRecord, readonly OrderId[]> = new Map();
const NO_ORDERS: OrderList = { orders: [], unreadable: [], partial: null };

export interface ReconcilerOptions {
  readonly gateway: Gateway;
  readonly orders: Orders;
  readonly openOrders: OpenOrders;
  readonly portfolio: Portfolio;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly explainRead: ExplainRead;
  /** A pass that started at this time has read every open order. */
  onOpenOrdersRead(askedAtMs: number): void;
  /** A list shows a fill that was not known. */
  onNewFill(fill: Fill): void;
  /** True for a market whose fills may be settled. */
  isEnded(market: MarketId): boolean;
  onChange(): void;
}

export interface Reconciler {
  /** Runs one pass; during a pass, one more after it. */
  run(): Promise<void>;
  reconciledAtMs(): number | null;
  /** Number of the latest pass, and of the latest complete one. Numbers, because clocks can be set back. */
  latestPass(): number;
  latestCompletePass(): number;
  /** Why the last pass failed, or null. */
  failure(): ReadFailure | null;
  /** Discards all results, for another member or none; the next pass needs a call of `run`. */
  clear(): void;
  close(): void;
}

export function openReconciler(options: ReconcilerOptions): Reconciler {
  const { gateway, orders, openOrders, portfolio, clock, schedule } = options;
  const absence = createAbsenceProof(orders, clock);
  let running: Promise<void> | null = null;
  let isRunAgain = false;
  let isClosed = false;
  /** Generation counter: discards the results of passes from before `clear`. */
  let generation = 0;
  let cancelNext = (): void => {};
  let reconciledAtMs: number | null = null;
  let latestPass = 0;
  let latestCompletePass = 0;
  let failure: ReadFailure | null = null;
  let failures = 0;
  let passesWithLost = 0;
  let isHistoryRead = false;
  /** What the reads of fills have proved for this member; the fills are in the portfolio. */
  let fillProof: FillProof | null = null;
  let areFillsLeft = false;

  const run = (): Promise<void> => {
    if (isClosed) return Promise.resolve();
    if (running) {
      isRunAgain = true;
      return running;
    }
    cancelNext();
    const startedInGeneration = generation;
    running = repeat(startedInGeneration).finally(() => {
      if (generation !== startedInGeneration) return;
      running = null;
      scheduleNext();
    });
    return running;
  };

  async function repeat(startedInGeneration: number): Promise<void> {
    do {
      isRunAgain = false;
      latestPass += 1;
      const number = latestPass;
      try {
        await runPass(startedInGeneration);
        if (generation !== startedInGeneration) return;
        latestCompletePass = number;
        failures = 0;
        failure = null;
        reconciledAtMs = clock.now();
      } catch (error) {
        if (generation !== startedInGeneration) return;
        failures += 1;
        // Candidates may be outdated.
        orders.setCandidates(NO_CANDIDATES);
        failure = error instanceof IncompleteList ? error.failure : options.explainRead(error);
      }
      options.onChange();
    } while (isRunAgain && !isClosed && failures === 0);
  }

  function scheduleNext(): void {
    if (isClosed) return;
    passesWithLost = orders.lost().length > 0 ? passesWithLost + 1 : 0;
    cancelNext = schedule(pauseMs(), () => void run());
  }

  function pauseMs(): number {
    if (failures > 0) return backoffMs(EXCHANGE_BACKOFF, failures - 1);
    if (areFillsLeft) return FILLS_EVERY_MS;
    if (passesWithLost === 0) return INTERVAL_MS;
    if (passesWithLost <= LOST_FAST_PASSES) return LOST_EVERY_MS;
    return backoffMs(LOST_BACKOFF, passesWithLost - LOST_FAST_PASSES);
  }

  async function runPass(startedInGeneration: number): Promise<void> {
    const askedAtMs = clock.now();
    const hadLost = orders.lost().length > 0;
    const isComplete = hadLost || !isHistoryRead;
    const reads = await Promise.allSettled([
      gateway.listOrders('wait'),
      gateway.listBalances(),
      gateway.listPositions(),
      gateway.listFills({ proof: fillProof, isEnded: options.isEnded }),
      // Rewards are only displayed, so a failure of this read does not count.
      gateway.listPendingRewards().catch(() => null),
      isComplete ? listClosed() : NO_ORDERS,
    ]);
    if (generation !== startedInGeneration) return;
    // Successful reads are applied even if others failed.
    const [open, balances, positions, fills, rewards, closed] = reads;
    if (balances.status === 'fulfilled') portfolio.applyBalanceList(balances.value, askedAtMs);
    if (positions.status === 'fulfilled') portfolio.applyPositionList(positions.value, askedAtMs);
    if (fills.status === 'fulfilled') {
      fillProof = fills.value.proof;
      areFillsLeft = fillProof.by === 'order' && fills.value.partial !== null;
      for (const fill of portfolio.applyFillList(fills.value)) options.onNewFill(fill);
    }
    if (rewards.status === 'fulfilled' && rewards.value) portfolio.applyRewardList(rewards.value);
    // Unreadable orders first: a lost order may be one of them.
    if (isComplete && closed.status === 'fulfilled') {
      orders.replaceUnreadable('closed', closed.value.unreadable, askedAtMs);
    }
    if (open.status === 'fulfilled') orders.replaceUnreadable('open', open.value.unreadable, askedAtMs);
    orders.applyExchangeOrders([...ordersOf(closed), ...ordersOf(open)], clock.now());
    /** Ids of all orders in this pass, readable or not. */
    const listedIds = new Set<OrderId | null>(ordersOf(closed).map((order) => order.id));
    if (open.status === 'fulfilled') {
      const existing = await openOrders.settle(open.value, askedAtMs, () => generation === startedInGeneration);
      if (generation !== startedInGeneration) return;
      for (const id of existing) listedIds.add(id);
      options.onOpenOrdersRead(askedAtMs);
    }
    const failed = reads.find((read) => read.status === 'rejected');
    if (failed) throw failed.reason;
    checkComplete('openOrders', open);
    checkComplete('positions', positions);
    if (isComplete && generation === startedInGeneration) {
      isHistoryRead = true;
      // A row that a bound left out may be any order.
      if (closed.status === 'fulfilled' && closed.value.partial !== null) return;
      absence.applyCompleteRead(askedAtMs, listedIds);
    }
  }

  async function listClosed(): Promise<OrderList> {
    const since = Math.min(...orders.lost().map((record) => record.signed?.exchangeTimeMs ?? 0)) - DOUBT_BEFORE_MS;
    const lists = await Promise.all(
      CLOSED_STATES.map((state) => gateway.listOrders(state, { createdAtMs: since, rows: MAX_CLOSED })),
    );
    return {
      orders: lists
        .flatMap((list) => list.orders)
        .sort((a, b) => b.createdAtMs - a.createdAtMs)
        .filter((order, index) => index < MAX_CLOSED || order.createdAtMs >= since),
      unreadable: lists.flatMap((list) => list.unreadable),
      partial: lists.find((list) => list.partial !== null)?.partial ?? null,
    };
  }

  return {
    run,
    reconciledAtMs: () => reconciledAtMs,
    latestPass: () => latestPass,
    latestCompletePass: () => latestCompletePass,
    failure: () => failure,
    clear() {
      generation += 1;
      cancelNext();
      running = null;
      isRunAgain = false;
      isHistoryRead = false;
      fillProof = null;
      areFillsLeft = false;
      reconciledAtMs = null;
      failure = null;
      failures = 0;
      absence.clear();
      orders.setCandidates(NO_CANDIDATES);
    },
    close() {
      isClosed = true;
      cancelNext();
    },
  };
}

/** A list of which the client read only a part. */
class IncompleteList extends Error {
  readonly failure: ReadFailure;

  constructor(failure: ReadFailure) {
    super();
    this.failure = failure;
  }
}

/** Throws when a bound ended the list: what it left out is not known. */
function checkComplete(
  list: ReadFailures['incomplete']['list'],
  read: PromiseSettledResult<{ readonly partial: PartialListing | null }>,
): void {
  if (read.status !== 'fulfilled' || read.value.partial === null) return;
  throw new IncompleteList({ code: 'incomplete', parameters: { list, partial: read.value.partial } });
}

function ordersOf(read: PromiseSettledResult<OrderList>): readonly ExchangeOrder[] {
  return read.status === 'fulfilled' ? read.value.orders : [];
}
