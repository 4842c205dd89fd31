import { describe, expect, it } from 'vitest';
import {
  addWatchlist,
  areWatchlists,
  cleanName,
  findWatchlist,
  removeWatchlist,
  renameWatchlist,
  toggleWatched,
  WATCHLIST_LIMITS,
} from '#shared/market/watchlists.ts';
import type { MarketId } from '#shared/units/ids.ts';

const A = 'a' as MarketId;
const B = 'b' as MarketId;

describe('watchlists', () => {
  it('star makes the list, adds and removes a market', () => {
    const first = toggleWatched([], 'Mine', A)!;
    expect(first).toEqual([{ name: 'Mine', markets: [A] }]);
    const both = toggleWatched(first, 'Mine', B)!;
    expect(findWatchlist(both, 'Mine')?.markets).toEqual([A, B]);
    expect(toggleWatched(both, 'Mine', A)).toEqual([{ name: 'Mine', markets: [B] }]);
  });

  it('keeps names different, visible and short', () => {
    const lists = addWatchlist([], '  Day \u202e trades ')!;
    expect(lists[0]?.name).toBe(cleanName('Day \u202e trades'));
    expect(lists[0]?.name).not.toContain('\u202e');
    expect(addWatchlist(lists, lists[0]!.name.toUpperCase())).toBeNull();
    expect(addWatchlist(lists, ' \u200b ')).toBeNull();
    expect(renameWatchlist(addWatchlist(lists, 'Other')!, 'Other', lists[0]!.name)).toBeNull();
    expect(renameWatchlist(lists, lists[0]!.name, 'Night')).toEqual([{ name: 'Night', markets: [] }]);
    expect(removeWatchlist(lists, lists[0]!.name)).toEqual([]);
    expect(cleanName('x'.repeat(90)).length).toBeLessThanOrEqual(WATCHLIST_LIMITS.name);
  });

  it('refuses more lists and more markets than are kept', () => {
    const full = Array.from({ length: WATCHLIST_LIMITS.lists }, (_, at) => ({ name: `List ${at}`, markets: [] }));
    expect(areWatchlists(full)).toBe(true);
    expect(addWatchlist(full, 'One more')).toBeNull();
    const many = Array.from({ length: WATCHLIST_LIMITS.markets }, (_, at) => `m${at}` as MarketId);
    expect(toggleWatched([{ name: 'Mine', markets: many }], 'Mine', A)).toBeNull();
    expect(areWatchlists([{ name: 'Mine', markets: [A, A] }])).toBe(false);
    expect(areWatchlists([{ name: '', markets: [] }])).toBe(false);
  });
});
