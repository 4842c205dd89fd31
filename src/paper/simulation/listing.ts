/**
 * A listed event: its markets, their fair values, makers and takers.
 *
 * Units       Times in ms of the exchange's clock; probabilities in millionths.
 */

import type { Engine } from '../engine/engine.ts';
import type { Account, Trade } from '../engine/state.ts';
import { restrike } from './catalogue.ts';
import { type Edition, hashText } from './editions.ts';
import { buildFairEdition, type FairEdition } from './fairValue.ts';
import { LIQUIDITY_PROFILES, varyMaker } from './liquidityProfiles.ts';
import { buildMaker, type Maker } from './makers.ts';
import type { MinuteStore } from './minutes.ts';
import { buildPaperMarket, type PaperMarket } from './paperMarket.ts';
import { buildRandom, hash32, type Random } from './random.ts';
import type { Span } from './span.ts';
import { buildCrowd, type Crowd } from './takers.ts';
import type { Underlyings } from './underlyings.ts';

export interface Trading {
  readonly market: PaperMarket;
  /** Index in its event. */
  readonly at: number;
  readonly makers: readonly Maker[];
  readonly crowd: Crowd;
  readonly random: Random;
  readonly actsPerMille: number;
  newsUntilMs: number;
}

export interface Listing {
  readonly edition: Edition;
  readonly eventId: number;
  readonly fair: FairEdition;
  readonly trading: readonly Trading[];
}

export interface SavedMarket {
  readonly slug: string;
  readonly numericId: number;
  readonly targetCents: number;
  readonly sequence: number;
  readonly lastTicks: number;
  readonly result: '' | 'yes' | 'no' | 'void';
  readonly isOpen: boolean;
  readonly candleOpenCents: number;
  readonly settlement: PaperMarket['settlement'];
  readonly tape: readonly Trade[];
}

export interface SavedListing {
  readonly event: string;
  readonly number: number;
  readonly eventId: number;
  readonly latents: readonly number[];
  readonly likelihoods: readonly number[];
  readonly markets: readonly SavedMarket[];
}

export interface ListingOptions {
  readonly seed: number;
  /** Changes the random numbers of a later run. */
  readonly salt: number;
  readonly engine: Engine;
  readonly edition: Edition;
  readonly underlyings: Underlyings;
  readonly makerAccounts: readonly Account[];
  readonly crowdAccounts: readonly Account[];
  readonly nowMs: number;
  /** Reference price of a window or a new edition, in cents. */
  priceAtOpen(symbol: string): number;
  /** Strike of a later edition, replacing the first one's. */
  strikeAtOpen(symbol: string, strikeCents: number): number;
  spans(): readonly Span[];
  minutesOf(slug: string): MinuteStore;
  takeEventId(): number;
  takeNumericId(): number;
  readonly saved?: SavedListing;
}

export function openListing(options: ListingOptions): Listing {
  const { seed, engine, edition, underlyings, nowMs, saved } = options;
  const plans = edition.event.markets.map((plan, at) => {
    const { driver } = plan;
    if (driver.kind !== 'strike' || edition.number === 0) return plan;
    return restrike(plan, saved?.markets[at]?.targetCents ?? options.strikeAtOpen(driver.symbol, driver.strikeCents));
  });
  const eventId = saved?.eventId ?? options.takeEventId();
  const targets = plans.map(({ driver }, at) => {
    const known = saved?.markets[at]?.targetCents;
    if (known !== undefined) return known;
    if (driver.kind === 'updown') return options.priceAtOpen(driver.symbol);
    if (driver.kind !== 'strike') return 0;
    return driver.strikeCents;
  });
  const key = hash32(seed, hashText(edition.key), options.salt);
  const fair = buildFairEdition({
    seed,
    edition,
    drivers: plans.map(({ driver }) => driver),
    deviations: plans.map(({ tier }) => LIQUIDITY_PROFILES[tier].secondDeviation),
    targets,
    underlyings,
    random: buildRandom(key, 1),
    nowMs,
    ...(saved ? { saved } : {}),
  });
  const trading = plans.map((plan, at): Trading => {
    const profile = LIQUIDITY_PROFILES[plan.tier];
    const random = buildRandom(key, 100 + at);
    const before = saved?.markets[at];
    const market = buildPaperMarket({
      seed,
      engine,
      edition,
      at,
      plan,
      eventId,
      numericId: before?.numericId ?? options.takeNumericId(),
      targetCents: targets[at]!,
      fair,
      minutes: options.minutesOf,
      nowMs,
      spans: options.spans,
      ...(before ? { saved: before } : {}),
    });
    if (before) {
      market.candleOpenCents = before.candleOpenCents;
      market.settlement = before.settlement;
      market.book.isOpen = before.isOpen;
      market.book.result = before.result;
    }
    return {
      market,
      at,
      makers: options.makerAccounts
        .slice(0, profile.makers)
        .map((account, which) => buildMaker(engine, account, market.book, varyMaker(profile.maker, which), random)),
      crowd: buildCrowd(engine, options.crowdAccounts, market.book, profile.taker, random),
      random,
      actsPerMille: profile.actsPerMille,
      newsUntilMs: 0,
    };
  });
  return { edition, eventId, fair, trading };
}

const SAVED_TRADES = 100;

export function saveListing({ edition, eventId, fair, trading }: Listing): SavedListing {
  return {
    event: edition.event.slug,
    number: edition.number,
    eventId,
    ...fair.anchor(),
    markets: trading.map(({ market }) => ({
      slug: market.slug,
      numericId: market.numericId,
      targetCents: market.targetCents,
      sequence: market.book.sequence,
      lastTicks: market.book.lastTicks,
      result: market.book.result,
      isOpen: market.book.isOpen,
      candleOpenCents: market.candleOpenCents,
      settlement: market.settlement,
      tape: market.book.result === '' ? market.tape.slice(-SAVED_TRADES) : [],
    })),
  };
}
