/** What is on screen decides what is streamed: panes register their needs, the union goes to main. */
import { useEffect } from 'react';
import type { Input } from '#shared/ipc/contract.ts';
import type { Period } from '#shared/market/candle.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { act } from './bridge.ts';
import { openInterest } from './interest.ts';

export interface Need {
  readonly book?: MarketId | null;
  readonly tape?: MarketId | null;
  readonly candles?: { readonly market: MarketId; readonly period: Period } | null;
  readonly underlying?: string | null;
}

const needs = new Map<symbol, Need>();
let asked = false;
const interest = openInterest({
  send: async (input: Input<'feed.watch'>) => (await act('feed.watch', input)).ok,
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});

function send(): void {
  asked = false;
  const books = new Set<string>();
  const tapes = new Set<string>();
  const candles = new Map<string, { market: string; period: Period }>();
  const underlyings = new Set<string>();
  for (const need of needs.values()) {
    if (need.book) books.add(need.book);
    if (need.tape) tapes.add(need.tape);
    if (need.candles) candles.set(`${need.candles.market}:${need.candles.period}`, need.candles);
    if (need.underlying) underlyings.add(need.underlying);
  }
  interest.ask({
    books: [...books].sort(),
    tapes: [...tapes].sort(),
    candles: [...candles.values()],
    underlyings: [...underlyings].sort(),
  });
}

function change(): void {
  if (asked) return;
  asked = true;
  queueMicrotask(send);
}

/** Keeps `need` streamed while the pane is mounted. */
export function useWatch(need: Need): void {
  const text = JSON.stringify(need);
  useEffect(() => {
    const key = Symbol('need');
    needs.set(key, JSON.parse(text) as Need);
    change();
    return () => {
      needs.delete(key);
      change();
    };
  }, [text]);
}
