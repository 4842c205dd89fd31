/**
 * What each market is worth: a walk from the start on, and a path into the past that meets it.
 *
 * Units       Probabilities and latent positions in millionths; underlying prices in cents; times in ms.
 * Invariants  Shares of one event add up to 1 before clamping; no transcendental function is used.
 */
import type { Driver, EventPlan, UnderlyingPlan } from './catalogue.ts';
import { buildPath } from './noise.ts';
import { hash32, type Random } from './random.ts';

const ONE = 1_000_000;
const LOWEST = 12_000;
const DAY_MS = 86_400_000;
/** How far the underlying strays in a day, in millionths of its price: what a strike's value is measured in. */
const DAY_DEVIATION = 24_000;

/** Latent position to probability: 0 → 1/2, and slower the nearer it is to 0 or 1. */
export function toProbability(latent: number): number {
  return Math.round(ONE / 2 + (ONE / 2) * (latent / (ONE + Math.abs(latent))));
}

/** Inverse of toProbability. */
export function toLatent(probability: number): number {
  const lean = (2 * probability) / ONE - 1;
  return Math.round((ONE * lean) / (1 - Math.abs(lean)));
}

/** Chance that a price ends at or above a strike: a smooth step in deviations of the time that is left. */
export function strikeProbability(priceCents: number, strikeCents: number, leftMs: number): number {
  const days = Math.max(leftMs, 60_000) / DAY_MS;
  const deviation = (priceCents * DAY_DEVIATION * Math.sqrt(days)) / ONE;
  const distance = (priceCents - strikeCents) / deviation;
  return Math.round(ONE / 2 + (ONE / 2) * (distance / Math.sqrt(1.57 + distance * distance)));
}

/** Weight of one share of an event: a latent move multiplies its odds. */
function toWeight(weight: number, latent: number): number {
  return latent >= 0 ? weight * (1 + latent / ONE) : weight / (1 - latent / ONE);
}

export interface FairMarket {
  readonly index: number;
  readonly event: number;
  readonly driver: Driver;
  readonly closeAtMs: number;
  /** Deviation of one second, in millionths of latent. */
  readonly secondDeviation: number;
}

export interface FairValues {
  /** Probability now. */
  of(index: number): number;
  /** Probability at a moment before the start. */
  before(index: number, atMs: number): number;
  underlying(symbol: string): number;
  underlyingBefore(symbol: string, atMs: number): number;
  /** One second of walk; answers the markets that jumped. */
  step(nowMs: number): readonly number[];
}

/** How strongly a wanderer is drawn back, per second: about a third of the way in two hours. */
const PULL = 18_000;
/** Scale of the past path that wanders as much as the walk does. */
const PATH_SCALE = 2.6;

export function buildFairValues(
  seed: number,
  startMs: number,
  events: readonly EventPlan[],
  markets: readonly FairMarket[],
  underlyings: readonly UnderlyingPlan[],
  random: Random,
): FairValues {
  const home = markets.map(({ driver }) => (driver.kind === 'alone' ? toLatent(driver.probability) : 0));
  const latent = [...home];
  const now = new Array<number>(markets.length).fill(ONE / 2);
  const prices = new Map(underlyings.map(({ symbol, startCents }) => [symbol, startCents]));
  const members = events.map((_, event) => markets.filter((market) => market.event === event));

  const valueWith = (
    market: FairMarket,
    latentOf: (index: number) => number,
    priceOf: (symbol: string) => number,
    atMs: number,
  ): number => {
    const { driver } = market;
    let value: number;
    if (driver.kind === 'alone') value = toProbability(latentOf(market.index));
    else if (driver.kind === 'strike') {
      value = strikeProbability(priceOf(driver.symbol), driver.strikeCents, market.closeAtMs - atMs);
    } else {
      let total = 0;
      for (const other of members[market.event]!) {
        if (other.driver.kind === 'share') total += toWeight(other.driver.weight, latentOf(other.index));
      }
      value = Math.round((ONE * toWeight(driver.weight, latentOf(market.index))) / total);
    }
    return Math.min(Math.max(value, LOWEST), ONE - LOWEST);
  };

  /** A path that ends at 0 at the start. */
  const pastPath = (key: number, secondDeviation: number): ((atMs: number) => number) => {
    const path = buildPath(key, secondDeviation * PATH_SCALE);
    const end = path(startMs);
    return (atMs) => path(atMs) - end;
  };
  const latentPaths = markets.map(({ index, secondDeviation }) => pastPath(hash32(seed, 11, index), secondDeviation));
  const pricePaths = new Map(
    underlyings.map((plan, at) => [plan.symbol, pastPath(hash32(seed, 13, at), plan.secondDeviation)]),
  );
  const latentBefore = (index: number, atMs: number): number => home[index]! + latentPaths[index]!(atMs);
  const priceBefore = (symbol: string, atMs: number): number => {
    const start = underlyings.find((plan) => plan.symbol === symbol)!.startCents;
    return Math.max(1, Math.round(start * (1 + pricePaths.get(symbol)!(atMs) / ONE)));
  };
  const refresh = (nowMs: number): void => {
    for (const market of markets) {
      now[market.index] = valueWith(
        market,
        (index) => latent[index]!,
        (symbol) => prices.get(symbol)!,
        nowMs,
      );
    }
  };
  refresh(startMs);

  return {
    of: (index) => now[index]!,
    before: (index, atMs) =>
      valueWith(
        markets[index]!,
        (other) => latentBefore(other, atMs),
        (symbol) => priceBefore(symbol, atMs),
        atMs,
      ),
    underlying: (symbol) => prices.get(symbol)!,
    underlyingBefore: priceBefore,

    step(nowMs) {
      const jumped: number[] = [];
      for (const { index, driver, secondDeviation } of markets) {
        if (driver.kind === 'strike') continue;
        let move = random.bell(secondDeviation) - Math.round((latent[index]! - home[index]!) / PULL);
        if (random.chance(160)) {
          move += random.bell(secondDeviation * 40);
          jumped.push(index);
        }
        latent[index] = latent[index]! + move;
      }
      for (const { symbol, secondDeviation, startCents } of underlyings) {
        const price = prices.get(symbol)!;
        const wide = random.chance(4_000) ? 6 : 1;
        const step = Math.round((price * random.bell(secondDeviation * wide)) / ONE);
        prices.set(symbol, Math.max(1, price + step - Math.round((price - startCents) / PULL)));
      }
      refresh(nowMs);
      return jumped;
    },
  };
}
