/**
 * How long the trader takes to show each fault, and to show everything live again after it.
 *
 * Units       Ms of the shared clock.
 * Shape       The view is sound when the account and every watched book are live and no order is unknown. A fault is measured
 *             only when the view was sound as it began and no other fault was in force.
 */
import type { Status } from './protocol.ts';

export interface FaultTime {
  readonly label: string;
  /** From the first effect to a view that is not sound; null: the view stayed sound. */
  readonly detectedAfterMs: number | null;
  /** From the end of the fault to a sound view. */
  readonly recoveredAfterMs: number;
}

export interface FaultCount {
  readonly label: string;
  /** Episodes, and single effects of them where they are counted. */
  readonly episodes: number;
  readonly effects: number;
}

interface Running {
  readonly label: string;
  readonly isAlone: boolean;
  effectAtMs: number | null;
  detectedAtMs: number | null;
  endedAtMs: number | null;
}

export interface FaultTimes {
  /** Answers a handle for the episode. */
  begin(label: string): Handle;
  onStatus(status: Status, atMs: number): void;
  /** The trader's process ended: its view is gone. */
  onDown(atMs: number): void;
  isSound(): boolean;
  times(): readonly FaultTime[];
  counts(): readonly FaultCount[];
}

export interface Handle {
  /** The fault took effect. */
  noteEffects(count: number, atMs: number): void;
  end(atMs: number): void;
}

export function openFaultTimes(): FaultTimes {
  const running = new Set<Running>();
  const times: FaultTime[] = [];
  const counts = new Map<string, { episodes: number; effects: number }>();
  let isSound = false;

  const settle = (one: Running, atMs: number): void => {
    if (one.endedAtMs === null || !isSound) return;
    running.delete(one);
    if (!one.isAlone || one.effectAtMs === null) return;
    times.push({
      label: one.label,
      detectedAfterMs: one.detectedAtMs === null ? null : one.detectedAtMs - one.effectAtMs,
      recoveredAfterMs: one.detectedAtMs === null ? 0 : Math.max(0, atMs - one.endedAtMs),
    });
  };
  const setSound = (next: boolean, atMs: number): void => {
    isSound = next;
    for (const one of running) {
      if (!isSound && one.effectAtMs !== null) one.detectedAtMs ??= atMs;
      settle(one, atMs);
    }
  };

  return {
    begin(label) {
      const isAlone = running.size === 0 && isSound;
      const one: Running = { label, isAlone, effectAtMs: null, detectedAtMs: null, endedAtMs: null };
      running.add(one);
      const count = counts.get(label) ?? { episodes: 0, effects: 0 };
      counts.set(label, count);
      count.episodes += 1;
      return {
        noteEffects(added, atMs) {
          count.effects += added;
          one.effectAtMs ??= atMs;
          if (!isSound) one.detectedAtMs ??= atMs;
        },
        end(atMs) {
          one.endedAtMs ??= atMs;
          settle(one, atMs);
        },
      };
    },
    onStatus({ account, unknownOrders, books }, atMs) {
      const isLive = account === 'live' && unknownOrders === 0;
      setSound(isLive && Object.values(books).every((at) => at === 'live'), atMs);
    },
    onDown: (atMs) => setSound(false, atMs),
    isSound: () => isSound,
    times: () => times,
    counts: () => [...counts].map(([label, count]) => ({ label, ...count })),
  };
}
