/**
 * Moves resting orders to another price: check, cancel, confirm, place the rest.
 *
 * Invariants  The new order is checked as if the old one were gone before anything is cancelled. One move per order at a time.
 *             Nothing is placed before the exchange's data shows that the old order is cancelled (`reduceMove`).
 * Errors      Never throws: every outcome is a receipt, and is kept in `views`.
 * Source      docs/exits.md#move
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { MoveReceipt, MoveRefusal, MoveRequest, MoveView } from '#shared/order/exits/progress.ts';
import type { StopReason } from '#shared/order/exits/stop.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { isTerminal } from '#shared/order/life.ts';
import { MOVE_START, type MoveEvent, type MovePlan, reduceMove } from '#shared/order/move.ts';
import type { CancelReceipt } from '#shared/order/receipts.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import type { RunningMove } from '../exits/interruptedExits.ts';
import type { ExitTimes } from '../ports.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Orders } from './orders.ts';
import type { Placer } from './place.ts';

/** Longest wait for proof of the cancel: after it a price that was chosen earlier is not placed any more. */
export const PROOF_TIMEOUT_MS = 15_000;
/** Ended moves that stay in the view. */
const MAX_ENDED = 10;

export interface MoverOptions {
  readonly orders: Orders;
  readonly placer: Pick<Placer, 'place' | 'check'>;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly exitTimes?: ExitTimes;
  cancel(id: OrderId): Promise<CancelReceipt>;
  /** Reads balance and positions again; never rejects. */
  readAccount(): Promise<void>;
  /** A move begins, before its cancel is requested, or ends. */
  onRunning(): void;
  onChange(): void;
}

export interface Mover {
  move(request: MoveRequest): Promise<MoveReceipt>;
  /** Stops the matching moves: a new order that is not sent yet is discarded. Returns how many were running. */
  stop(by: StopReason, isMatch?: (plan: MovePlan) => boolean): number;
  /** Running and ended moves, oldest first. */
  views(): readonly MoveView[];
  running(): readonly RunningMove[];
  /** Removes an ended move from the view; false when there is none. */
  dismiss(id: IntentId): boolean;
  clear(): void;
}

export function createMover(options: MoverOptions): Mover {
  const { orders, placer, clock, schedule, exitTimes } = options;
  const receipts = new Map<string, Promise<MoveReceipt>>();
  /** Orders whose move is being checked or runs. */
  const moving = new Set<OrderId>();
  const running = new Map<string, (event: MoveEvent) => void>();
  let views: readonly MoveView[] = [];

  const setView = (view: MoveView): void => {
    const others = views.filter((one) => one.moveId !== view.moveId);
    const ended = others.filter((one) => one.endedAtMs !== null).slice(-MAX_ENDED);
    views = [...ended, ...others.filter((one) => one.endedAtMs === null), view];
    options.onChange();
  };

  function findRefusal(record: OrderRecord | undefined, { orderId, price }: MoveRequest): MoveRefusal | null {
    if (!record) return 'unknownOrder';
    if (moving.has(orderId)) return 'alreadyMoving';
    if (record.life.at !== 'resting') return 'notResting';
    if (record.unreadable !== null) return 'unreadable';
    if (record.direction === null) return 'noDirection';
    return record.price === price ? 'samePrice' : null;
  }

  async function move(request: MoveRequest): Promise<MoveReceipt> {
    const { moveId, orderId, price: to, bookVersion } = request;
    const record = orders.byOrder(orderId);
    const reason = findRefusal(record, request);
    if (reason !== null || !record || record.direction === null) {
      return { outcome: 'refused', reason: reason ?? 'unknownOrder' };
    }
    const { market, side, direction, price: from } = record;
    const postOnly = record.signed?.intent.postOnly ?? false;
    const intentOf = (shares: Shares): OrderIntent => {
      return { intentId: moveId, market, side, direction, price: to, shares, postOnly, bookVersion };
    };
    moving.add(orderId);
    exitTimes?.noteStarted(moveId);
    try {
      const denied = await placer.check(intentOf(record.remaining), { without: [record] });
      if (denied) return { outcome: 'denied', denials: denied.denials };
      // It may have filled or been cancelled while its wallet record was read.
      if (record.life.at !== 'resting') return { outcome: 'refused', reason: 'notResting' };
      const { remaining: shares, filled: filledBefore } = record;
      const plan: MovePlan = { moveId, orderId, market, side, direction, from, to, shares, filledBefore };
      return { outcome: 'ended', result: await run(plan, record, intentOf) };
    } finally {
      moving.delete(orderId);
      exitTimes?.noteEnded(moveId);
    }
  }

  function run(
    plan: MovePlan,
    record: OrderRecord,
    intentOf: (shares: Shares) => OrderIntent,
  ): Promise<Extract<MoveView['state'], { at: 'ended' }>['outcome']> {
    return new Promise((resolve) => {
      const startedAtMs = clock.now();
      let state: MoveView['state'] = MOVE_START;
      let isStopped = false;
      const apply = (event: MoveEvent): void => {
        if (event.kind === 'stopped') isStopped = true;
        const before = state;
        state = reduceMove(before, event, plan);
        if (state === before) return;
        const isEnded = state.at === 'ended';
        setView({ kind: 'move', ...plan, state, startedAtMs, endedAtMs: isEnded ? clock.now() : null });
        if (state.at === 'placing') void placeRest(state.shares);
        if (state.at !== 'ended') return;
        stopListening();
        cancelTimer();
        running.delete(plan.moveId);
        options.onRunning();
        resolve(state.outcome);
      };
      const placeRest = async (shares: Shares): Promise<void> => {
        const intent = intentOf(shares);
        const denied = await placer.check(intent, { without: [record] });
        // The order's end may arrive before the balance and position that it releases.
        if (denied?.denials.some(({ code }) => code === 'balance' || code === 'sellable')) await options.readAccount();
        exitTimes?.noteOrder(plan.moveId, intent.intentId);
        const receipt = await placer.place(intent, { without: [record], isStopped: () => isStopped });
        apply({ kind: 'placed', receipt });
      };
      const noteEnd = (): void => {
        if (isTerminal(record.life)) apply({ kind: 'oldEnded', at: record.life.at, filled: toShares(record.filled) });
      };
      const stopListening = orders.onClosed((closed) => {
        if (closed === record) noteEnd();
      });
      const cancelTimer = schedule(PROOF_TIMEOUT_MS, () => apply({ kind: 'timedOut' }));
      running.set(plan.moveId, apply);
      setView({ kind: 'move', ...plan, state, startedAtMs, endedAtMs: null });
      options.onRunning();
      void options.cancel(plan.orderId).then((receipt) => {
        noteEnd();
        apply({ kind: 'cancelAnswered', receipt });
      });
    });
  }

  return {
    move(request) {
      const known = receipts.get(request.moveId);
      if (known) return known;
      const receipt = move(request);
      receipts.set(request.moveId, receipt);
      if (receipts.size > 100) receipts.delete(receipts.keys().next().value!);
      return receipt;
    },
    stop(by, isMatch = () => true) {
      const matching = views.filter((one) => one.endedAtMs === null && isMatch(one));
      for (const view of matching) running.get(view.moveId)?.({ kind: 'stopped', by });
      return matching.length;
    },
    views: () => views,
    running: () =>
      views.flatMap(({ kind: _kind, state: _state, endedAtMs, ...stored }) => (endedAtMs === null ? [stored] : [])),
    dismiss(id) {
      const count = views.length;
      views = views.filter(({ moveId, endedAtMs }) => moveId !== id || endedAtMs === null);
      return views.length < count;
    },
    clear() {
      for (const apply of [...running.values()]) apply({ kind: 'stopped', by: 'accountChanged' });
      views = [];
      options.onChange();
    },
  };
}
