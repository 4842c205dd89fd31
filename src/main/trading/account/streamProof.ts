/**
 * Stream proof: compares what the private stream reports with our own acts and with reads of the account.
 *
 * Units       Times in ms of this machine's clock.
 * Invariants  An accepted act of ours must be on the stream within two seconds, and what a read shows within one second of the
 *             read. Otherwise `doubt` has the reason and the stream is reopened. A complete read after the reopening clears it.
 *             After a second failure without any event in between, an event of the stream does, or a second complete read some
 *             time after the first that shows nothing which the stream did not report. Each further failure doubles that time.
 * Source      docs/exchange-interface.md#streams; docs/assumptions.md#order-events, #doubts.
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { Coded } from '#shared/base/coded.ts';
import type { AccountReasons } from '#shared/ipc/views.ts';
import type { ExchangeOrder, Fill } from '#shared/order/account/account.ts';
import type { OrderId } from '#shared/units/ids.ts';

/** Time for the stream to report an act of ours. */
export const ACT_REPORT_MS = 2_000;
/** A read may be this much ahead of the stream. */
export const READ_AHEAD_MS = 1_000;
const MAX_HEARD = 2_000;
/** Between the two complete reads that agree with a silent stream, after a second failure and after further ones. */
const AGREEMENT: Backoff = { baseMs: 10_000, capMs: 60_000 };

type Doubt = Coded<Pick<AccountReasons, 'actNotReported' | 'streamBehind'>>;

/** How far an order has come; it never goes back. */
interface Progress {
  readonly filled: number;
  readonly isClosed: boolean;
}

export interface StreamProof {
  /** Why the stream cannot be relied on, or null. */
  doubt(): Doubt | null;
  hearOrder(order: ExchangeOrder): void;
  hearFill(fill: Fill): void;
  /** Any other event of the stream; an unreadable order counts as reported. */
  hearOther(unreadable?: OrderId | null): void;
  /** The exchange accepted a placement. */
  expectPlaced(id: OrderId): void;
  /** The exchange answered that the order is cancelled. `isOpen` tells whether a read after that answer still lists it. */
  expectCancelled(id: OrderId, isOpen: () => boolean): void;
  /** A read shows a state of this order that was not known. */
  expectOrder(order: ExchangeOrder): void;
  /** A read shows a fill that was not known. */
  expectFill(fill: Fill): void;
  /** Everything was read after the stream opened, last by this pass. */
  confirm(completePass: number): void;
  /** The connection closed: no event is expected from it any more. */
  drop(): void;
  /** For another member, or none. */
  clear(): void;
}

export interface StreamProofOptions {
  readonly clock: Clock;
  readonly schedule: Scheduler;
  /** Closes the connection and opens another. */
  reopen(): void;
  /** Number of the latest pass that began; a later one began later. */
  latestPass(): number;
  /** Reads everything. */
  readAll(): void;
  onChange(): void;
}

export function createStreamProof(options: StreamProofOptions): StreamProof {
  const { schedule, onChange } = options;
  const heardOrders = new Map<OrderId, Progress>();
  const heardFills = new Set<string>();
  const deadlines = new Set<() => void>();
  let doubt: Doubt | null = null;
  /** Failures since the last event of the stream. */
  let failures = 0;
  /** Since the first complete read of this connection; null before. */
  let agreement: { requiredPass: number; cancel: () => void } | null = null;

  const hear = (): void => {
    failures = 0;
  };
  const clearDeadlines = (): void => {
    for (const cancel of deadlines) cancel();
    deadlines.clear();
    agreement?.cancel();
    agreement = null;
  };
  const clearDoubt = (): void => {
    doubt = null;
    agreement?.cancel();
    agreement = null;
    onChange();
  };
  const fail = (reason: Doubt): void => {
    doubt ??= reason;
    failures += 1;
    clearDeadlines();
    options.reopen();
    onChange();
  };
  const expect = (afterMs: number, isReported: () => boolean, reason: Doubt): void => {
    if (isReported()) return;
    const cancel = schedule(afterMs, () => {
      deadlines.delete(cancel);
      if (!isReported()) fail(reason);
      // It may have been the last one that the agreement of the reads waited for.
      else if (doubt !== null) onChange();
    });
    deadlines.add(cancel);
  };
  const hasHeard = (id: OrderId, { filled, isClosed }: Progress): boolean => {
    const heard = heardOrders.get(id);
    return heard !== undefined && heard.filled >= filled && (heard.isClosed || !isClosed);
  };

  return {
    doubt: () => doubt,
    hearOrder(order) {
      hear();
      const before = heardOrders.get(order.id);
      const progress = progressOf(order);
      heardOrders.delete(order.id);
      heardOrders.set(order.id, {
        filled: Math.max(before?.filled ?? 0, progress.filled),
        isClosed: (before?.isClosed ?? false) || progress.isClosed,
      });
      if (heardOrders.size > MAX_HEARD) heardOrders.delete(heardOrders.keys().next().value!);
    },
    hearFill({ id }) {
      hear();
      heardFills.add(id);
      if (heardFills.size > MAX_HEARD) heardFills.delete(heardFills.values().next().value!);
    },
    hearOther(unreadable) {
      hear();
      if (unreadable) heardOrders.set(unreadable, { filled: Number.POSITIVE_INFINITY, isClosed: true });
    },
    expectPlaced(id) {
      const reason: Doubt = { code: 'actNotReported', parameters: { act: 'place', orderId: id } };
      expect(ACT_REPORT_MS, () => hasHeard(id, { filled: 0, isClosed: false }), reason);
    },
    expectCancelled(id, isOpen) {
      const reason: Doubt = { code: 'actNotReported', parameters: { act: 'cancel', orderId: id } };
      // A cancel that the exchange has not carried out yet cannot be on the stream.
      expect(ACT_REPORT_MS, () => hasHeard(id, { filled: 0, isClosed: true }) || isOpen(), reason);
    },
    expectOrder(order) {
      const reason: Doubt = { code: 'streamBehind', parameters: { orderId: order.id } };
      expect(READ_AHEAD_MS, () => hasHeard(order.id, progressOf(order)), reason);
    },
    expectFill({ id, orderId }) {
      expect(READ_AHEAD_MS, () => heardFills.has(id), { code: 'streamBehind', parameters: { orderId } });
    },
    confirm(completePass) {
      if (doubt === null) return;
      if (failures <= 1) {
        clearDoubt();
        return;
      }
      if (agreement === null) {
        const started = { requiredPass: Number.POSITIVE_INFINITY, cancel: () => {} };
        agreement = started;
        started.cancel = schedule(backoffMs(AGREEMENT, failures - 2), () => {
          started.requiredPass = options.latestPass() + 1;
          options.readAll();
        });
        return;
      }
      // What a read shows and the stream did not report is a deadline, or a failure.
      if (completePass >= agreement.requiredPass && deadlines.size === 0) clearDoubt();
    },
    drop: clearDeadlines,
    clear() {
      clearDeadlines();
      heardOrders.clear();
      heardFills.clear();
      doubt = null;
      failures = 0;
    },
  };
}

function progressOf({ filledShares, state }: ExchangeOrder): Progress {
  return { filled: filledShares, isClosed: state === 'done' || state === 'cancel' || state === 'reject' };
}
