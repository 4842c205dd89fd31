/**
 * Timing of conditional orders: wakes each one when only time changes it, and looks at everything once a second.
 *
 * Invariants  No timer runs while nothing is watched. A due time is reported even when its timer is late.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalEvent } from '#shared/order/conditional/events.ts';
import { findWakeTime } from '#shared/order/conditional/wakeTime.ts';
import type { Run } from './run.ts';

const LOOK_EVERY_MS = 1_000;
/** Timers are never closer than this. */
const MIN_WAKE_MS = 20;

export interface TimingOptions {
  readonly schedule: Scheduler;
  /** Exchange's clock. */
  now(): number;
  /** Active conditional orders; empty while suspended. */
  active(): readonly Run[];
  feed(id: ConditionalId, event: ConditionalEvent): void;
  /** Called once a second while a conditional order is active. */
  onLook(): void;
}

export interface Timing {
  /** Sets the timers anew: something changed. */
  plan(): void;
  stop(): void;
}

export function createTiming({ schedule, now, active, feed, onLook }: TimingOptions): Timing {
  const dueMs = new Map<ConditionalId, number>();
  let cancelWake = (): void => {};
  let cancelLook: (() => void) | null = null;

  function wake(): void {
    const nowMs = now();
    for (const { id } of active()) {
      if ((dueMs.get(id) ?? Number.POSITIVE_INFINITY) <= nowMs) feed(id, { kind: 'time', atMs: nowMs });
    }
  }

  function plan(): void {
    cancelWake();
    if (active().length === 0) {
      stop();
      return;
    }
    cancelLook ??= schedule(LOOK_EVERY_MS, () => {
      cancelLook = null;
      onLook();
      plan();
    });
    wake();
    const nowMs = now();
    dueMs.clear();
    for (const { id, state } of active()) {
      const nextMs = findWakeTime(state, nowMs);
      if (nextMs !== null) dueMs.set(id, nextMs);
    }
    const waitMs = Math.min(...dueMs.values()) - nowMs;
    if (waitMs <= LOOK_EVERY_MS) cancelWake = schedule(Math.max(MIN_WAKE_MS, waitMs), plan);
  }

  function stop(): void {
    cancelWake();
    cancelLook?.();
    cancelLook = null;
    dueMs.clear();
  }

  return { plan, stop };
}
