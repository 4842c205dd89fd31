/**
 * Fair values of a simulated day: each market begins at the probability that it is given.
 *
 * Units       Probabilities in millionths; prices of underlyings in whole units; times in ms of the exchange's clock.
 * Shape       Markets of one group are shares of one event, with a rest that is no market; the others move alone, or with the
 *             underlying that decides them.
 * Invariants  The same options give the same values. No transcendental function is used.
 */

import { type Edition, hashText } from './editions.ts';
import type { Driver, EventPlan } from './eventPlan.ts';
import { buildFairEdition, type FairEdition } from './fairValue.ts';
import type { LiquidityProfile } from './liquidityProfiles.ts';
import { buildRandom, hash32 } from './random.ts';
import type { Underlyings } from './underlyings.ts';

export type DayDriver =
  | { readonly kind: 'alone' }
  /** One of the outcomes of an event, of which only one can be true. */
  | { readonly kind: 'share'; readonly group: string }
  /** The underlying ends at or above the target, and below the cap. */
  | { readonly kind: 'strike'; readonly symbol: string; readonly target: number; readonly cap: number | null };

export interface DayMarketPlan {
  readonly name: string;
  readonly probability: number;
  readonly profile: LiquidityProfile;
  readonly driver: DayDriver;
  /** Null: it does not close within the day. */
  readonly closeAtMs: number | null;
}

export interface DayFair {
  /** Current probability of a market. */
  of(at: number): number;
  /** Advances one second; returns the markets that jumped. */
  step(nowMs: number, jumped: readonly string[]): readonly number[];
}

export interface DayFairOptions {
  readonly seed: number;
  readonly startMs: number;
  readonly markets: readonly DayMarketPlan[];
  readonly underlyings: Underlyings;
}

const ONE = 1_000_000;
const LEAST = 1_000;
/** Of a market whose close is not known: far enough for nothing to be decided within the day. */
const FAR_MS = 30 * 86_400_000;

interface Part {
  readonly fair: FairEdition;
  /** Indexes of its markets, in the order of its drivers. */
  readonly markets: readonly number[];
  /** Odds at the start by its own formula, as a factor of the given ones; 1 without an underlying. */
  readonly odds: number;
  readonly lengthMs: number;
  readonly closeAtMs: number;
}

export function buildDayFair({ seed, startMs, markets, underlyings }: DayFairOptions): DayFair {
  const parts = groupMarkets(markets).map((members): Part => buildPart(members));
  const values = new Array<number>(markets.length);

  function buildPart(members: readonly number[]): Part {
    const plans = members.map((at) => markets[at]!);
    const closeAtMs = Math.min(...plans.map((plan) => plan.closeAtMs ?? startMs + FAR_MS));
    const drivers = driversOf(plans);
    const slug = plans.map(({ name }) => name).join(' ');
    const target = plans[0]!.driver.kind === 'strike' ? plans[0]!.driver.target : 0;
    const fair = buildFairEdition({
      seed,
      edition: buildDayEdition(slug, startMs, closeAtMs, drawWinner(seed, slug, drivers)),
      drivers,
      deviations: drivers.map((_, at) => (plans[at] ?? plans[0]!).profile.secondDeviation),
      targets: drivers.map(() => target),
      underlyings,
      random: buildRandom(hash32(seed, hashText(slug)), 1),
      nowMs: startMs,
    });
    const given = plans[0]!.probability;
    const own = fair.of(0);
    const odds = drivers[0]!.kind === 'strike' ? (given * (ONE - own)) / ((ONE - given) * own) : 1;
    return { fair, markets: members, odds, lengthMs: closeAtMs - startMs, closeAtMs };
  }

  /** A market on an underlying begins at the given odds, and ends at those of its strike. */
  function refresh(nowMs: number): void {
    for (const { fair, markets: members, odds, lengthMs, closeAtMs } of parts) {
      const left = lengthMs <= 0 ? 0 : Math.max(0, (closeAtMs - nowMs) / lengthMs);
      const factor = 1 + (odds - 1) * left;
      for (const [at, market] of members.entries()) {
        const value = fair.of(at);
        const scaled = factor === 1 ? value : Math.round((ONE * value * factor) / (value * factor + ONE - value));
        values[market] = Math.min(ONE - LEAST, Math.max(LEAST, scaled));
      }
    }
  }
  refresh(startMs);

  return {
    of: (at) => values[at]!,
    step(nowMs, jumped) {
      const moved: number[] = [];
      for (const { fair, markets: members } of parts) {
        for (const at of fair.step(nowMs, jumped)) if (members[at] !== undefined) moved.push(members[at]);
      }
      refresh(nowMs);
      return moved;
    },
  };
}

/** Indexes of the markets that move together. */
function groupMarkets(markets: readonly DayMarketPlan[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const [at, { driver }] of markets.entries()) {
    const key = driver.kind === 'share' ? `group ${driver.group}` : `market ${at}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [at]);
    else group.push(at);
  }
  return [...groups.values()];
}

function driversOf(plans: readonly DayMarketPlan[]): readonly Driver[] {
  const [first] = plans;
  if (first!.driver.kind === 'strike') {
    const { symbol, target, cap } = first!.driver;
    const width = cap === null ? {} : { widthCents: cap - target };
    return [{ kind: 'strike', symbol, strikeCents: target, ...width }];
  }
  if (plans.length === 1) return [{ kind: 'alone', probability: first!.probability }];
  const shares = plans.map(({ probability }): Driver => ({ kind: 'share', weight: probability }));
  const rest = ONE - plans.reduce((sum, { probability }) => sum + probability, 0);
  return rest > 0 ? [...shares, { kind: 'share', weight: rest }] : shares;
}

/** As for the editions of the exchange: an outcome is as likely to win as it is priced. */
function drawWinner(seed: number, slug: string, drivers: readonly Driver[]): number {
  const [first] = drivers;
  const dice = hash32(seed, 31, hashText(slug));
  if (first!.kind === 'alone') return dice % ONE < first!.probability ? 0 : 1;
  if (first!.kind !== 'share') return -1;
  const weights = drivers.map((driver) => (driver.kind === 'share' ? driver.weight : 0));
  let left = dice % weights.reduce((sum, weight) => sum + weight, 0);
  return weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
}

function buildDayEdition(slug: string, openAtMs: number, closeAtMs: number, winner: number): Edition {
  return {
    event: buildDayEvent(slug),
    eventAt: 0,
    number: 0,
    key: slug,
    openAtMs,
    closeAtMs,
    determinationAtMs: null,
    decidedAtMs: closeAtMs,
    winner,
    isVoid: false,
  };
}

/** Only its name matters: it is a key of the randomness. */
function buildDayEvent(slug: string): EventPlan {
  return {
    slug,
    title: '',
    category: '',
    description: '',
    rules: '',
    source: '',
    closesInDays: 0,
    openedDaysAgo: 0,
    markets: [],
  };
}
