/**
 * Candles for unobserved intervals, generated on demand.
 *
 * Units       Times in ms; fair values and distances in millionths; prices in ticks of one cent; volume in millionths of a share.
 * Invariants  The same span and times give the same candle; adjacent pieces of a span have equal prices where they meet.
 */
import type { PaperCandle } from './paperCandle.ts';
import { hash32 } from './random.ts';
import type { Span } from './span.ts';

export interface Past {
  readonly key: number;
  /** Oldest first; the last one ends at the start of the live time. */
  spans(): readonly Span[];
  /** Last trade price before a span, in ticks; null without one. */
  lastTicks(span: Span): number | null;
  /** Fair probability at a time of a span. */
  fairAt(atMs: number, span: Span): number;
  /** Half of the usual spread. */
  readonly halfSpread: number;
  /** Mean volume of a minute, in whole shares. */
  readonly minuteShares: number;
}

const MINUTE = 60_000;
/** Mean extra distance from the fair value, because bids and asks lie on the tick grid. */
const HALF_TICK = 4_000;

/** The part of a span from `fromMs` to `toMs`. */
export function pathPiece(past: Past, span: Span, fromMs: number, toMs: number): PaperCandle {
  const length = toMs - fromMs;
  const samples = Math.min(32, Math.max(4, Math.round(length / MINUTE)));
  const step = length / samples;
  const last = fromMs === span.fromMs ? past.lastTicks(span) : null;
  const opened = last ?? toTicks(tradedAt(past, span, fromMs));
  const closed = toTicks(tradedAt(past, span, toMs));
  let high = Math.max(opened, closed) * 10_000;
  let low = Math.min(opened, closed) * 10_000;
  for (let at = 1; at < samples; at += 1) {
    const fair = past.fairAt(fromMs + at * step, span);
    high = Math.max(high, fair);
    low = Math.min(low, fair);
  }
  const dice = hash32(past.key, Math.floor(fromMs / MINUTE), Math.ceil(length / MINUTE));
  const traded = dice % 4 !== 0 || length > 5 * MINUTE;
  const reach = traded ? past.halfSpread + HALF_TICK : 0;
  const moved = (high - low) / 10_000;
  const minutes = length / MINUTE;
  const liveliness = 300 + ((dice >>> 4) % 1_100) + Math.round((moved * 350) / Math.max(1, Math.sqrt(minutes)));
  const shares = traded ? Math.round((past.minuteShares * minutes * liveliness) / 1_000) : 0;
  return {
    openMs: fromMs,
    open: opened,
    high: Math.max(opened, closed, toTicks(high + (dice & 1 ? reach : 0))),
    low: Math.min(opened, closed, toTicks(low - (dice & 2 ? reach : 0))),
    close: closed,
    volume: shares * 1_000_000,
  };
}

/** Trade price at a time: bid or ask around the fair value; the fair value itself at the end of a span. */
function tradedAt(past: Past, span: Span, atMs: number): number {
  const fair = past.fairAt(Math.min(atMs, span.toMs), span);
  if (atMs >= span.toMs) return fair;
  const reach = past.halfSpread + HALF_TICK;
  return hash32(past.key, Math.floor(atMs / MINUTE), 3) % 2 === 0 ? fair + reach : fair - reach;
}

/** Nearest price on the tick grid. */
export function toTicks(micros: number): number {
  return Math.min(99, Math.max(1, Math.round(micros / 10_000)));
}
