/**
 * Reader of the fields of a conditional order's form: each answers its value, or names its field and what was expected.
 *
 * Units       Prices in the terms of the order's outcome; millionths; durations in ms.
 * Errors      Throws FieldError alone, which buildTerms catches.
 */
import type { StandInChoice } from '#shared/ipc/preferences.ts';
import type { Direction } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { StopLeg, Walk } from '#shared/order/conditional/declaration/termsFields.ts';
import { DEFAULT_MAX_SPREAD, defaultMinShares } from '#shared/order/conditional/defaults.ts';
import type { CancelsAllLeg } from '#shared/order/conditional/kinds/oneCancelsAll.ts';
import type { TrailDistance } from '#shared/order/conditional/kinds/trailing.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import type { Confirmation, Crosses, StandIn, Trigger, TriggerSource } from '#shared/order/conditional/trigger.ts';
import { floorToLot } from '#shared/order/exits/quote.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import type { MarketWords } from '../markets/marketWords.ts';
import { quote, type Typed } from '../orders/typedPrice.ts';
import { type ConditionalForm, signOf } from './conditionalForm.ts';
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
import { type FormField, KIND_FORMS, type KindField } from './kindForms.ts';
import {
  CONDITION_EXAMPLE,
  type Conditions,
  DOUBLE,
  MAX_CONDITIONS,
  parseCondition,
  parseConditions,
  parseHeld,
} from './typedConditions.ts';
import { LEG_EXAMPLE, parseLeg, parseSteps, STEPS_EXAMPLE } from './typedLegs.ts';

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
  readonly markets: MarketWords;
  /** Where the form names nothing. */
  readonly standIn: StandInChoice;
}

const LEAST_MS = 5_000;
const MOST_MS = 30 * 86_400_000;
/** A limit walks by a tick at this pace. */
const WALK_EVERY_MS = 2_000;
/** Words for a field without text. */
export const MISSING: Readonly<Record<KindField['reads'], string>> = {
  price: 'Type a price such as 0.31 or bid-3t',
  distance: 'Type a distance such as 3t or 2%',
  ticks: 'Type ticks such as 2t',
  duration: 'Type a time such as 10m or 1h30m',
  conditions: `Type a condition such as ${CONDITION_EXAMPLE}`,
  choice: 'Choose one',
  standIn: 'Type wait, rest, or a condition such as BTC-USD <= 94000',
  count: 'Type how many, such as 5',
  contracts: 'Type contracts such as 50',
  leg: `Type a leg such as ${LEG_EXAMPLE}`,
  steps: `Type ticks such as ${STEPS_EXAMPLE}`,
};

/** A field that is missing or wrong. */
export class FieldError extends Error {
  readonly field: FormField;

  constructor(field: FormField, problem: string) {
    super(problem);
    this.field = field;
  }
}

export function openReader(form: ConditionalForm, facts: FormFacts) {
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
  const duration = (field: FormField, leastMs = LEAST_MS): number =>
    need(field, parseDuration(textOf(field), leastMs, MOST_MS));
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

  const minShares = defaultMinShares(shares, tick);
  const conditionFacts = { ...facts, minShares };
  const confirm = (): Confirmation => (isEmpty('holds') ? DOUBLE : need('holds', parseHeld(textOf('holds'))));
  const conditions = (field: FormField): Conditions | null =>
    isEmpty(field) ? null : need(field, parseConditions(textOf(field), conditionFacts));

  /** The trigger with the conditions that were typed beside it. */
  const combine = (trigger: Trigger): Trigger => {
    const and = conditions('and');
    const or = conditions('or');
    if (and !== null && or !== null) throw new FieldError('or', 'Conditions are joined by and, or by or, not by both');
    const further = and ?? or;
    if (further === null) return trigger;
    const field = and === null ? 'or' : 'and';
    const joined = and === null ? 'any' : 'all';
    if (further.of.length > 1 && further.joined !== joined) {
      throw new FieldError(field, 'Conditions are joined by and, or by or, not by both');
    }
    if (further.of.length >= MAX_CONDITIONS) throw new FieldError(field, `At most ${MAX_CONDITIONS} conditions`);
    return { kind: joined, of: [trigger, ...further.of] };
  };

  /** A typed trigger that is no price of the order's outcome; null for the others. */
  const typedTrigger = (crosses: Crosses): Trigger | null => {
    const text = textOf('trigger');
    if (source === 'underlying') {
      if (facts.underlying === null) throw new FieldError('trigger', 'No underlying price decides this market');
      const read = need('trigger', parseUnderlying(text, facts.underlying, crosses, facts.symbols));
      return { kind: 'underlying', ...read, confirm: confirm() };
    }
    if (source !== 'other') return null;
    if (isEmpty('trigger')) throw new FieldError('trigger', MISSING.conditions);
    const read = need('trigger', parseCondition(text, conditionFacts));
    return isEmpty('holds') ? read : { ...read, confirm: confirm() };
  };

  const priceTrigger = (of: TriggerSource, crosses: Crosses, at: Price): Trigger => ({
    kind: 'price',
    outcome,
    source: of,
    crosses,
    price: at,
    minShares,
    maxSpread: DEFAULT_MAX_SPREAD,
    confirm: confirm(),
  });

  return {
    price,
    priceOr,
    duration,
    distance,
    worst,
    count: (field: FormField, least: number, most: number): number =>
      need(field, parseCount(textOf(field), least, most)),
    countOr: (field: FormField, other: number, least: number, most: number): number =>
      isEmpty(field) ? other : need(field, parseCount(textOf(field), least, most)),
    contracts: (field: FormField): Shares => need(field, parseContracts(textOf(field))),
    contractsOr: (field: FormField, other: Shares): Shares =>
      isEmpty(field) ? other : need(field, parseContracts(textOf(field))),
    steps: (): readonly number[] => need('steps', parseSteps(textOf('steps'))),
    /** The first leg, and those that are typed. */
    legs(first: CancelsAllLeg): readonly CancelsAllLeg[] {
      const legs = [first];
      for (const field of ['leg2', 'leg3', 'leg4'] as const) {
        if (isEmpty(field) && field !== 'leg2') continue;
        const leg = need(field, parseLeg(textOf(field), { own: outcome.market, tick, markets: facts.markets }));
        if (legs.some((one) => keyOf(one.outcome) === keyOf(leg.outcome))) {
          throw new FieldError(field, 'Each leg must be on an outcome of its own');
        }
        if (floorToLot(leg.shares, tick) !== leg.shares) throw new FieldError(field, 'The size must be whole lots');
        legs.push(leg);
      }
      return legs;
    },
    durationOr: <T>(field: FormField, other: T, leastMs = LEAST_MS): number | T =>
      isEmpty(field) ? other : duration(field, leastMs),
    distanceOr: <T>(field: FormField, other: T): TrailDistance | T => (isEmpty(field) ? other : distance(field)),
    /** The first one where nothing is typed. */
    choice<const C extends string>(field: FormField, choices: readonly [C, ...C[]]): C {
      const text = textOf(field).trim().toLowerCase();
      const chosen = text === '' ? choices[0] : choices.find((one) => one === text);
      if (chosen === undefined) throw new FieldError(field, `Expected ${choices.join(', ')}, found ${quote(text)}`);
      return chosen;
    },
    startsWhen(): Trigger | null {
      const read = conditions('when');
      if (read === null) return null;
      return read.of.length === 1 ? read.of[0]! : { kind: read.joined, of: read.of };
    },
    /** What decides while the book has no usable price; null: nothing, and for orders that buy. */
    standIn(): StandIn | null {
      const hasField = KIND_FORMS[kind].fields.some(({ field }) => field === 'stale');
      const sells = direction === 'sell' || kind === 'bracket';
      const typed = textOf('stale').trim().toLowerCase();
      if (!hasField || (!sells && typed === '')) return null;
      if (!sells && typed !== 'wait') throw new FieldError('stale', 'An order that buys waits for a live book');
      const isDefault = typed === '';
      const text = isDefault ? facts.standIn : typed;
      if (text === 'wait' || (isDefault && text === 'underlying' && facts.underlying === null)) return null;
      if (text === 'rest') return { kind: 'rest' };
      if (text === 'underlying') throw new FieldError('stale', MISSING.standIn);
      const read = need('stale', parseCondition(text, conditionFacts));
      if (read.kind !== 'underlying') throw new FieldError('stale', MISSING.standIn);
      const { symbol, crosses, price: level } = read;
      return { kind: 'underlying', symbol, crosses, price: level };
    },
    /** Of a take profit that is sent when the market touches it; null: its order rests. */
    touch(limit: Price): Trigger | null {
      if (source === null) {
        const unused = (['trigger', 'holds', 'and', 'or'] as const).find((field) => !isEmpty(field));
        if (unused !== undefined) throw new FieldError(unused, 'Choose what it watches: else the order rests at once');
        return null;
      }
      const crosses: Crosses = signOf(kind, direction) === '>=' ? 'atOrAbove' : 'atOrBelow';
      const typed = typedTrigger(crosses);
      if (typed !== null) return combine(typed);
      const at = priceOr('trigger', limit, limit);
      if (direction === 'sell' ? at < limit : at > limit) {
        throw new FieldError('trigger', 'The trigger must not be worse than the take profit: the order would rest');
      }
      return combine(priceTrigger(source as TriggerSource, crosses, at));
    },
    /** @param of the direction of the stop; @param entry price of the purchase that it protects. */
    stop(of: Direction = direction, entry: Price | null = null): StopLeg {
      const crosses: Crosses = of === 'sell' ? 'atOrBelow' : 'atOrAbove';
      const typed = typedTrigger(crosses);
      if (typed !== null) {
        const limit = price('limit');
        const bound = worst(limit, of);
        return { trigger: combine(typed), limit, worst: bound, walk: walkOf(limit, bound) };
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
      const trigger = combine(priceTrigger((source ?? (of === 'sell' ? 'ask' : 'bid')) as TriggerSource, crosses, at));
      return { trigger, limit, worst: bound, walk: walkOf(limit, bound) };
    },
    target(stop: StopLeg): Price {
      const target = price('target');
      const trigger = firstOf(stop.trigger);
      const isOwn = trigger.kind === 'price' && source !== 'other';
      if (isOwn && target <= trigger.price) throw new FieldError('target', 'The take profit must be above the stop');
      return target;
    },
  };
}

/** The trigger itself, before the conditions that are joined to it. */
function firstOf(trigger: Trigger): Trigger {
  return trigger.kind === 'all' || trigger.kind === 'any' ? trigger.of[0]! : trigger;
}

/** A limit that has somewhere to go walks there. */
export function walkOf(limit: Price, worst: Price): Walk | null {
  return limit === worst ? null : { ticks: 1, everyMs: WALK_EVERY_MS };
}

export function ticksOf(field: FormField, distance: TrailDistance): number {
  if (distance.kind === 'ticks') return distance.ticks;
  throw new FieldError(field, MISSING.ticks);
}
