import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createList,
  deleteList,
  loadWatchlists,
  renameList,
  starredList,
  toggleStar,
  useWatchlists,
} from '#renderer/domain/markets/watchlists.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { WATCHLIST_LIMITS, type Watchlist } from '#shared/market/watchlists.ts';
import type { MarketId } from '#shared/units/ids.ts';

const A = 'a' as MarketId;
const B = 'b' as MarketId;
let stored: readonly Watchlist[];
const main = {
  load: vi.fn(async () => succeed({ lists: stored })),
  save: vi.fn(async ({ lists }: { lists: readonly Watchlist[] }) => {
    stored = lists;
    return succeed(null);
  }),
};

beforeEach(() => {
  stored = [];
  vi.stubGlobal('window', { adyton: { watchlists: main } });
  useWatchlists.setState({ lists: [], isLoaded: false });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('watchlists on the page', () => {
  it('star a market before they are loaded without losing what is stored', async () => {
    stored = [{ name: 'Day', markets: [B] }];
    expect(await toggleStar('Day', A)).toBeNull();
    expect(stored).toEqual([{ name: 'Day', markets: [B, A] }]);
    expect(useWatchlists.getState()).toMatchObject({ lists: stored, isLoaded: true });
  });

  it('apply two changes at once one after the other, on what another window saved', async () => {
    await loadWatchlists();
    stored = [{ name: 'Other window', markets: [] }];
    expect(await Promise.all([createList('Mine'), toggleStar('Mine', A)])).toEqual([null, null]);
    expect(stored).toEqual([
      { name: 'Other window', markets: [] },
      { name: 'Mine', markets: [A] },
    ]);
  });

  it('say why a change was not made, and undo what could not be saved', async () => {
    stored = [{ name: 'Day', markets: [] }];
    expect(await createList('day')).toBe('name');
    expect(await renameList('Day', ' ')).toBe('name');
    main.save.mockResolvedValueOnce(fail('UNREACHABLE', { what: 'main' }) as never);
    expect(await deleteList('Day')).toBe('notSaved');
    expect(useWatchlists.getState().lists).toEqual(stored);
    stored = Array.from({ length: WATCHLIST_LIMITS.lists }, (_, at) => ({ name: `List ${at}`, markets: [] }));
    expect(await createList('One more')).toBe('full');
    main.load.mockResolvedValueOnce(fail('UNREACHABLE', { what: 'main' }) as never);
    useWatchlists.setState({ lists: [], isLoaded: false });
    expect(await toggleStar('Day', A)).toBe('notSaved');
  });

  it('star into the chosen list, else the first, else a new one', () => {
    const lists = [
      { name: 'Day', markets: [] },
      { name: 'Night', markets: [] },
    ];
    expect(starredList('Night', lists)).toBe('Night');
    expect(starredList('Gone', lists)).toBe('Day');
    expect(starredList(null, [])).toBe('Watchlist');
  });
});
