/**
 * Request budget of conditional orders: which of them may place now, so that exits and manual orders never wait for entries.
 *
 * Units       Counts per sliding 60 s of this machine's clock.
 * Invariants  An exit waits only for the exchange's own limit. Entries and re-quotes leave the rest of the limit to exits and
 *             manual orders. Cancels are never counted here and never wait.
 * Source      docs/conditionals.md#budget
 */
import type { OrderBudget } from '#shared/order/risk/context.ts';

/** All placements in 60 s, below the exchange's limit of 120. */
export const MAX_PLACEMENTS = 110;
/** Entries and re-quotes in 60 s: of all conditional orders together, and of one. */
export const MAX_OF_ALGORITHMS = 60;
export const MAX_OF_ONE = 20;
const MAX_PER_SECOND = 2;
const WINDOW_MS = 60_000;
const SECOND_MS = 1_000;

/** `exit` reduces a position. `requote` and `entry` share one part of the budget. */
export type RequestKind = 'exit' | 'requote' | 'entry';

export interface RequestBudget {
  /** Wait in ms before this placement; 0 when it may be sent now. */
  waitMs(kind: RequestKind, id: string): number;
  /** Counts a placement. */
  note(kind: RequestKind, id: string, atMs: number): void;
}

export interface RequestBudgetOptions {
  now(): number;
  /** The exchange's limit as the client counts it, manual orders included; null until it is known. */
  orderBudget(): OrderBudget | null;
}

interface Counted {
  readonly id: string;
  readonly atMs: number;
}

export function createRequestBudget({ now, orderBudget }: RequestBudgetOptions): RequestBudget {
  let counted: Counted[] = [];

  /** How long until fewer than `max` of these are younger than `windowMs`. */
  function waitFor(times: readonly number[], max: number, windowMs: number): number {
    // Times in the future come from a clock that was set back: they do not count.
    const young = times.filter((atMs) => atMs <= now() && atMs > now() - windowMs);
    if (young.length < max) return 0;
    return Math.max(1, young[young.length - max]! + windowMs - now());
  }

  return {
    waitMs(kind, id) {
      const budget = orderBudget();
      const isFull = budget !== null && budget.used >= Math.min(MAX_PLACEMENTS, budget.allowance);
      const total = isFull ? SECOND_MS : 0;
      if (kind === 'exit') return total;
      const all = counted.map(({ atMs }) => atMs);
      const own = counted.filter((one) => one.id === id).map(({ atMs }) => atMs);
      return Math.max(
        total,
        waitFor(all, MAX_OF_ALGORITHMS, WINDOW_MS),
        waitFor(own, MAX_OF_ONE, WINDOW_MS),
        waitFor(own, MAX_PER_SECOND, SECOND_MS),
      );
    },
    note(kind, id, atMs) {
      counted = counted.filter((one) => one.atMs > now() - WINDOW_MS);
      if (kind !== 'exit') counted.push({ id, atMs });
    },
  };
}
