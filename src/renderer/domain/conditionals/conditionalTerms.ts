/**
 * Terms of a conditional order from its form and what the mirror knows: prices beside others get their value here.
 *
 * Units       Prices in the terms of the order's outcome; millionths; times in ms of the exchange's clock.
 * Invariants  Reads the mirror and changes nothing. Every order has a worst price.
 * Errors      Never throws: a field that is missing or wrong is named, with what was expected.
 */
import type { StandInChoice } from '#shared/ipc/preferences.ts';
import type { Direction } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { EXPIRY_INPUT, type FormReader } from '#shared/order/conditional/declaration/form.ts';
import { walkBetween } from '#shared/order/conditional/declaration/prices.ts';
import { MAX_PARTS } from '#shared/order/conditional/declaration/termsFields.ts';
import { DEFAULT_MAX_SPREAD, defaultMinShares } from '#shared/order/conditional/defaults.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { Confirmation, Crosses, StandIn, Trigger, TriggerSource } from '#shared/order/conditional/trigger.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import type { MarketWords } from '../markets/marketWords.ts';
import { quote, type Typed } from '../orders/typedPrice.ts';
import {
  type ConditionalForm,
  type FormField,
  formOf,
  listFields,
  mayHaveStandIn,
  signOf,
  stopDirectionOf,
} from './conditionalForm.ts';
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
import { type Conditions, DOUBLE, parseCondition, parseConditions, parseHeld } from './typedConditions.ts';
import { describeMissing } from './typedInputs.ts';
import { parseLeg, parseSteps } from './typedLegs.ts';

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

export type FormProblem = { readonly field: FormField; readonly problem: string };
export type BuiltTerms = { readonly terms: ConditionalTerms } | FormProblem;

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
  const { kind, direction } = form;
  const { outcome, shares, exchangeTimeMs } = facts;
  const expiryMs = read.lifeMs();
  const standIn = read.standIn();
  const base = {
    outcome,
    direction,
    shares,
    startsWhen: read.startsWhen(),
    goodTillMs: expiryMs === null ? null : exchangeTimeMs + expiryMs,
    ...(standIn === null ? {} : { standIn }),
  };
  return { ...base, kind, ...formOf(kind).read(read) } as ConditionalTerms;
}

/** A field that is missing or wrong. */
export class FieldError extends Error {
  readonly field: FormField;

  constructor(field: FormField, problem: string) {
    super(problem);
    this.field = field;
  }
}

/** What every kind has. */
interface LifeReader {
  /** From now on; null: it does not end. */
  lifeMs(): number | null;
  startsWhen(): Trigger | null;
  /** What decides while the book has no usable price; null: nothing, and for orders that buy. */
  standIn(): StandIn | null;
}

function openReader(form: ConditionalForm, facts: FormFacts): FormReader & LifeReader {
  const { fields, kind, direction, source } = form;
  const { tick, outcome, shares } = facts;
  const inputs = listFields(kind);
  const inputOf = (name: string) => inputs.find(({ field }) => field === name)!;
  const textOf = (name: string): string => fields[name as FormField] ?? '';
  const isEmpty = (name: string): boolean => textOf(name).trim() === '';
  const refuse: FormReader['refuse'] = (name, problem = describeMissing(inputOf(name).reads)) => {
    throw new FieldError(name as FormField, problem);
  };
  const need = <T>(name: string, typed: Typed<T>): T =>
    typed.ok ? typed.value : refuse(name, typed.hint ?? undefined);

  /** @param trigger what '-2t' starts at. */
  const price = (name: string, trigger: Price | null = null): Price => {
    const typed = need(name, parsePriceText(textOf(name), tick));
    return need(name, resolvePriceText(typed, { ...facts.starts, trigger }, tick));
  };
  const priceOr = (name: string, other: Price, trigger: Price): Price => (isEmpty(name) ? other : price(name, trigger));

  /** The value of an input that has text. */
  const read = (name: string): unknown => {
    const { reads, bounds = { min: 0, max: 0 }, choices = {} } = inputOf(name);
    const text = textOf(name);
    switch (reads) {
      case 'price':
        return price(name);
      case 'distance':
        return need(name, parseDistance(text));
      case 'ticks': {
        const distance = need(name, parseDistance(text));
        return distance.kind === 'ticks' ? distance.ticks : refuse(name);
      }
      case 'duration':
        return need(name, parseDuration(text, bounds.min, bounds.max));
      case 'count':
        return need(name, parseCount(text, bounds.min, bounds.max));
      case 'contracts':
        return need(name, parseContracts(text));
      case 'steps':
        return need(name, parseSteps(text, bounds.max));
      case 'leg':
        return need(name, parseLeg(text, { own: outcome.market, tick, markets: facts.markets }));
      case 'choice':
        return readChoice(name, Object.keys(choices));
      case 'conditions':
        return conditions(name);
      case 'standIn':
        return text.trim();
    }
  };

  /** The first one where nothing is typed. */
  const readChoice = (name: string, choices: readonly string[]): string => {
    const text = textOf(name).trim().toLowerCase();
    const chosen = text === '' ? choices[0] : choices.find((one) => one === text);
    return chosen ?? refuse(name, `Expected ${choices.join(', ')}, found ${quote(text)}`);
  };

  const value = (name: string): unknown => {
    const { isRequired, choices } = inputOf(name);
    return isEmpty(name) && !isRequired && choices === undefined ? null : read(name);
  };

  const worst = (limit: Price, of: Direction = direction): Price => {
    const typed = priceOr('worst', limit, limit);
    if (of === 'sell' ? typed <= limit : typed >= limit) return typed;
    return refuse('worst', `The worst price must be ${of === 'sell' ? 'at or below' : 'at or above'} the limit`);
  };

  const minShares = defaultMinShares(shares, tick);
  const conditionFacts = { ...facts, minShares };
  const confirm = (): Confirmation => (isEmpty('holds') ? DOUBLE : need('holds', parseHeld(textOf('holds'))));
  const conditions = (field: string): Conditions | null =>
    isEmpty(field) ? null : need(field, parseConditions(textOf(field), conditionFacts));

  /** The trigger with the conditions that were typed beside it. */
  const combine = (trigger: Trigger): Trigger => {
    const and = conditions('and');
    const or = conditions('or');
    if (and !== null && or !== null) refuse('or', 'Conditions are joined by and, or by or, not by both');
    const further = and ?? or;
    if (further === null) return trigger;
    const field = and === null ? 'or' : 'and';
    const joined = and === null ? 'any' : 'all';
    if (further.of.length > 1 && further.joined !== joined) {
      refuse(field, 'Conditions are joined by and, or by or, not by both');
    }
    if (further.of.length >= MAX_PARTS) refuse(field, `At most ${MAX_PARTS} conditions`);
    return { kind: joined, of: [trigger, ...further.of] };
  };

  /** A typed trigger that is no price of the order's outcome; null for the others. */
  const typedTrigger = (crosses: Crosses): Trigger | null => {
    const text = textOf('trigger');
    if (source === 'underlying') {
      if (facts.underlying === null) return refuse('trigger', 'No underlying price decides this market');
      const read = need('trigger', parseUnderlying(text, facts.underlying, crosses, facts.symbols));
      return { kind: 'underlying', ...read, confirm: confirm() };
    }
    if (source !== 'other') return null;
    if (isEmpty('trigger')) refuse('trigger', describeMissing('conditions'));
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
    outcome,
    direction,
    shares,
    tick,
    closeAtMs: facts.closeAtMs,
    value: value as FormReader['value'],
    isEmpty,
    refuse,
    worst,
    lifeMs() {
      const { min, max } = EXPIRY_INPUT.bounds!;
      return isEmpty('expiry') ? null : need('expiry', parseDuration(textOf('expiry'), min, max));
    },
    startsWhen() {
      const typed = conditions('when');
      if (typed === null) return null;
      return typed.of.length === 1 ? typed.of[0]! : { kind: typed.joined, of: typed.of };
    },
    standIn() {
      const typed = textOf('stale').trim().toLowerCase();
      if (!('stale' in formOf(kind).inputs)) return null;
      if (!mayHaveStandIn(form)) {
        return typed === '' || typed === 'wait' ? null : refuse('stale', 'An order that buys waits for a live book');
      }
      const isDefault = typed === '';
      const text = isDefault ? facts.standIn : typed;
      if (text === 'wait' || (isDefault && text === 'underlying' && facts.underlying === null)) return null;
      if (text === 'rest') return { kind: 'rest' };
      if (text === 'underlying') refuse('stale');
      const condition = need('stale', parseCondition(text, conditionFacts));
      if (condition.kind !== 'underlying') return refuse('stale');
      const { symbol, crosses, price: level } = condition;
      return { kind: 'underlying', symbol, crosses, price: level };
    },
    touch(limit) {
      if (source === null) {
        const unused = (['trigger', 'holds', 'and', 'or'] as const).find((field) => !isEmpty(field));
        if (unused !== undefined) refuse(unused, 'Choose what it watches: else the order rests at once');
        return null;
      }
      const crosses: Crosses = signOf(kind, direction) === '>=' ? 'atOrAbove' : 'atOrBelow';
      const typed = typedTrigger(crosses);
      if (typed !== null) return combine(typed);
      const at = priceOr('trigger', limit, limit);
      if (direction === 'sell' ? at < limit : at > limit) {
        refuse('trigger', 'The trigger must not be worse than the take profit: the order would rest');
      }
      return combine(priceTrigger(source as TriggerSource, crosses, at));
    },
    stop(entry = null) {
      const of = stopDirectionOf(kind, direction);
      const crosses: Crosses = signOf(kind, direction) === '>=' ? 'atOrAbove' : 'atOrBelow';
      const typed = typedTrigger(crosses);
      if (typed !== null) {
        const limit = price('limit');
        const bound = worst(limit, of);
        return { trigger: combine(typed), limit, worst: bound, walk: walkBetween(limit, bound) };
      }
      const at = price('trigger', entry);
      const limit = price('limit', at);
      if (of === 'sell' ? limit > at : limit < at) {
        const where = of === 'sell' ? 'at or below' : 'at or above';
        refuse('limit', `The limit must be ${where} the trigger: it would rest beyond the market`);
      }
      if (entry !== null && at >= entry) {
        refuse('trigger', 'The stop must be below the price of the purchase');
      }
      const bound = worst(limit, of);
      const trigger = combine(priceTrigger((source ?? (of === 'sell' ? 'ask' : 'bid')) as TriggerSource, crosses, at));
      return { trigger, limit, worst: bound, walk: walkBetween(limit, bound) };
    },
    target(stop) {
      const target = price('target');
      const trigger = firstOf(stop.trigger);
      const isOwn = trigger.kind === 'price' && source !== 'other';
      if (isOwn && target <= trigger.price) refuse('target', 'The take profit must be above the stop');
      return target;
    },
  };
}

/** The trigger itself, before the conditions that are joined to it. */
function firstOf(trigger: Trigger): Trigger {
  return trigger.kind === 'all' || trigger.kind === 'any' ? trigger.of[0]! : trigger;
}
