/**
 * Terms of a conditional order from its form and what the mirror knows: prices beside others get their value here.
 *
 * Units       Prices in the terms of the order's outcome; millionths; times in ms of the exchange's clock.
 * Invariants  Reads the mirror and changes nothing. Every order has a worst price.
 * Errors      Never throws: a field that is missing or wrong is named, with what was expected.
 */
import type { Direction } from '#shared/market/outcome.ts';
import { smallestLot, type Tick } from '#shared/market/tickGrid.ts';
import { DEFAULT_MAX_SPREAD, defaultMinShares } from '#shared/order/conditional/defaults.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import type { ConditionalTerms, StopLeg, TrailDistance, Walk } from '#shared/order/conditional/terms.ts';
import type { Crosses, Trigger } from '#shared/order/conditional/trigger.ts';
import { buildScale } from '#shared/order/conditional/types/scale.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { type ConditionalForm, type FormField, KIND_FORMS, type KindField } from './conditionalForm.ts';
import {
  type PriceStart,
  parseContracts,
  parseCount,
  parseDistance,
  parseDuration,
  parsePriceText,
  parseUnderlying,
  resolvePriceText,
} from './conditionalTexts.ts';
import type { Typed } from './typedPrice.ts';

/** What a form is read against. */
export interface FormFacts {
  readonly outcome: OutcomeRef;
  readonly shares: Shares;
  readonly tick: Tick;
  readonly exchangeTimeMs: number;
  readonly closeAtMs: number | null;
  readonly starts: Readonly<Record<Exclude<PriceStart, 'trigger'>, Price | null>>;
  /** Of this market; null where no underlying decides it. */
  readonly underlying: string | null;
  /** Symbols that any listed market has. */
  readonly symbols: readonly string[];
}

export type FormProblem = { readonly field: FormField; readonly problem: string };
export type BuiltTerms = { readonly terms: ConditionalTerms } | FormProblem;

const LEAST_MS = 5_000;
const MOST_MS = 30 * 86_400_000;
/** A limit walks by a tick at this pace. */
const WALK_EVERY_MS = 2_000;
const MAX_LEVELS = 20;
const MAX_SLICES = 200;
/** Clips are up to a fifth smaller, and follow within three seconds. */
const ICEBERG_VARIES = { sizeSpreadBps: 2_000, maxDelayMs: 3_000 } as const;
/** A chase follows a tick that stood for a second, and is cancelled when its time or its moves are used. */
const CHASE_PACE = {
  postOnly: true,
  minTicks: 1,
  minMs: 1_000,
  everyMs: 2_000,
  maxMoves: 100,
  maxTicks: 1_000,
  atEnd: 'cancel',
} as const;
/** Words for a field without text. */
const MISSING: Readonly<Record<KindField['reads'], string>> = {
  price: 'Type a price such as 0.31 or bid-3t',
  distance: 'Type a distance such as 3t or 2%',
  ticks: 'Type ticks such as 2t',
  duration: 'Type a time such as 10m or 1h30m',
  underlying: 'Type a condition such as BTC-USD >= 96000',
  count: 'Type how many, such as 5',
  contracts: 'Type contracts such as 50',
};

/** Thrown inside this file alone. */
class FieldError extends Error {
  readonly field: FormField;

  constructor(field: FormField, problem: string) {
    super(problem);
    this.field = field;
  }
}

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
  const base = {
    outcome,
    direction,
    shares,
    startsWhen: read.startsWhen(),
    goodTillMs: expiryMs === null ? null : exchangeTimeMs + expiryMs,
  };
  switch (kind) {
    case 'stop': {
      const { trigger, limit, worst, walk } = read.stop();
      return { ...base, kind, trigger, limit, worst, walk };
    }
    case 'takeProfit': {
      const limit = read.price('target');
      return { ...base, kind, limit, worst: limit, touch: null };
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
      if (base.goodTillMs === null) throw new FieldError('expiry', MISSING.duration);
      return { ...base, kind, price, worst: price, postOnly: false, killAfterMs: null };
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
      return { ...base, kind, worst, lengthMs, slices, minSlice, pricing: 'join', atEnd: 'report' };
    }
    case 'chase':
      return { ...base, kind, worst: read.price('worst'), maxMs: read.duration('length'), ...CHASE_PACE };
  }
}

function openReader(form: ConditionalForm, facts: FormFacts) {
  const { fields, kind, direction, source } = form;
  const { tick, outcome, shares } = facts;
  const readsOf = (field: FormField): KindField['reads'] =>
    KIND_FORMS[kind].fields.find((one) => one.field === field)?.reads ?? 'price';
  const need = <T>(field: FormField, typed: Typed<T>): T => {
    if (typed.ok) return typed.value;
    throw new FieldError(field, typed.hint ?? MISSING[readsOf(field)]);
  };
  const isEmpty = (field: FormField): boolean => (fields[field] ?? '').trim() === '';
  const textOf = (field: FormField): string => fields[field] ?? '';

  /** @param trigger what '-2t' starts at. */
  const price = (field: FormField, trigger: Price | null = null): Price => {
    const typed = need(field, parsePriceText(textOf(field), tick));
    return need(field, resolvePriceText(typed, { ...facts.starts, trigger }, tick));
  };
  const priceOr = <T>(field: FormField, other: T, trigger: Price | null = null): Price | T =>
    isEmpty(field) ? other : price(field, trigger);
  const duration = (field: FormField): number => need(field, parseDuration(textOf(field), LEAST_MS, MOST_MS));
  const distance = (field: FormField): TrailDistance => need(field, parseDistance(textOf(field)));

  const worst = (limit: Price, of: Direction): Price => {
    const typed = priceOr('worst', limit, limit);
    if (of === 'sell' ? typed > limit : typed < limit) {
      throw new FieldError(
        'worst',
        `The worst price must be ${of === 'sell' ? 'at or below' : 'at or above'} the limit`,
      );
    }
    return typed;
  };

  const underlying = (field: FormField, text: string, symbol: string | null, crosses: Crosses | null): Trigger => {
    const read = need(field, parseUnderlying(text, symbol, crosses, facts.symbols));
    return { kind: 'underlying', ...read, confirm: { kind: 'double' } };
  };

  return {
    price,
    priceOr,
    duration,
    distance,
    worst,
    count: (field: FormField, least: number, most: number): number =>
      need(field, parseCount(textOf(field), least, most)),
    contracts: (field: FormField): Shares => need(field, parseContracts(textOf(field))),
    durationOr: <T>(field: FormField, other: T): number | T => (isEmpty(field) ? other : duration(field)),
    distanceOr: <T>(field: FormField, other: T): TrailDistance | T => (isEmpty(field) ? other : distance(field)),
    startsWhen: (): Trigger | null => (isEmpty('when') ? null : underlying('when', textOf('when'), null, null)),
    /** @param of the direction of the stop; @param entry price of the purchase that it protects. */
    stop(of: Direction = direction, entry: Price | null = null): StopLeg {
      const crosses: Crosses = of === 'sell' ? 'atOrBelow' : 'atOrAbove';
      if (source === 'underlying') {
        if (facts.underlying === null) throw new FieldError('trigger', 'No underlying price decides this market');
        const limit = price('limit');
        const bound = worst(limit, of);
        const trigger = underlying('trigger', textOf('trigger'), facts.underlying, crosses);
        return { trigger, limit, worst: bound, walk: walkOf(limit, bound) };
      }
      const at = price('trigger', entry);
      const limit = price('limit', at);
      if (of === 'sell' ? limit > at : limit < at) {
        const where = of === 'sell' ? 'at or below' : 'at or above';
        throw new FieldError('limit', `The limit must be ${where} the trigger: it would rest beyond the market`);
      }
      if (entry !== null && at >= entry) {
        throw new FieldError('trigger', 'The stop must be below the price of the purchase');
      }
      const bound = worst(limit, of);
      const trigger: Trigger = {
        kind: 'price',
        outcome,
        source: source ?? (of === 'sell' ? 'ask' : 'bid'),
        crosses,
        price: at,
        minShares: defaultMinShares(shares, tick),
        maxSpread: DEFAULT_MAX_SPREAD,
        confirm: { kind: 'double' },
      };
      return { trigger, limit, worst: bound, walk: walkOf(limit, bound) };
    },
    target(stop: StopLeg): Price {
      const target = price('target');
      const { trigger } = stop;
      if (trigger.kind === 'price' && target <= trigger.price) {
        throw new FieldError('target', 'The take profit must be above the stop');
      }
      return target;
    },
  };
}

/** A limit that has somewhere to go walks there. */
function walkOf(limit: Price, worst: Price): Walk | null {
  return limit === worst ? null : { ticks: 1, everyMs: WALK_EVERY_MS };
}

function ticksOf(field: FormField, distance: TrailDistance): number {
  if (distance.kind === 'ticks') return distance.ticks;
  throw new FieldError(field, MISSING.ticks);
}
