/**
 * Times of orders: from the accepted click to the last byte on the wire, and from there to the answer.
 *
 * Units       Milliseconds of the monotonic clock, as `npm run bench` measures.
 * Invariants  Only orders that a person started, by click or by typing, count. Those of moves and flattens are kept apart: they
 *             wait for cancels. An order that the program placed by itself is not counted, nor is an answer that never came.
 */
import type { Now } from '#shared/base/clock.ts';
import { createDurations, type Durations } from '#shared/base/durations.ts';
import type { OrderSpeed } from '#shared/ipc/health.ts';
import type { IntentId } from '#shared/units/ids.ts';
import type { ExitTimes } from '../../trading/ports.ts';

export interface OrderTimes {
  /** Runs `place`, which the click of this order started. */
  fromClick<T>(intentId: IntentId, place: () => Promise<T>): Promise<T>;
  readonly exits: ExitTimes;
  noteSent(intentId: IntentId): void;
  noteAnswered(intentId: IntentId): void;
  speed(): OrderSpeed;
}

interface Started {
  readonly clickedMs: number;
  readonly toWire: Durations;
  /** Null before the last byte. */
  sentMs: number | null;
}

interface Exit {
  readonly clickedMs: number;
  readonly orders: IntentId[];
}

export function createOrderTimes(now: Now, steadyMs: Now): OrderTimes {
  const sinceMs = now();
  /** Orders between click and answer. */
  const started = new Map<IntentId, Started>();
  /** Moves and flattens that run. */
  const exits = new Map<IntentId, Exit>();
  const clickToWire = createDurations();
  const exitToWire = createDurations();
  const wireToAck = createDurations();
  return {
    async fromClick(intentId, place) {
      // A repeated click places nothing.
      if (started.has(intentId)) return place();
      started.set(intentId, { clickedMs: steadyMs(), toWire: clickToWire, sentMs: null });
      try {
        return await place();
      } finally {
        started.delete(intentId);
      }
    },
    exits: {
      noteStarted(exit) {
        exits.set(exit, { clickedMs: steadyMs(), orders: [] });
      },
      noteOrder(exit, order) {
        const running = exits.get(exit);
        if (running === undefined) return;
        running.orders.push(order);
        started.set(order, { clickedMs: running.clickedMs, toWire: exitToWire, sentMs: null });
      },
      noteEnded(exit) {
        for (const order of exits.get(exit)?.orders ?? []) started.delete(order);
        exits.delete(exit);
      },
    },
    noteSent(intentId) {
      const order = started.get(intentId);
      if (order === undefined) return;
      const sentMs = steadyMs();
      // After a nonce refusal the order is sent again; only the first time counts.
      if (order.sentMs === null) order.toWire.add(sentMs - order.clickedMs);
      order.sentMs = sentMs;
    },
    noteAnswered(intentId) {
      const sentMs = started.get(intentId)?.sentMs ?? null;
      if (sentMs !== null) wireToAck.add(steadyMs() - sentMs);
    },
    speed: () => ({
      sinceMs,
      clickToWire: clickToWire.summary(),
      exitToWire: exitToWire.summary(),
      wireToAck: wireToAck.summary(),
    }),
  };
}
