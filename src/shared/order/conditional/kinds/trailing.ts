/**
 * Trailing stop: its trigger follows the best confirmed bid at a distance.
 *
 * Invariants  The peak never falls, and only a bid of the least size that stood for two observations raises it.
 * Source      docs/conditionals.md#types.
 */
import type { Tick } from '../../../market/tickGrid.ts';
import { nullable, PRICE, SHARES, whole } from '../../../units/fields.ts';
import { MICROS } from '../../../units/micros.ts';
import type { Price } from '../../../units/price.ts';
import { asks, noFaster, noMore } from '../declaration/consentRules.ts';
import { distance, LIFE_INPUTS, optionalInput, price, STALE_INPUT, ticks } from '../declaration/form.ts';
import { boundOf, defineKind } from '../declaration/kind.ts';
import { type FiredLeg, firedPlan, firedWakes, tickOf } from '../declaration/single.ts';
import { DISTANCE, type Distance, SPREAD, type TermsOf, WALK } from '../declaration/termsFields.ts';
import { formatDistance } from '../declaration/texts.ts';
import { DEFAULT_MAX_SPREAD, DOUBLE_MS, defaultMinShares } from '../defaults.ts';
import { isSameBook, priceOfSize, usableBook } from '../observation.ts';
import type { Known, PeakCandidate, StateOf } from '../state.ts';
import type { PriceTrigger } from '../trigger.ts';

const fields = {
  /** The greater of one tick and this. */
  distance: DISTANCE,
  /** The peak is followed from this price on; null: from the start. */
  activation: nullable(PRICE),
  minShares: SHARES,
  maxSpread: SPREAD,
  /** The order's price is the trigger price less this, and never beyond `worst`. */
  cap: whole(0, 999_999),
  walk: WALK,
};
export type TrailingTerms = TermsOf<'trailing', typeof fields>;
type State = StateOf<TrailingTerms>;

export const trailing = defineKind('trailing', fields, {
  form: {
    verb: 'trail',
    inputs: {
      distance: distance('Trails by', 'by'),
      cap: ticks('Limit below it', 'limit'),
      worst: price('Never below', 'worst'),
      activation: optionalInput(price('Follows from', 'from')),
      stale: STALE_INPUT,
      ...LIFE_INPUTS,
    },
    read: ({ value, shares, tick }) => ({
      distance: value('distance'),
      activation: value('activation'),
      minShares: defaultMinShares(shares, tick),
      maxSpread: DEFAULT_MAX_SPREAD,
      cap: value('cap') * tick,
      worst: value('worst'),
      walk: null,
    }),
    write: ({ distance: by, cap, worst, activation }, tick) => ({
      distance: by,
      cap: Math.round(cap / tick),
      worst,
      activation,
    }),
  },
  texts: {
    name: 'Trailing stop',
    shortName: 'Trailing',
    summary: (terms, { amount }) => `${amount} ${formatDistance(terms.distance)} below the best bid`,
    watches: (terms) => `bid ${formatDistance(terms.distance)} below its peak`,
    progress({ distance: by }, { peak, tick }, { price: write }) {
      const trigger = trailPrice(by, peak, tick);
      return peak === null || trigger === null
        ? null
        : `ask ≤ ${write(trigger)} · ${formatDistance(by)} below ${write(peak)}`;
    },
    does({ distance: by, activation, cap, worst }, { amount, price: write }) {
      const since = activation === null ? 'it was armed' : `it reached ${write(activation)}`;
      return [
        `Sells ${amount} when the best bid is ${formatDistance(by)} below its highest point since ${since}.`,
        `The limit is ${write(cap)} below that trigger, and never below ${write(worst)}.`,
      ];
    },
  },
  triggers(state) {
    const trigger = trailingTrigger(state);
    return trigger === null ? {} : { stop: trigger };
  },
  plan: (state, nowMs) => firedPlan(state, 'stop', trailingLeg(state), nowMs),
  wakeTimes: (state, nowMs) => firedWakes(state, 'stop', trailingLeg(state), nowMs),
  follow(state, nowMs) {
    const { peak, candidate } = stepPeak(state, state.known, nowMs);
    if (peak === state.peak && candidate === state.known.peakCandidate) return state;
    return { ...state, peak, known: { ...state.known, peakCandidate: candidate } };
  },
  only: 'sell',
  tradeBounds: (terms) => [boundOf(terms, terms.worst)],
  consent: {
    distance: asks,
    activation: asks,
    minShares: asks,
    maxSpread: asks,
    cap: noMore,
    walk: noFaster,
  },
  prices: ({ worst }) => [worst],
  priceBounds: () => [],
  protects: () => true,
  watchesOwnBook: true,
  needsPrices: true,
  followedPrice: ({ distance: by }, peak, tick) => trailPrice(by, peak, tick),
  exitLeg: ({ terms: { direction, worst, shares } }) => (direction === 'sell' ? { slot: 'stop', worst, shares } : null),
});

/** Null until the peak is known. */
export function trailingTrigger(state: State): PriceTrigger | null {
  const { outcome, minShares, maxSpread } = state.terms;
  const price = trailingPrice(state);
  if (price === null) return null;
  const confirm = { kind: 'double' } as const;
  return { kind: 'price', outcome, source: 'ask', crosses: 'atOrBelow', price, minShares, maxSpread, confirm };
}

export function trailingPrice(state: State): Price | null {
  const tick = tickOf(state);
  return tick === null ? null : trailPrice(state.terms.distance, state.peak, tick);
}

/** The trigger's price: the peak less the distance, at least one tick less, on the grid; null before there is a peak. */
export function trailPrice(distance: Distance, peak: Price | null, tick: Tick): Price | null {
  if (peak === null) return null;
  const wanted = distance.kind === 'ticks' ? distance.ticks * tick : Math.floor((peak * distance.bps) / 10_000);
  const steps = Math.floor((peak - Math.max(tick, wanted)) / tick);
  const highest = Math.floor((MICROS - tick) / tick);
  return (Math.min(Math.max(steps, 1), highest) * tick) as Price;
}

function trailingLeg(state: State): FiredLeg {
  const { worst, walk, cap } = state.terms;
  const limit = Math.max(worst, (trailingPrice(state) ?? worst) - cap) as Price;
  return { limit, worst, walk };
}

export interface PeakStep {
  readonly peak: Price | null;
  readonly candidate: PeakCandidate | null;
}

/** One step of the peak on what is known now. */
export function stepPeak(state: State, known: Known, nowMs: number): PeakStep {
  const { outcome, minShares, activation } = state.terms;
  const { peak } = state;
  const book = known.books[outcome.market];
  const view = usableBook(book, outcome.side, nowMs);
  if (book === undefined || view === null) return { peak, candidate: null };
  const bid = priceOfSize(view.bids, minShares);
  const floor = peak ?? (activation === null ? 0 : activation - 1);
  if (bid === null || bid <= floor) return { peak, candidate: null };
  const { epoch, sequence, provedAtMs } = book;
  const before = known.peakCandidate;
  if (before === null || !isSameBook(before, book)) {
    return { peak, candidate: { price: bid, sinceMs: provedAtMs, epoch, sequence, provedAtMs } };
  }
  if (before.sequence === sequence && before.provedAtMs === provedAtMs) return { peak, candidate: before };
  const price = Math.min(before.price, bid) as Price;
  if (provedAtMs - before.sinceMs < DOUBLE_MS) {
    return { peak, candidate: { ...before, price, sequence, provedAtMs } };
  }
  const next = bid > price ? { price: bid, sinceMs: provedAtMs, epoch, sequence, provedAtMs } : null;
  return { peak: price, candidate: next };
}
