/** Markets that windows get: the union of what each holder (a list, a search, the account) names. */
import type { MarketId } from '#shared/units/ids.ts';

export interface VisibleMarkets {
  has(id: MarketId): boolean;
  ids(): Iterable<MarketId>;
  holders(): readonly string[];
  /** Replaces what a holder names; true when the union changed. */
  keep(holder: string, ids: Iterable<MarketId>): boolean;
}

export function openVisibleMarkets(): VisibleMarkets {
  const byHolder = new Map<string, ReadonlySet<MarketId>>();
  /** How many holders name a market. */
  const counts = new Map<MarketId, number>();
  return {
    has: (id) => counts.has(id),
    ids: () => counts.keys(),
    holders: () => [...byHolder.keys()],
    keep(holder, ids) {
      const before = byHolder.get(holder);
      const next = new Set(ids);
      let isChanged = false;
      for (const id of next) {
        if (before?.has(id)) continue;
        isChanged ||= !counts.has(id);
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      for (const id of before ?? []) {
        if (next.has(id)) continue;
        const left = counts.get(id)! - 1;
        if (left > 0) counts.set(id, left);
        else isChanged = counts.delete(id);
      }
      if (next.size > 0) byHolder.set(holder, next);
      else byHolder.delete(holder);
      return isChanged;
    },
  };
}
