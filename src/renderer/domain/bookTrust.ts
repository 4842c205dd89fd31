/**
 * Trust in what a pane shows: the book's health and the age of the page's feed.
 *
 * Units       Unix ms of this machine.
 * Invariants  'live' only while the book is live and frames arrive.
 */
import { useEffect, useState } from 'react';
import type { BookFrame } from '#shared/ipc/frame.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import { NOT_LIVE_TEXTS, UNCHECKED_TEXTS } from '#shared/text/bookHealth.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';

/** Longer than any pause between two frames of a healthy main process. */
export const FEED_LOST_MS = 4_000;
const UPDATE_EVERY_MS = 250;

export interface Trust {
  readonly at: BookHealth['at'];
  /** Age of a live book's newest data, or how long the problem has lasted; null without data. */
  readonly ageMs: number | null;
  /** Text: why the book is not live, or why a live book is unchecked. */
  readonly reason: string | null;
}

/** Trust in a book and everything derived from it. */
export function evaluateBook(book: BookFrame | null, lastFrameAtMs: number | null, nowMs: number): Trust {
  if (book === null || lastFrameAtMs === null) return { at: 'waiting', ageMs: null, reason: null };
  if (nowMs - lastFrameAtMs > FEED_LOST_MS) {
    return { at: 'stale', ageMs: nowMs - lastFrameAtMs, reason: 'The page receives no data from the main process' };
  }
  const { health } = book;
  if (health.at === 'waiting') return { at: 'waiting', ageMs: null, reason: null };
  if (health.at === 'live') {
    const ageMs = book.receivedAtMs === null ? null : Math.max(0, nowMs - book.receivedAtMs);
    return { at: 'live', ageMs, reason: health.unchecked ? formatCoded(UNCHECKED_TEXTS, health.unchecked) : null };
  }
  const reason = formatCoded(NOT_LIVE_TEXTS, health.reason);
  return { at: health.at, ageMs: Math.max(0, nowMs - health.sinceMs), reason };
}

/** Trust in tape and candles: an invalid book does not affect them, a disconnected stream does. */
export function evaluateStream(book: BookFrame | null, lastFrameAtMs: number | null, nowMs: number): Trust {
  const trust = evaluateBook(book, lastFrameAtMs, nowMs);
  if (trust.at === 'resyncing' || trust.at === 'suspect') return { at: 'live', ageMs: null, reason: null };
  return trust.at === 'live' ? { ...trust, reason: null } : trust;
}

/** The trust in one market's data, updated four times a second and whenever the book's health changes. */
export function useTrust(market: MarketId | null, evaluate: typeof evaluateBook = evaluateBook): Trust {
  const [, setUpdates] = useState(0);
  useEffect(() => {
    const update = (): void => setUpdates((count) => count + 1);
    const timer = window.setInterval(update, UPDATE_EVERY_MS);
    let at = market === null ? undefined : feed.book(market)?.health.at;
    const unsubscribe =
      market === null
        ? undefined
        : feed.clock.subscribe([feedKey.book(market)], () => {
            const next = feed.book(market)?.health.at;
            if (next !== at) update();
            at = next;
          });
    return () => {
      window.clearInterval(timer);
      unsubscribe?.();
    };
  }, [market]);
  return evaluate(market === null ? null : feed.book(market), feed.lastFrameAtMs(), Date.now());
}
