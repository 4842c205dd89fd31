/**
 * Watchlists on the page: loaded from main, changed at once, saved by main for every window and workspace.
 *
 * Invariants  A change that main could not save is undone on screen. Another window's change is read when this one gets the focus.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import { createSerialQueue } from '#shared/base/serialQueue.ts';
import {
  addWatchlist,
  FIRST_WATCHLIST,
  removeWatchlist,
  renameWatchlist,
  toggleWatched,
  WATCHLIST_LIMITS,
  type Watchlist,
} from '#shared/market/watchlists.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';

interface WatchlistStore {
  readonly lists: readonly Watchlist[];
  /** False until main has answered. */
  readonly isLoaded: boolean;
}

export const useWatchlists = create<WatchlistStore>(() => ({ lists: [], isLoaded: false }));

/** Why a change was not made; null when it was. */
export type WatchlistProblem = 'full' | 'name' | 'notSaved';

export const WATCHLIST_PROBLEMS: Readonly<Record<WatchlistProblem, string>> = {
  full: `At most ${WATCHLIST_LIMITS.lists} lists with ${WATCHLIST_LIMITS.markets} markets in all are kept`,
  name: 'Expected a name that no other list has',
  notSaved: 'The change could not be saved',
};

export async function loadWatchlists(): Promise<void> {
  const result = await act('watchlists.load', {});
  if (result.ok) useWatchlists.setState({ lists: result.value.lists, isLoaded: true });
}

/** Loads the lists, and again whenever the window gets the focus. */
export function useWatchlistLoading(): void {
  useEffect(() => {
    const load = (): void => void loadWatchlists();
    load();
    window.addEventListener('focus', load);
    return () => window.removeEventListener('focus', load);
  }, []);
}

/** The list that a star changes: the chosen one, else the first, which is made when there is none. */
export function starredList(chosen: string | null, lists: readonly Watchlist[]): string {
  return lists.find(({ name }) => name === chosen)?.name ?? lists[0]?.name ?? FIRST_WATCHLIST;
}

export function toggleStar(list: string, market: MarketId): Promise<WatchlistProblem | null> {
  return change(
    (lists) => toggleWatched(lists, list, market),
    () => 'full',
  );
}

export function createList(name: string): Promise<WatchlistProblem | null> {
  return change(
    (lists) => addWatchlist(lists, name),
    (lists) => (lists.length >= WATCHLIST_LIMITS.lists ? 'full' : 'name'),
  );
}

export function renameList(from: string, to: string): Promise<WatchlistProblem | null> {
  return change(
    (lists) => renameWatchlist(lists, from, to),
    () => 'name',
  );
}

export function deleteList(name: string): Promise<WatchlistProblem | null> {
  return change(
    (lists) => removeWatchlist(lists, name),
    () => 'full',
  );
}

/** One change after the other, each on what main has: another window may have changed it. */
const queue = createSerialQueue();

function change(
  step: (lists: readonly Watchlist[]) => readonly Watchlist[] | null,
  refused: (lists: readonly Watchlist[]) => WatchlistProblem,
): Promise<WatchlistProblem | null> {
  return queue.run(async () => {
    await loadWatchlists();
    const { lists: before, isLoaded } = useWatchlists.getState();
    if (!isLoaded) return 'notSaved';
    const lists = step(before);
    if (lists === null) return refused(before);
    useWatchlists.setState({ lists });
    const saved = lists.map(({ name, markets }) => ({ name, markets: [...markets] }));
    if ((await act('watchlists.save', { lists: saved })).ok) return null;
    useWatchlists.setState({ lists: before });
    return 'notSaved';
  });
}
