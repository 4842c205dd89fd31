/**
 * Book proofs: checks the books that conditional orders depend on before their proof is too old.
 *
 * Units       Times in ms of this machine's clock.
 * Invariants  One check for all conditional orders of a market, the oldest proof first, at most MAX_PROOFS_PER_SECOND.
 * Source      docs/conditionals.md#engine
 */
import type { Now } from '#shared/base/clock.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { ConditionalSources } from './ports.ts';

/** A watched book whose proof is older than this is checked, well before it is too old to be used. */
export const PROVE_AFTER_MS = 2_500;
/** Enough for conditional orders on different markets each, and a fraction of what the connections carry. */
export const MAX_PROOFS_PER_SECOND = 15;
const SECOND_MS = 1_000;

export interface BookProofsOptions {
  readonly now: Now;
  readonly markets: Pick<ConditionalSources['markets'], 'book' | 'proveBook'>;
}

export interface BookProofs {
  /** Checks those of the books whose proof is old; a market may be named several times. */
  renew(needed: readonly MarketId[]): void;
}

export function createBookProofs({ now, markets }: BookProofsOptions): BookProofs {
  /** When each book was last checked. */
  const checkedAtMs = new Map<MarketId, number>();
  /** Times of the checks within the last second. */
  let recentMs: number[] = [];

  return {
    renew(needed) {
      const nowMs = now();
      const old = [...new Set(needed)].flatMap((market) => {
        const newestMs = Math.max(markets.book(market)?.provedAtMs ?? 0, checkedAtMs.get(market) ?? 0);
        // A time in the future comes from a clock that was set back: it counts as old.
        return nowMs - newestMs < PROVE_AFTER_MS && newestMs <= nowMs ? [] : [{ market, newestMs }];
      });
      recentMs = recentMs.filter((atMs) => atMs <= nowMs && atMs > nowMs - SECOND_MS);
      const free = MAX_PROOFS_PER_SECOND - recentMs.length;
      for (const { market } of old.toSorted((a, b) => a.newestMs - b.newestMs).slice(0, Math.max(0, free))) {
        recentMs.push(nowMs);
        checkedAtMs.set(market, nowMs);
        markets.proveBook(market);
      }
    },
  };
}
