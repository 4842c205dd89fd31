/**
 * Candles of one market: made from trades since the start, and from the fair path before it.
 *
 * Units       openMs in Unix ms; prices in ticks of one cent; volume in millionths of a share.
 * Invariants  Each candle opens where the one before it closed; the first live candle continues the path.
 * Source      docs/assumptions.md#kline-periods: buckets are multiples of the period since 1970, empty ones are flat.
 */
import { PERIODS, type Period } from '#shared/market/candle.ts';
import { hash32 } from './random.ts';

export interface PaperCandle {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface CandleBook {
  addTrade(ticks: number, shares: number, atMs: number): void;
  current(period: Period, nowMs: number): PaperCandle;
  /** At most `limit` candles whose opening lies in the range, oldest first, the newest ones when there are more. */
  list(period: Period, nowMs: number, fromMs: number | null, toMs: number | null, limit: number): PaperCandle[];
}

/** What candles before the start are made from. */
export interface Past {
  readonly startMs: number;
  readonly key: number;
  /** Fair probability in millionths at a moment before the start. */
  fairAt(atMs: number): number;
  /** Half the usual distance between bid and ask, in millionths. */
  readonly halfSpread: number;
  /** Mean volume of a minute, in whole shares. */
  readonly minuteShares: number;
}

const MINUTE = 60_000;
const ALL = Object.keys(PERIODS) as Period[];
const LONGEST_LIVE = 20_000;
/** Bids and asks lie on the grid, so on average this much further from the fair value. */
const HALF_TICK = 4_000;

export function periodMs(period: Period): number {
  return PERIODS[period] * MINUTE;
}

export function buildCandleBook(past: Past): CandleBook {
  const closed = new Map<Period, PaperCandle[]>();
  const remembered = new Map<number, PaperCandle>();
  const now = new Map<Period, PaperCandle>();
  for (const period of ALL) {
    const length = periodMs(period);
    const openMs = Math.floor(past.startMs / length) * length;
    closed.set(period, []);
    now.set(period, pastCandle(past, openMs, length));
  }

  const recall = (openMs: number, length: number): PaperCandle => {
    const key = openMs + length / MINUTE;
    let candle = remembered.get(key);
    if (!candle) {
      candle = pastCandle(past, openMs, length);
      if (remembered.size >= LONGEST_LIVE) remembered.clear();
      remembered.set(key, candle);
    }
    return candle;
  };

  const roll = (period: Period, nowMs: number): PaperCandle => {
    const length = periodMs(period);
    let candle = now.get(period)!;
    if (nowMs < candle.openMs + length) return candle;
    const done = closed.get(period)!;
    while (nowMs >= candle.openMs + length) {
      done.push(candle);
      const { close } = candle;
      candle = { openMs: candle.openMs + length, open: close, high: close, low: close, close, volume: 0 };
    }
    if (done.length > LONGEST_LIVE) done.splice(0, done.length - LONGEST_LIVE);
    now.set(period, candle);
    return candle;
  };

  return {
    addTrade(ticks, shares, atMs) {
      for (const period of ALL) {
        const candle = roll(period, atMs);
        now.set(period, {
          openMs: candle.openMs,
          open: candle.open,
          high: Math.max(candle.high, ticks),
          low: Math.min(candle.low, ticks),
          close: ticks,
          volume: candle.volume + shares,
        });
      }
    },

    current: roll,

    list(period, nowMs, fromMs, toMs, limit) {
      const length = periodMs(period);
      const forming = roll(period, nowMs);
      const live = [...closed.get(period)!, forming];
      const newest = live.at(-1)!.openMs;
      const last = Math.min(newest, toMs === null ? newest : Math.floor(toMs / length) * length);
      const reach = last - (limit - 1) * length;
      const first = fromMs === null ? reach : Math.max(reach, Math.ceil(fromMs / length) * length);
      const firstLive = live[0]!.openMs;
      const out: PaperCandle[] = [];
      for (let openMs = Math.max(first, 0); openMs <= last; openMs += length) {
        out.push(openMs >= firstLive ? live[(openMs - firstLive) / length]! : recall(openMs, length));
      }
      return out;
    },
  };
}

/** The candle of the path from `openMs` to its end or the start, whichever is first. */
function pastCandle(past: Past, openMs: number, length: number): PaperCandle {
  const endMs = Math.min(openMs + length, past.startMs);
  const samples = Math.min(32, Math.max(4, length / MINUTE));
  const step = length / samples;
  const open = tradedAt(past, openMs);
  const close = tradedAt(past, endMs);
  let high = Math.max(open, close);
  let low = Math.min(open, close);
  for (let atMs = openMs + step; atMs < endMs; atMs += step) {
    const fair = past.fairAt(atMs);
    high = Math.max(high, fair);
    low = Math.min(low, fair);
  }
  const dice = hash32(past.key, Math.floor(openMs / MINUTE), length / MINUTE);
  const traded = dice % 4 !== 0 || length > 5 * MINUTE;
  const reach = traded ? past.halfSpread + HALF_TICK : 0;
  const moved = (high - low) / 10_000;
  const minutes = (endMs - openMs) / MINUTE;
  const liveliness = 300 + ((dice >>> 4) % 1_100) + Math.round((moved * 350) / Math.max(1, Math.sqrt(minutes)));
  const shares = traded ? Math.round((past.minuteShares * minutes * liveliness) / 1_000) : 0;
  const opened = toTicks(open);
  const closedAt = toTicks(close);
  return {
    openMs,
    open: opened,
    high: Math.max(opened, closedAt, toTicks(high + (dice & 1 ? reach : 0))),
    low: Math.min(opened, closedAt, toTicks(low - (dice & 2 ? reach : 0))),
    close: closedAt,
    volume: shares * 1_000_000,
  };
}

/** What was last paid at a moment: the bid or the ask around the fair value, and the fair value itself at the start. */
function tradedAt(past: Past, atMs: number): number {
  const fair = past.fairAt(atMs);
  if (atMs >= past.startMs) return fair;
  const reach = past.halfSpread + HALF_TICK;
  return hash32(past.key, Math.floor(atMs / MINUTE), 3) % 2 === 0 ? fair + reach : fair - reach;
}

/** Nearest price of the grid. */
export function toTicks(micros: number): number {
  return Math.min(99, Math.max(1, Math.round(micros / 10_000)));
}
