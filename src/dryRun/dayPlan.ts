/**
 * What the simulation needs of a day's start: traders of the right size, and underlyings in whole units.
 *
 * Units       Probabilities and shares in millionths. An underlying's price becomes whole units, at least a million of them.
 */

import type { DayMarketPlan } from '#paper/simulation/day.ts';
import type { UnderlyingPlan } from '#paper/simulation/eventPlan.ts';
import { LIQUIDITY_PROFILES, type LiquidityProfile } from '#paper/simulation/liquidityProfiles.ts';
import type { DayActivity, DayMarketStart, DayStart } from '#shared/ipc/conditionals/dryRun.ts';
import { MICROS } from '#shared/units/micros.ts';

/** Deviation of one second in millionths of the price: about two per cent in a day. */
const SECOND_DEVIATION = 70;
/** Fewer units would be too coarse for a second's move. */
const LEAST_UNITS = 1_000_000;
/** By how much the other traders' sizes differ from the usual ones at most. */
const SMALLEST_FACTOR = 0.02;
const LARGEST_FACTOR = 50;

/** Units of one underlying: its price times this. */
export type Scales = ReadonlyMap<string, number>;

export function scaleUnderlyings({ underlyings }: Pick<DayStart, 'underlyings'>): Scales {
  return new Map(
    underlyings.map(({ symbol, price }) => {
      let scale = 1;
      while (price * scale < LEAST_UNITS) scale *= 10;
      return [symbol, scale];
    }),
  );
}

export function planUnderlyings({ underlyings }: Pick<DayStart, 'underlyings'>, scales: Scales): UnderlyingPlan[] {
  return underlyings.map(({ symbol, price }) => ({
    symbol,
    startCents: Math.round(price * (scales.get(symbol) ?? 1)),
    secondDeviation: SECOND_DEVIATION,
  }));
}

export function planMarket(
  { market, price, activity, levelShares, driver, closeAtMs }: DayMarketStart,
  scales: Scales,
): DayMarketPlan {
  const toUnits = (level: number): number => {
    const scale = driver.kind === 'strike' ? scales.get(driver.symbol) : undefined;
    return Math.max(1, Math.round(level * (scale ?? 1)));
  };
  return {
    name: market,
    probability: price,
    profile: buildProfile(activity, levelShares),
    driver:
      driver.kind === 'strike'
        ? { ...driver, target: toUnits(driver.target), cap: driver.cap === null ? null : toUnits(driver.cap) }
        : driver,
    closeAtMs,
  };
}

/** The usual traders of an activity, with orders of the size that makes such levels. */
function buildProfile(activity: DayActivity, levelShares: number | null): LiquidityProfile {
  const usual = LIQUIDITY_PROFILES[activity];
  if (levelShares === null) return usual;
  const wanted = levelShares / (usualLevel(usual) * MICROS);
  const factor = Math.min(LARGEST_FACTOR, Math.max(SMALLEST_FACTOR, wanted));
  const times = (value: number): number => Math.max(1, Math.round(value * factor));
  return {
    ...usual,
    maker: { ...usual.maker, size: times(usual.maker.size) },
    taker: { ...usual.taker, scale: times(usual.taker.scale) },
  };
}

/** Whole shares of one level, of all makers; each one quotes more than the one before it. */
function usualLevel({ makers, maker }: LiquidityProfile): number {
  let sizes = 0;
  for (let at = 0; at < makers; at += 1) sizes += maker.size * (1 + 0.6 * at);
  return (sizes * maker.density) / MICROS;
}
