/**
 * How far what a pane shows may be believed now: the book's own health, and whether frames still come at all.
 *
 * Units       Unix ms of this machine.
 * Invariants  'live' only while the book says so and the feed is heard; everything else must look not live.
 */
import { useEffect, useState } from 'react';
import type { BookFrame } from '#shared/ipc/frame.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from './feed.ts';
import { feedKey } from './mirror.ts';

/** Longer than any pause between two frames of a healthy main process. */
export const FEED_LOST_MS = 4_000;
const WORDS_EVERY_MS = 250;

export interface Trust {
  readonly at: BookHealth['at'];
  /** Age of the newest data while live, of the trouble otherwise; null when there is no data yet. */
  readonly ageMs: number | null;
  /** The trouble, or, of a live book, why it can't be checked. */
  readonly why: string | null;
}

export function evaluateBook(book: BookFrame | null, lastFrameAtMs: number | null, nowMs: number): Trust {
  if (book === null || lastFrameAtMs === null) return { at: 'waiting', ageMs: null, why: null };
  if (nowMs - lastFrameAtMs > FEED_LOST_MS) {
    return { at: 'stale', ageMs: nowMs - lastFrameAtMs, why: 'The terminal’s own feed is silent' };
  }
  const { health } = book;
  if (health.at === 'waiting') return { at: 'waiting', ageMs: null, why: null };
  if (health.at === 'live') {
    const ageMs = book.receivedAtMs === null ? null : Math.max(0, nowMs - book.receivedAtMs);
    return { at: 'live', ageMs, why: health.unchecked ?? null };
  }
  return { at: health.at, ageMs: Math.max(0, nowMs - health.sinceMs), why: health.why };
}

/** For tape and candles: a book that does not add up says nothing against them, a stream that is cut does. */
export function evaluateStream(book: BookFrame | null, lastFrameAtMs: number | null, nowMs: number): Trust {
  const trust = evaluateBook(book, lastFrameAtMs, nowMs);
  if (trust.at === 'resyncing' || trust.at === 'suspect') return { at: 'live', ageMs: null, why: null };
  return trust.at === 'live' ? { ...trust, why: null } : trust;
}

/** The trust of one market, read again at the pace of its words and at once when the book's health changes. */
export function useTrust(market: MarketId | null, judge: typeof evaluateBook = evaluateBook): Trust {
  const read = (): Trust => judge(market === null ? null : feed.book(market), feed.lastFrameAtMs(), Date.now());
  const [, wake] = useState(0);
  useEffect(() => {
    const again = (): void => wake((count) => count + 1);
    const timer = window.setInterval(again, WORDS_EVERY_MS);
    let held = market === null ? undefined : feed.book(market)?.health.at;
    const leave =
      market === null
        ? undefined
        : feed.clock.subscribe([feedKey.book(market)], () => {
            const at = feed.book(market)?.health.at;
            if (at !== held) again();
            held = at;
          });
    return () => {
      window.clearInterval(timer);
      leave?.();
    };
  }, [market]);
  return read();
}
