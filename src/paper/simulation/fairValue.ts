/**
 * Fair values of the markets of one edition: drifting opinion, accumulated news, deciding prices.
 *
 * Units       Probabilities and latent positions in millionths; prices in cents; times in ms.
 * Shape       A probability is prior × opinion × likelihood of all signals so far, normalised; every second brings one faint
 *             signal about the true outcome, and they grow clearer towards determination, where one outcome is left.
 * Invariants  Shares of one event add up to 1 before clamping. No transcendental function is used.
 */
import { capOf } from './catalogue.ts';
import type { Edition } from './editions.ts';
import { hashText } from './editions.ts';
import type { Driver } from './eventPlan.ts';
import { buildAnchoredPath } from './noise.ts';
import { hash32, type Random } from './random.ts';
import { passedOf, type Span, type SpanAnchor } from './span.ts';
import type { Underlyings } from './underlyings.ts';

const ONE = 1_000_000;
const LOWEST = 1_000;
const DAY_MS = 86_400_000;
/** Daily deviation of the underlying in millionths of its price: the scale of a strike's distance. */
const DAY_DEVIATION = 24_000;
/** Mean reversion of opinion per second: about a third of the distance in two hours. */
const PULL = 18_000;
/** Scale of a span's path that has the same deviation as the walk. */
const PATH_SCALE = 2.6;
/** Information in nats that signals add for each e-fold decrease of the time to determination. */
const CLARITY = 1.5;
const FARTHEST_LATENT = 6 * ONE;

/** Latent position to probability: 0 → 1/2, flatter near 0 and 1. */
function toProbability(latent: number): number {
  return Math.round(ONE / 2 + (ONE / 2) * (latent / (ONE + Math.abs(latent))));
}

/** Inverse of toProbability. */
function toLatent(probability: number): number {
  const lean = (2 * probability) / ONE - 1;
  return Math.round((ONE * lean) / (1 - Math.abs(lean)));
}

/** Probability that a price ends at or above a strike: a smooth step in deviations of the remaining time. */
function strikeProbability(priceCents: number, strikeCents: number, leftMs: number): number {
  const days = Math.max(leftMs, 1_000) / DAY_MS;
  const deviation = (priceCents * DAY_DEVIATION * Math.sqrt(days)) / ONE;
  const distance = (priceCents - strikeCents) / deviation;
  return Math.round(ONE / 2 + (ONE / 2) * (distance / Math.sqrt(1.57 + distance * distance)));
}

/** Weight of one share of an event; a latent move multiplies its odds. */
function toWeight(weight: number, latent: number): number {
  return latent >= 0 ? weight * (1 + latent / ONE) : weight / (1 - latent / ONE);
}

export interface FairEdition {
  /** Current probability of a market. */
  of(at: number): number;
  /** Probability at a time inside a span. */
  during(at: number, atMs: number, span: Span): number;
  /** Advances one second; returns the markets that jumped. */
  step(nowMs: number, jumped: readonly string[]): readonly number[];
  /** Moves to the end of a span's path. */
  skip(span: Span): void;
  anchor(): { latents: number[]; likelihoods: number[] };
}

export interface FairOptions {
  readonly seed: number;
  readonly edition: Edition;
  readonly drivers: readonly Driver[];
  /** Deviation of one second of opinion, in millionths of latent. */
  readonly deviations: readonly number[];
  /** Strike level in cents; 0 without one. */
  readonly targets: readonly number[];
  readonly underlyings: Underlyings;
  readonly random: Random;
  readonly nowMs: number;
  readonly saved?: { readonly latents: readonly number[]; readonly likelihoods: readonly number[] };
}

export function buildFairEdition(options: FairOptions): FairEdition {
  const { seed, edition, drivers, deviations, targets, underlyings, random } = options;
  const key = hash32(seed, hashText(edition.event.slug), edition.number);
  const outcomes = drivers[0]!.kind === 'alone' ? 2 : drivers.length;
  const home = drivers.map((driver) => (driver.kind === 'alone' ? toLatent(driver.probability) : 0));
  const latents = [...(options.saved?.latents ?? home)];
  const likelihoods = [...(options.saved?.likelihoods ?? new Array<number>(outcomes).fill(1))];
  const values = new Array<number>(drivers.length).fill(ONE / 2);
  const paths = deviations.map((deviation, at) => buildAnchoredPath(hash32(key, 11, at), deviation * PATH_SCALE));

  const valueWith = (
    at: number,
    latentOf: (at: number) => number,
    likelihoodOf: (at: number) => number,
    priceOf: (symbol: string) => number,
    atMs: number,
  ): number => {
    const driver = drivers[at]!;
    let value: number;
    if (driver.kind === 'alone') {
      const odds = toProbability(latentOf(0)) / ONE;
      const yes = odds * likelihoodOf(0);
      value = Math.round((ONE * yes) / (yes + (1 - odds) * likelihoodOf(1)));
    } else if (driver.kind === 'share') {
      let total = 0;
      let own = 0;
      for (const [other, one] of drivers.entries()) {
        if (one.kind !== 'share') continue;
        const weight = toWeight(one.weight, latentOf(other)) * likelihoodOf(other);
        total += weight;
        if (other === at) own = weight;
      }
      value = Math.round((ONE * own) / total);
    } else {
      const price = priceOf(driver.symbol);
      const leftMs = edition.closeAtMs - atMs;
      const cap = capOf(driver, targets[at]!);
      value =
        strikeProbability(price, targets[at]!, leftMs) - (cap === null ? 0 : strikeProbability(price, cap, leftMs));
    }
    return Math.min(Math.max(value, LOWEST), ONE - LOWEST);
  };

  const refresh = (nowMs: number): void => {
    for (let at = 0; at < drivers.length; at += 1) {
      values[at] = valueWith(
        at,
        (other) => latents[other]!,
        (other) => likelihoods[other]!,
        underlyings.of,
        nowMs,
      );
    }
  };
  refresh(options.nowMs);

  const latentDuring = (at: number, atMs: number, span: Span): number => {
    const anchor = span.editions[edition.key]?.latents[at] ?? home[at]!;
    const latent = anchor + paths[at]!(atMs, span.anchorMs);
    return Math.min(FARTHEST_LATENT, Math.max(-FARTHEST_LATENT, latent));
  };
  const likelihoodDuring = (at: number, atMs: number, span: Span): number => {
    const anchor = span.editions[edition.key];
    if (!anchor) return 1;
    const passed = passedOf(span, atMs);
    return anchor.before[at]! * (1 - passed) + anchor.after[at]! * passed;
  };

  return {
    of: (at) => values[at]!,
    during: (at, atMs, span) =>
      valueWith(
        at,
        (other) => latentDuring(other, atMs, span),
        (other) => likelihoodDuring(other, atMs, span),
        (symbol) => underlyings.at(symbol, atMs, span),
        atMs,
      ),
    step(nowMs, jumpedSymbols) {
      const jumped: number[] = [];
      for (const [at, driver] of drivers.entries()) {
        if (driver.kind === 'strike' || driver.kind === 'updown') {
          if (jumpedSymbols.includes(driver.symbol)) jumped.push(at);
          continue;
        }
        const deviation = deviations[at]!;
        let move = random.bell(deviation) - Math.round((latents[at]! - home[at]!) / PULL);
        if (random.chance(160)) {
          move += random.bell(deviation * 40);
          jumped.push(at);
        }
        latents[at] = latents[at]! + move;
      }
      if (edition.winner >= 0) {
        const leftSeconds = Math.max(0, edition.decidedAtMs - nowMs) / 1_000;
        addSignal(likelihoods, edition.winner, CLARITY / (leftSeconds + 60), random);
      }
      refresh(nowMs);
      return jumped;
    },
    skip(span) {
      for (let at = 0; at < latents.length; at += 1) latents[at] = Math.round(latentDuring(at, span.toMs, span));
      const anchor: SpanAnchor | undefined = span.editions[edition.key];
      for (const [at, value] of (anchor?.after ?? []).entries()) likelihoods[at] = value;
      refresh(span.toMs);
    },
    anchor: () => ({ latents: [...latents], likelihoods: [...likelihoods] }),
  };
}

/**
 * One signal that names an outcome, the true one slightly more often; `nats` is its mean information.
 * The likelihoods are updated by Bayes' rule, so that future probabilities are not predictable.
 */
function addSignal(likelihoods: number[], winner: number, nats: number, random: Random): void {
  const count = likelihoods.length;
  const bias = Math.min(0.5, Math.sqrt(nats / count));
  const named = random.chance(Math.round(bias * ONE)) ? winner : random.below(count);
  likelihoods[named] = likelihoods[named]! * (1 + (bias * count) / (1 - bias));
  let most = 0;
  for (const value of likelihoods) most = Math.max(most, value);
  for (let at = 0; at < count; at += 1) likelihoods[at] = Math.max(1e-9, likelihoods[at]! / most);
}

/** Likelihoods at the end of an interval without individual signals. */
export function skipSignals(
  before: readonly number[],
  edition: Edition,
  fromMs: number,
  toMs: number,
  random: Random,
): number[] {
  const after = [...before];
  if (edition.winner < 0) return after;
  const steps = 200;
  const stepSeconds = (toMs - fromMs) / 1_000 / steps;
  for (let step = 0; step < steps; step += 1) {
    const left = Math.max(0, (edition.decidedAtMs - fromMs) / 1_000 - step * stepSeconds);
    addSignal(after, edition.winner, Math.min(0.5, (CLARITY * stepSeconds) / (left + 60)), random);
  }
  return after;
}
