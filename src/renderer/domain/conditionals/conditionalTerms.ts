/**
 * Terms of a conditional order from its form and what the mirror knows: prices beside others get their value here.
 *
 * Units       Prices in the terms of the order's outcome; millionths; times in ms of the exchange's clock.
 * Invariants  Reads the mirror and changes nothing. Every order has a worst price.
 * Errors      Never throws: a field that is missing or wrong is named, with what was expected.
 */
import { isOnTick, smallestLot } from '#shared/market/tickGrid.ts';
import { DEFAULT_MAX_SPREAD, defaultMinShares, MAX_OFFSETS } from '#shared/order/conditional/defaults.ts';
import { MAX_MOVES } from '#shared/order/conditional/kinds/chase.ts';
import { buildScale, MAX_LEVELS } from '#shared/order/conditional/kinds/scale.ts';
import { MAX_SLICES } from '#shared/order/conditional/kinds/twap.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { floorToLot } from '#shared/order/exits/quote.ts';
import type { Price } from '#shared/units/price.ts';
import type { ConditionalForm } from './conditionalForm.ts';
import { FieldError, type FormFacts, MISSING, openReader, ticksOf, walkOf } from './conditionalReader.ts';
import { MAX_TICKS } from './conditionalTexts.ts';
import type { FormField } from './kindForms.ts';

export type { FormFacts } from './conditionalReader.ts';

export type FormProblem = { readonly field: FormField; readonly problem: string };
export type BuiltTerms = { readonly terms: ConditionalTerms } | FormProblem;

/** Clips are up to a fifth smaller, and follow within three seconds. */
const ICEBERG_VARIES = { sizeSpreadBps: 2_000, maxDelayMs: 3_000 } as const;
/** A chase follows a tick that stood for a second. */
const CHASE_PACE = { postOnly: true, minTicks: 1, minMs: 1_000, everyMs: 2_000 } as const;
const DEFAULT_MOVES = 100;
/** An order that is cancelled sooner would never be on the book. */
const LEAST_KILL_MS = 1_000;

export function buildTerms(form: ConditionalForm, facts: FormFacts): BuiltTerms {
  try {
    return { terms: build(form, facts) };
  } catch (error) {
    if (error instanceof FieldError) return { field: error.field, problem: error.message };
    throw error;
  }
}

function build(form: ConditionalForm, facts: FormFacts): ConditionalTerms {
  const read = openReader(form, facts);
  const { outcome, shares, exchangeTimeMs } = facts;
  const { kind, direction } = form;
  const expiryMs = read.durationOr('expiry', null);
  const standIn = read.standIn();
  const base = {
    outcome,
    direction,
    shares,
    startsWhen: read.startsWhen(),
    goodTillMs: expiryMs === null ? null : exchangeTimeMs + expiryMs,
    ...(standIn === null ? {} : { standIn }),
  };
  switch (kind) {
    case 'stop': {
      const { trigger, limit, worst, walk } = read.stop();
      return { ...base, kind, trigger, limit, worst, walk };
    }
    case 'takeProfit': {
      const limit = read.price('target');
      return { ...base, kind, limit, worst: limit, touch: read.touch(limit) };
    }
    case 'oco': {
      const stop = read.stop();
      const takeProfit = read.target(stop);
      const flip = read.distanceOr('flip', null);
      return {
        ...base,
        kind,
        takeProfit,
        stop,
        worst: stop.worst,
        flipTicks: flip === null ? null : ticksOf('flip', flip),
      };
    }
    case 'trailing':
      return {
        ...base,
        kind,
        distance: read.distance('distance'),
        activation: read.priceOr('activation', null),
        minShares: defaultMinShares(shares, facts.tick),
        maxSpread: DEFAULT_MAX_SPREAD,
        cap: ticksOf('cap', read.distance('cap')) * facts.tick,
        worst: read.price('worst'),
        walk: null,
      };
    case 'bracket': {
      const price = read.price('price');
      const stop = read.stop('sell', price);
      const takeProfit = read.target(stop);
      if (takeProfit <= price)
        throw new FieldError('target', 'The take profit must be above the price of the purchase');
      const batch = defaultMinShares(shares, facts.tick);
      return { ...base, kind, entry: { price, postOnly: false }, worst: price, takeProfit, stop, batch };
    }
    case 'goodTill': {
      const price = read.price('price');
      const killAfterMs = read.durationOr('kill', null, LEAST_KILL_MS);
      if (base.goodTillMs === null && killAfterMs === null) throw new FieldError('expiry', MISSING.duration);
      return { ...base, kind, price, worst: price, postOnly: false, killAfterMs };
    }
    case 'closeBefore': {
      const beforeMs = read.duration('before');
      if (facts.closeAtMs === null) throw new FieldError('before', 'The exchange states no close of this market');
      const limit = read.price('limit');
      const worst = read.worst(limit, direction);
      return { ...base, kind, beforeMs, limit, worst, walk: walkOf(limit, worst) };
    }
    case 'scale': {
      const from = read.price('price');
      const to = read.price('target');
      const count = read.count('count', 2, MAX_LEVELS);
      const levels = buildScale(from, to, count, shares, facts.tick);
      if (levels.some((level) => level.shares === 0)) throw new FieldError('count', 'Too many orders for the size');
      const worst = direction === 'sell' ? Math.min(from, to) : Math.max(from, to);
      return { ...base, kind, levels, worst: worst as Price, postOnly: false };
    }
    case 'iceberg': {
      const price = read.price('price');
      const clip = read.contracts('clip');
      if (clip > shares) throw new FieldError('clip', 'A clip must be smaller than the order');
      return { ...base, kind, price, worst: price, clip, ...ICEBERG_VARIES };
    }
    case 'twap': {
      const lengthMs = read.duration('length');
      const slices = read.count('count', 2, MAX_SLICES);
      const minSlice = smallestLot(facts.tick);
      const worst = read.price('worst');
      const pricing = read.choice('pricing', ['join', 'cross']);
      const atEnd = read.choice('end', ['report', 'rest', 'cross']);
      return { ...base, kind, worst, lengthMs, slices, minSlice, pricing, atEnd };
    }
    case 'chase': {
      const within = read.distanceOr('within', null);
      return {
        ...base,
        kind,
        worst: read.price('worst'),
        maxMs: read.duration('length'),
        maxMoves: read.countOr('moves', DEFAULT_MOVES, 1, MAX_MOVES),
        maxTicks: within === null ? MAX_TICKS : ticksOf('within', within),
        atEnd: read.choice('end', ['cancel', 'rest', 'take']),
        ...CHASE_PACE,
      };
    }
    case 'oneCancelsAll': {
      const price = read.price('price');
      const legs = read.legs({ outcome, shares, price });
      return { ...base, kind, worst: price, legs, mode: read.choice('mode', ['block', 'race']) };
    }
    case 'offset': {
      const price = read.price('price');
      const steps = read.steps();
      checkSteps(steps, price, form, facts);
      const batch = read.contractsOr('batch', defaultMinShares(shares, facts.tick));
      if (floorToLot(batch, facts.tick) !== batch) throw new FieldError('batch', 'A batch must be whole lots');
      if (batch > shares) throw new FieldError('batch', 'A batch must be no more than the order');
      if (Math.ceil(shares / batch) * steps.length > MAX_OFFSETS) {
        throw new FieldError('batch', `At most ${MAX_OFFSETS} offsets: choose a larger batch or fewer steps`);
      }
      return { ...base, kind, worst: price, parent: { price, postOnly: false }, batch, steps };
    }
  }
}

function checkSteps(steps: readonly number[], price: Price, { direction }: ConditionalForm, { tick }: FormFacts): void {
  const sign = direction === 'buy' ? 1 : -1;
  const beyond = steps.find((ticks) => !isOnTick((price + sign * ticks * tick) as Price, tick));
  if (beyond !== undefined) throw new FieldError('steps', `${beyond} ticks from the price is no price of this market`);
}
