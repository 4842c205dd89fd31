/**
 * Times of orders: from the accepted click to the last byte on the wire, and from there to the answer.
 *
 * Units       Milliseconds of the monotonic clock, as `npm run bench` measures.
 * Invariants  An order that no click placed, as those of a flatten, has no first part. An order without an answer has no second.
 */
import type { Now } from '#shared/base/clock.ts';
import { createDurations } from '#shared/base/durations.ts';
import type { OrderSpeed } from '#shared/ipc/health.ts';
import type { IntentId } from '#shared/units/ids.ts';

export interface OrderTimes {
  /** Runs `place`, which the click of this order started. */
  fromClick<T>(intentId: IntentId, place: () => Promise<T>): Promise<T>;
  noteSent(intentId: IntentId): void;
  noteAnswered(intentId: IntentId): void;
  speed(): OrderSpeed;
}

export function createOrderTimes(now: Now, steadyMs: Now): OrderTimes {
  const sinceMs = now();
  const clicks = new Map<IntentId, number>();
  const sent = new Map<IntentId, number>();
  const clickToWire = createDurations();
  const wireToAck = createDurations();
  return {
    async fromClick(intentId, place) {
      // A repeated click places nothing.
      if (clicks.has(intentId)) return place();
      clicks.set(intentId, steadyMs());
      try {
        return await place();
      } finally {
        clicks.delete(intentId);
        sent.delete(intentId);
      }
    },
    noteSent(intentId) {
      const sentMs = steadyMs();
      const clickedMs = clicks.get(intentId);
      // Sent again, after the exchange refused its nonce.
      if (clickedMs !== undefined && !sent.has(intentId)) clickToWire.add(sentMs - clickedMs);
      if (clickedMs !== undefined) sent.set(intentId, sentMs);
    },
    noteAnswered(intentId) {
      const sentMs = sent.get(intentId);
      if (sentMs !== undefined) wireToAck.add(steadyMs() - sentMs);
    },
    speed: () => ({ sinceMs, clickToWire: clickToWire.summary(), wireToAck: wireToAck.summary() }),
  };
}
