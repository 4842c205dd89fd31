/**
 * Underlying of a price market: its name, its target, and the prices seen since it is watched.
 *
 * Units       Prices of an underlying are floats for display, never money. Times in Unix ms, bars in Unix seconds.
 * Invariants  A price belongs to the time of its tick. The exchange offers no older prices: there is no line before the first tick,
 *             and a pause in the ticks is a gap.
 * Source      docs/exchange-interface.md#tick-rule, docs/charts.md#underlying
 */
import type { Market } from '#shared/market/market.ts';
import type { UnderlyingTick } from '#shared/market/tick.ts';
import { formatStrike, formatUnderlyingPrice } from '#shared/text/numbers.ts';

const COMPARATORS: Readonly<Record<string, string>> = {
  gte: '≥',
  greater_equal: '≥',
  gt: '>',
  greater: '>',
  lte: '≤',
  less_equal: '≤',
  lt: '<',
  less: '<',
};

/** '≥ 96,000', '94,000 to 96,000'; an unknown comparator as the exchange spells it; null without a target. */
export function formatTarget(market: Market | null): string | null {
  const target = market?.priceTarget ?? null;
  const terms = market?.terms ?? null;
  const floor = target?.floorStrike ?? terms?.floorStrike ?? target?.threshold ?? null;
  const cap = target?.capStrike ?? terms?.capStrike ?? null;
  const comparator = target?.comparator ?? terms?.strikeType ?? null;
  if (floor !== null && cap !== null) return `${formatStrike(floor)} to ${formatStrike(cap)}`;
  const level = floor ?? cap;
  if (level === null) return null;
  return `${comparator === null ? '' : `${COMPARATORS[comparator] ?? comparator} `}${formatStrike(level)}`;
}

export interface Strike {
  readonly price: number;
  /** 'strike 96,000'. */
  readonly title: string;
}

/** The levels that the market is judged against, lowest first. */
export function listStrikes(market: Market | null): readonly Strike[] {
  const target = market?.priceTarget ?? null;
  const terms = market?.terms ?? null;
  const floor = target?.floorStrike ?? terms?.floorStrike ?? target?.threshold ?? null;
  const cap = target?.capStrike ?? terms?.capStrike ?? null;
  const prices = [...new Set([floor, cap].filter((price) => price !== null))];
  return prices.toSorted((a, b) => a - b).map((price) => ({ price, title: `strike ${formatStrike(price)}` }));
}

/** 'BTC-USD 95,870.12', with a dash before the first tick. */
export function formatUnderlying(symbol: string, price: number | null): string {
  return `${symbol} ${price === null ? '–' : formatUnderlyingPrice(price)}`;
}

export interface Sample {
  readonly timeMs: number;
  readonly price: number;
}

/** One a second for two hours. */
const MAX_SAMPLES = 7_200;

/** Prices of one underlying, at most one a second, newest last. */
export interface PriceHistory {
  readonly samples: readonly Sample[];
  /** Ignores a tick that is not newer. */
  add(tick: Pick<UnderlyingTick, 'price' | 'exchangeTimeMs'>): void;
}

export function createPriceHistory(): PriceHistory {
  const samples: Sample[] = [];
  return {
    samples,
    add({ price, exchangeTimeMs }) {
      const last = samples.at(-1);
      if (last && last.timeMs >= exchangeTimeMs) return;
      const isSameSecond = last && Math.floor(last.timeMs / 1_000) === Math.floor(exchangeTimeMs / 1_000);
      if (isSameSecond) samples.pop();
      samples.push({ timeMs: exchangeTimeMs, price });
      if (samples.length > MAX_SAMPLES) samples.splice(0, samples.length - MAX_SAMPLES);
    },
  };
}

/** No ticks for longer than this is a gap in the line. */
const GAP_AFTER_MS = 60_000;

export interface UnderlyingPoint {
  /** Unix seconds of the bar. */
  readonly time: number;
  readonly price: number;
  /** The line does not lead from the point before to this one. */
  readonly isAfterGap: boolean;
}

/** The point of a sample's bar: the last one with a newer price, or the next one. `before` is the sample before. */
export function extendPoints(
  last: UnderlyingPoint | null,
  before: Sample | null,
  sample: Sample,
  barMs: number,
): UnderlyingPoint {
  const time = (Math.floor(sample.timeMs / barMs) * barMs) / 1_000;
  if (last?.time === time) return { ...last, price: sample.price };
  const isAfterGap = before === null || sample.timeMs - before.timeMs > Math.max(GAP_AFTER_MS, barMs);
  return { time, price: sample.price, isAfterGap };
}

/** One point for each bar of `barMs` with a tick: the last price in it. */
export function buildUnderlyingPoints(samples: readonly Sample[], barMs: number): UnderlyingPoint[] {
  const points: UnderlyingPoint[] = [];
  samples.forEach((sample, at) => {
    const last = points.at(-1) ?? null;
    const point = extendPoints(last, samples[at - 1] ?? null, sample, barMs);
    if (last?.time === point.time) points.pop();
    points.push(point);
  });
  return points;
}
