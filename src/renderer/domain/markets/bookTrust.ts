/**
 * Trust in what a pane shows: health of book, tape, candles or tick, and the age of the page's feed.
 *
 * Units       Unix ms of this machine.
 * Invariants  'live' only while the data is live and frames arrive. An age goes back only when something proves the data.
 */
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { BookFrame, TickFrame } from '#shared/ipc/frames/frame.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { Period } from '#shared/market/candle.ts';
import type { TapeGap } from '#shared/market/tape.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { explainBook, TICK_TEXTS } from '#shared/text/markets/bookHealth.ts';
import { TAPE_GAP_TEXTS } from '#shared/text/markets/tapeGaps.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { onTime } from '../../feed/pageClock.ts';

/** Longer than any pause between two frames of a healthy main process. */
export const FEED_LOST_MS = 4_000;
const UPDATE_EVERY_MS = 500;

export interface Trust {
  /** `incomplete`: the stream delivers, and something that it did not carry has not been read yet. */
  readonly at: BookHealth['at'] | 'incomplete';
  /** Age of the last thing that proved the data; null without data. */
  readonly ageMs: number | null;
  /** Text: why the data is not live, or why a live book is unchecked. */
  readonly reason: string | null;
}

const WAITING: Trust = { at: 'waiting', ageMs: null, reason: null };

/** Trust in a book and everything derived from it. */
export function evaluateBook(book: BookFrame | null, lastFrameAtMs: number | null, nowMs: number): Trust {
  if (book === null || lastFrameAtMs === null) return WAITING;
  const age = (sinceMs: number): number => Math.max(0, nowMs - Math.min(sinceMs, book.provedAtMs ?? sinceMs));
  if (nowMs - lastFrameAtMs > FEED_LOST_MS) {
    return { at: 'stale', ageMs: age(lastFrameAtMs), reason: 'The page receives no data from the main process' };
  }
  const { health } = book;
  if (health.at === 'waiting') return WAITING;
  const reason = explainBook(health);
  if (health.at !== 'live') return { at: health.at, ageMs: age(health.sinceMs), reason };
  return { at: 'live', ageMs: book.provedAtMs === null ? null : Math.max(0, nowMs - book.provedAtMs), reason };
}

/**
 * Trust in what shares the book's connection: a wrong book does not affect it, a silent or closed connection does. A book that
 * did not change proves that there was no trade.
 */
export function evaluateStream(book: BookFrame | null, lastFrameAtMs: number | null, nowMs: number): Trust {
  const trust = evaluateBook(book, lastFrameAtMs, nowMs);
  if (trust.at === 'resyncing' || trust.at === 'suspect') return { at: 'live', ageMs: null, reason: null };
  return trust.at === 'live' ? { ...trust, reason: null } : trust;
}

/** A tape with missing trades is not live, whatever its stream does. */
export function evaluateTape(stream: Trust, gap: TapeGap | null): Trust {
  if (stream.at !== 'live' || gap === null) return stream;
  return { at: 'incomplete', ageMs: stream.ageMs, reason: formatCoded(TAPE_GAP_TEXTS, gap) };
}

export function evaluateCandles(stream: Trust, isIncomplete: boolean): Trust {
  if (stream.at !== 'live' || !isIncomplete) return stream;
  return { at: 'incomplete', ageMs: stream.ageMs, reason: 'Reading the candles that were missed' };
}

/** Trust in the price of an underlying. */
export function evaluateTick(tick: TickFrame | null, lastFrameAtMs: number | null, nowMs: number): Trust {
  if (tick === null || lastFrameAtMs === null || tick.health.at === 'waiting' || tick.provedAtMs === null)
    return WAITING;
  const ageMs = Math.max(0, nowMs - tick.provedAtMs);
  if (nowMs - lastFrameAtMs > FEED_LOST_MS) return { at: 'stale', ageMs, reason: null };
  const { health } = tick;
  return { at: health.at, ageMs, reason: health.at === 'live' ? null : formatCoded(TICK_TEXTS, health.reason) };
}

/** What is shown of a trust: ages in whole seconds while the data is live. */
function describe({ at, ageMs, reason }: Trust): string {
  const isLive = at === 'live';
  const age = ageMs === null ? '' : isLive && ageMs < 1_000 ? '0' : formatDuration(ageMs, { tenths: !isLive });
  return `${at} ${age} ${reason}`;
}

/** Renders again when what is shown of the trust changes: looked at twice a second and whenever one of `keys` is dirty. */
function useShownTrust(keys: readonly string[], evaluate: (nowMs: number) => Trust): Trust {
  const visible = useRef<{ readonly text: string; readonly trust: Trust } | null>(null);
  const joined = keys.join('\n');
  return useSyncExternalStore(
    useCallback(
      (onChange: () => void) => {
        const stop = onTime(UPDATE_EVERY_MS, onChange);
        const unsubscribe = feed.clock.subscribe(joined === '' ? [] : joined.split('\n'), onChange);
        return () => {
          stop();
          unsubscribe();
        };
      },
      [joined],
    ),
    () => {
      const trust = evaluate(Date.now());
      const text = describe(trust);
      if (visible.current?.text !== text) visible.current = { text, trust };
      return visible.current.trust;
    },
  );
}

const bookOf = (market: MarketId | null): BookFrame | null => (market === null ? null : feed.book(market));

/** The trust in one market's data. */
export function useTrust(market: MarketId | null, evaluate: typeof evaluateBook = evaluateBook): Trust {
  const keys = market === null ? [] : [feedKey.book(market)];
  return useShownTrust(keys, (nowMs) => evaluate(bookOf(market), feed.lastFrameAtMs(), nowMs));
}

export function useTapeTrust(market: MarketId | null): Trust {
  const keys = market === null ? [] : [feedKey.book(market), feedKey.tape(market)];
  return useShownTrust(keys, (nowMs) =>
    evaluateTape(
      evaluateStream(bookOf(market), feed.lastFrameAtMs(), nowMs),
      market === null ? null : (feed.tape(market)?.gap ?? null),
    ),
  );
}

export function useCandleTrust(market: MarketId | null, period: Period): Trust {
  const keys = market === null ? [] : [feedKey.book(market), feedKey.candles(market, period)];
  return useShownTrust(keys, (nowMs) =>
    evaluateCandles(
      evaluateStream(bookOf(market), feed.lastFrameAtMs(), nowMs),
      market !== null && (feed.candles(market, period)?.isIncomplete ?? false),
    ),
  );
}
