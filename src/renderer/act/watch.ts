/** Streams by what is on screen: panes register what they need, main gets the union. */
import { useEffect } from 'react';
import type { Input } from '#shared/ipc/contract.ts';
import type { Period } from '#shared/market/candle.ts';
import { MAX_WINDOW_BOOKS, type PublicInterest } from '#shared/market/events.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { act } from './bridge.ts';
import { openInterest } from './interest.ts';

export interface Need {
  readonly book?: MarketId | null;
  /** Books of many markets; the last ones are left out where a window needs more than main follows. */
  readonly books?: readonly MarketId[];
  readonly tape?: MarketId | null;
  readonly candles?: { readonly market: MarketId; readonly period: Period } | null;
  readonly underlying?: string | null;
}

const activeNeeds = new Map<symbol, Need>();
let isScheduled = false;
const interest = openInterest({
  send: async (interest: PublicInterest) => (await act('feed.watch', toInput(interest))).ok,
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});

/** Union of all needs, independent of their order. */
export function combineNeeds(panes: Iterable<Need>): PublicInterest {
  const all = [...panes];
  const books = new Set<MarketId>();
  const tapes = new Set<MarketId>();
  const candles = new Map<string, { market: MarketId; period: Period }>();
  const underlyings = new Set<string>();
  for (const need of all) {
    if (need.book) books.add(need.book);
    if (need.tape) tapes.add(need.tape);
    if (need.candles) candles.set(`${need.candles.market}:${need.candles.period}`, need.candles);
    if (need.underlying) underlyings.add(need.underlying);
  }
  for (const market of all.flatMap((need) => need.books ?? []).sort()) {
    if (books.size < MAX_WINDOW_BOOKS) books.add(market);
  }
  return {
    books: [...books].sort(),
    tapes: [...tapes].sort(),
    candles: [...candles.keys()].sort().flatMap((key) => candles.get(key) ?? []),
    underlyings: [...underlyings].sort(),
  };
}

let current: PublicInterest = combineNeeds([]);

/** What this window shows; the same object until it changes. */
export function currentNeeds(): PublicInterest {
  return current;
}

function toInput({ books, tapes, candles, underlyings }: PublicInterest): Input<'feed.watch'> {
  return { books: [...books], tapes: [...tapes], candles: [...candles], underlyings: [...underlyings] };
}

function send(): void {
  isScheduled = false;
  current = combineNeeds(activeNeeds.values());
  interest.request(current);
}

function change(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(send);
}

/** Keeps `need` streamed while the pane is mounted. */
export function useWatch(need: Need): void {
  const text = JSON.stringify(need);
  useEffect(() => {
    const key = Symbol('need');
    activeNeeds.set(key, JSON.parse(text) as Need);
    change();
    return () => {
      activeNeeds.delete(key);
      change();
    };
  }, [text]);
}
