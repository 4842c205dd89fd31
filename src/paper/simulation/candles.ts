/**
 * Candles of one market: from trades while the exchange runs, from the fair-value path for other times.
 *
 * Units       openMs in Unix ms; prices in ticks of one cent; volume in millionths of a share.
 * Invariants  Each candle opens where the one before it closed, across starts, gaps and periods.
 * Source      docs/assumptions.md#kline-periods: buckets are multiples of the period since 1970, empty ones are flat.
 */
import { PERIODS, type Period } from '#shared/market/candle.ts';
import type { MinuteStore } from './minutes.ts';
import type { PaperCandle } from './paperCandle.ts';
import { type Past, pathPiece } from './pastCandle.ts';
import type { Span } from './span.ts';

export interface CandleBook {
  addTrade(ticks: number, shares: number, atMs: number): void;
  current(period: Period, nowMs: number): PaperCandle;
  /** At most `limit` candles that open in the range, oldest first; the newest ones when there are more. */
  list(period: Period, nowMs: number, fromMs: number | null, toMs: number | null, limit: number): PaperCandle[];
  /** Stores the forming minute in its current state. */
  storeMinute(): void;
  /** Restarts the live candles after a span was added to the past. */
  resume(nowMs: number): void;
}

const MINUTE = 60_000;
const ALL = Object.keys(PERIODS) as Period[];
const LONGEST_LIVE = 20_000;

export function periodMs(period: Period): number {
  return PERIODS[period] * MINUTE;
}

/** Live from `liveMs` on; no candle starts before `earliestMs`, the opening of the market. */
export function buildCandleBook(
  past: Past,
  minutes: MinuteStore,
  firstTicks: number,
  liveMs: number,
  earliestMs = 0,
): CandleBook {
  const closed = new Map<Period, PaperCandle[]>();
  const pastCandles = new Map<number, PaperCandle>();
  const now = new Map<Period, PaperCandle>();
  let liveFromMs = 0;

  /** Joins the traded and generated pieces of a bucket up to `endMs`; flat at the last price without any. */
  const compose = (openMs: number, endMs: number): PaperCandle => {
    let candle: PaperCandle | null = null;
    const add = (piece: PaperCandle): void => {
      candle = candle
        ? {
            openMs,
            open: candle.open,
            high: Math.max(candle.high, piece.high, piece.open),
            low: Math.min(candle.low, piece.low, piece.open),
            close: piece.close,
            volume: candle.volume + piece.volume,
          }
        : { ...piece, openMs };
    };
    let atMs = openMs;
    for (const span of past.spans()) {
      if (span.toMs <= atMs) continue;
      const fromMs = span.fromMs ?? openMs;
      if (fromMs >= endMs) break;
      if (fromMs > atMs) for (const piece of minutes.list(atMs, fromMs)) add(piece);
      const pieceFrom = Math.max(fromMs, openMs);
      add(pathPiece(past, span, pieceFrom, Math.min(endMs, span.toMs)));
      atMs = Math.min(endMs, span.toMs);
    }
    if (atMs < endMs) for (const piece of minutes.list(atMs, endMs)) add(piece);
    if (candle) return candle;
    return flatCandle(openMs, closeBefore(openMs));
  };

  const closeBefore = (atMs: number): number => {
    let span: Span | null = null;
    for (const one of past.spans()) if (one.toMs <= atMs) span = one;
    const last = minutes.last(span?.toMs ?? 0, atMs);
    if (last) return last.close;
    return span ? pathPiece(past, span, Math.max(span.fromMs ?? 0, span.toMs - MINUTE), span.toMs).close : firstTicks;
  };

  const start = (nowMs: number): void => {
    liveFromMs = nowMs;
    for (const period of ALL) {
      const openMs = bucketOf(nowMs, periodMs(period));
      closed.set(period, []);
      now.set(period, compose(openMs, Math.max(nowMs, openMs + 1)));
    }
  };

  const pastCandle = (openMs: number, length: number): PaperCandle => {
    const key = openMs + length / MINUTE;
    let candle = pastCandles.get(key);
    if (!candle) {
      candle = compose(openMs, openMs + length);
      if (pastCandles.size >= LONGEST_LIVE) pastCandles.clear();
      pastCandles.set(key, candle);
    }
    return candle;
  };

  /** The forming minute, from the start of the live time at the earliest. */
  let minute: PaperCandle | null = null;
  const storeMinute = (): void => {
    if (minute) minutes.add(minute);
  };

  const roll = (period: Period, nowMs: number): PaperCandle => {
    const length = periodMs(period);
    let candle = now.get(period)!;
    if (nowMs < candle.openMs + length) return candle;
    const done = closed.get(period)!;
    while (nowMs >= candle.openMs + length) {
      done.push(candle);
      candle = flatCandle(candle.openMs + length, candle.close);
    }
    if (done.length > LONGEST_LIVE) done.splice(0, done.length - LONGEST_LIVE);
    now.set(period, candle);
    return candle;
  };

  start(liveMs);
  return {
    addTrade(ticks, shares, atMs) {
      const minuteMs = Math.max(Math.floor(atMs / MINUTE) * MINUTE, liveFromMs);
      if (minute && minute.openMs !== minuteMs) {
        storeMinute();
        minute = null;
      }
      minute = join(minute ?? flatCandle(minuteMs, roll('1m', atMs).close), ticks, shares);
      for (const period of ALL) now.set(period, join(roll(period, atMs), ticks, shares));
    },

    current: roll,

    list(period, nowMs, fromMs, toMs, limit) {
      const length = periodMs(period);
      const forming = roll(period, nowMs);
      const live = [...closed.get(period)!, forming];
      const last = Math.min(forming.openMs, toMs === null ? forming.openMs : Math.floor(toMs / length) * length);
      const reach = last - (limit - 1) * length;
      const first = fromMs === null ? reach : Math.max(reach, Math.ceil(fromMs / length) * length);
      const firstLive = live[0]!.openMs;
      const out: PaperCandle[] = [];
      for (let openMs = Math.max(first, bucketOf(earliestMs, length)); openMs <= last; openMs += length) {
        out.push(openMs >= firstLive ? live[(openMs - firstLive) / length]! : pastCandle(openMs, length));
      }
      return out;
    },

    storeMinute,

    resume(nowMs) {
      minute = null;
      pastCandles.clear();
      start(nowMs);
    },
  };
}

function bucketOf(atMs: number, length: number): number {
  return Math.floor(atMs / length) * length;
}

function flatCandle(openMs: number, ticks: number): PaperCandle {
  return { openMs, open: ticks, high: ticks, low: ticks, close: ticks, volume: 0 };
}

function join(candle: PaperCandle, ticks: number, shares: number): PaperCandle {
  return {
    openMs: candle.openMs,
    open: candle.open,
    high: Math.max(candle.high, ticks),
    low: Math.min(candle.low, ticks),
    close: ticks,
    volume: candle.volume + shares,
  };
}
