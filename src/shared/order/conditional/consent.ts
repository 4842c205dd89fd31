/**
 * Consent to a conditional order: what it may trade at most, over all its legs.
 *
 * Shape       The question to a person shows these bounds, and the machine places nothing beyond them.
 * Units       Millionths, in the terms of each outcome.
 * Invariants  Pure. A change is within a consent only where a rule of its field says so: what has no rule asks again.
 * Source      docs/decisions/0035-a-question-binds-what-executes.md
 */
import type { Direction } from '../../market/outcome.ts';
import { MICROS } from '../../units/micros.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';
import { keyOf } from './known.ts';
import type { OutcomeRef } from './observation.ts';
import type { ConditionalKind, ConditionalTerms, StopLeg, Walk } from './terms.ts';
import type { Confirmation, Trigger } from './trigger.ts';

/** All orders of one outcome and direction together. */
export interface TradeBound {
  readonly outcome: OutcomeRef;
  readonly direction: Direction;
  readonly shares: Shares;
  /** The lowest price of a sale, the highest of a buy. */
  readonly worst: Price;
}

/** What the terms may trade, buys first. */
export function listTradeBounds(terms: ConditionalTerms): readonly TradeBound[] {
  const { outcome, shares, direction } = terms;
  const bound = (worst: Price, way: Direction = direction): TradeBound => ({ outcome, direction: way, shares, worst });
  switch (terms.kind) {
    case 'stop':
    case 'trailing':
    case 'closeBefore':
    case 'twap':
    case 'chase':
      return [bound(terms.worst)];
    case 'takeProfit':
      return [bound(terms.limit)];
    case 'goodTill':
    case 'iceberg':
      return [bound(terms.price)];
    case 'oco':
      return [bound(worstPrice('sell', [terms.takeProfit, terms.stop.worst]))];
    case 'scale':
      return [
        bound(
          worstPrice(
            direction,
            terms.levels.map(({ price }) => price),
          ),
        ),
      ];
    case 'bracket': {
      const exits = [
        ...(terms.takeProfit === null ? [] : [terms.takeProfit]),
        ...(terms.stop === null ? [] : [terms.stop.worst]),
      ];
      return [bound(terms.entry.price), ...(exits.length === 0 ? [] : [bound(worstPrice('sell', exits), 'sell')])];
    }
    case 'oneCancelsAll':
      return terms.legs.map((leg) => ({ outcome: leg.outcome, direction, shares: leg.shares, worst: leg.price }));
    case 'offset': {
      // The offsets follow the price of each fill, which may be better than the parent's by any amount.
      const other = direction === 'buy' ? bound(1 as Price, 'sell') : bound((MICROS - 1) as Price, 'buy');
      return direction === 'buy' ? [bound(terms.parent.price), other] : [other, bound(terms.parent.price)];
    }
  }
}

/** The bound of an outcome and direction, or null where the terms trade nothing of it. */
export function findTradeBound(terms: ConditionalTerms, outcome: OutcomeRef, direction: Direction): TradeBound | null {
  const key = keyOf(outcome);
  return listTradeBounds(terms).find((one) => one.direction === direction && keyOf(one.outcome) === key) ?? null;
}

export function isPriceBeyond(direction: Direction, price: number, worst: Price): boolean {
  return direction === 'sell' ? price < worst : price > worst;
}

function worstPrice(direction: Direction, prices: readonly Price[]): Price {
  return (direction === 'sell' ? Math.min(...prices) : Math.max(...prices)) as Price;
}

/** True where `next` does nothing that a consent to `agreed` does not cover. */
export function isWithinConsent(next: ConditionalTerms, agreed: ConditionalTerms): boolean {
  if (next.kind !== agreed.kind) return false;
  const rules = { ...BASE_RULES, ...KIND_RULES[next.kind] } as Readonly<Record<string, AnyRule>>;
  const fields = new Set([...Object.keys(next), ...Object.keys(agreed)]);
  return [...fields].every((field) => {
    const [value, before] = [fieldOf(next, field), fieldOf(agreed, field)];
    return isSame(value, before) || rules[field]?.(value as never, before as never, agreed.direction) === true;
  });
}

/** Terms are plain data; another order of the same fields counts as different, which asks. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const fieldOf = (terms: ConditionalTerms, field: string): unknown =>
  (terms as unknown as Record<string, unknown>)[field];

/** True when a value that differs from the one that was agreed to loosens nothing. */
type Rule<V> = (next: V, agreed: V, direction: Direction) => boolean;
type AnyRule = Rule<never>;

type BaseField = 'outcome' | 'direction' | 'shares' | 'worst' | 'startsWhen' | 'goodTillMs' | 'standIn';
type TermsOf<K extends ConditionalKind> = Extract<ConditionalTerms, { readonly kind: K }>;
type BaseRules = { readonly [F in BaseField]: Rule<Required<ConditionalTerms>[F]> };
type RulesOf<K extends ConditionalKind> = Partial<BaseRules> & {
  readonly [F in Exclude<keyof TermsOf<K>, BaseField | 'kind'>]-?: Rule<TermsOf<K>[F]>;
};

/** Any other value loosens. */
const asks = (): boolean => false;
const noMore: Rule<number> = (next, agreed) => next <= agreed;
const noLess: Rule<number> = (next, agreed) => next >= agreed;
const noWorse: Rule<Price> = (next, agreed, direction) => !isPriceBeyond(direction, next, agreed);
const noHigher: Rule<Price> = (next, agreed) => next <= agreed;
const noLower: Rule<Price> = (next, agreed) => next >= agreed;
/** Null: no end. */
const noLonger: Rule<number | null> = (next, agreed) => next !== null && (agreed === null || next <= agreed);
/** A post-only order takes from nobody. */
const isPassive: Rule<boolean> = (next) => next;
const noFaster: Rule<Walk | null> = (next, agreed) =>
  next === null || (agreed !== null && next.ticks <= agreed.ticks && next.everyMs >= agreed.everyMs);
const noNearer: Rule<Trigger | null> = (next, agreed) =>
  agreed === null || (next !== null && isTriggerWithin(next, agreed));
const stopLeg: Rule<StopLeg> = (next, agreed) =>
  noLower(next.limit, agreed.limit, 'sell') &&
  noLower(next.worst, agreed.worst, 'sell') &&
  (isSame(next.walk, agreed.walk) || noFaster(next.walk, agreed.walk, 'sell')) &&
  isTriggerWithin(next.trigger, agreed.trigger);

const BASE_RULES: BaseRules = {
  outcome: asks,
  direction: asks,
  shares: noMore,
  worst: noWorse,
  startsWhen: noNearer,
  goodTillMs: noLonger,
  standIn: asks,
};

const KIND_RULES: { readonly [K in ConditionalKind]: RulesOf<K> } = {
  stop: { trigger: noNearer, limit: noWorse, walk: noFaster },
  takeProfit: { limit: noWorse, touch: noNearer },
  trailing: {
    distance: asks,
    activation: asks,
    minShares: asks,
    maxSpread: asks,
    cap: noMore,
    walk: noFaster,
  },
  // Until it starts, nothing of it protects: a later start gives up the take profit.
  oco: { startsWhen: asks, takeProfit: noLower, stop: stopLeg, flipTicks: asks },
  bracket: {
    startsWhen: asks,
    entry: (next, agreed) => noHigher(next.price, agreed.price, 'buy') && (next.postOnly || !agreed.postOnly),
    // An exit that is added sells, and one that is taken away no longer protects.
    takeProfit: (next, agreed) => next !== null && agreed !== null && next >= agreed,
    stop: (next, agreed) => next !== null && agreed !== null && stopLeg(next, agreed, 'sell'),
    batch: asks,
  },
  closeBefore: { beforeMs: noMore, limit: noWorse, walk: noFaster },
  goodTill: { price: noWorse, postOnly: isPassive, killAfterMs: noLonger },
  scale: { levels: asks, postOnly: isPassive },
  iceberg: { price: noWorse, clip: asks, sizeSpreadBps: asks, maxDelayMs: asks },
  twap: { lengthMs: asks, slices: asks, minSlice: asks, pricing: asks, atEnd: asks },
  chase: {
    postOnly: isPassive,
    minTicks: asks,
    minMs: asks,
    everyMs: asks,
    maxMoves: asks,
    maxMs: asks,
    maxTicks: asks,
    atEnd: asks,
  },
  // Which leg rests, and fills, depends on when it starts.
  oneCancelsAll: { startsWhen: asks, legs: asks, mode: asks },
  offset: { parent: asks, batch: asks, steps: asks },
};

/** True where `next` is true only when `agreed` is: at a price further away, later, or with more conditions. */
function isTriggerWithin(next: Trigger, agreed: Trigger): boolean {
  if (isSame(next, agreed)) return true;
  if (next.kind === 'all' && next.of.some((part) => isTriggerWithin(part, agreed))) return true;
  if (agreed.kind === 'any' && agreed.of.some((part) => isTriggerWithin(next, part))) return true;
  switch (next.kind) {
    case 'price': {
      if (agreed.kind !== 'price' || !isFurther(next, agreed)) return false;
      const rest = { ...next, price: agreed.price, maxSpread: agreed.maxSpread, confirm: agreed.confirm };
      return next.maxSpread <= agreed.maxSpread && isSame(rest, agreed);
    }
    case 'underlying': {
      if (agreed.kind !== 'underlying' || !isFurther(next, agreed)) return false;
      return isSame({ ...next, price: agreed.price, confirm: agreed.confirm }, agreed);
    }
    case 'time':
      return agreed.kind === 'time' && noLess(next.atMs, agreed.atMs, 'sell');
    case 'beforeClose':
      return agreed.kind === 'beforeClose' && next.market === agreed.market && next.beforeMs <= agreed.beforeMs;
    default:
      return false;
  }
}

interface Comparison {
  readonly crosses: 'atOrBelow' | 'atOrAbove';
  readonly price: number;
  readonly confirm: Confirmation;
}

function isFurther(next: Comparison, agreed: Comparison): boolean {
  const isPriceFurther = agreed.crosses === 'atOrBelow' ? next.price <= agreed.price : next.price >= agreed.price;
  return isPriceFurther && isConfirmedAsLong(next.confirm, agreed.confirm);
}

function isConfirmedAsLong(next: Confirmation, agreed: Confirmation): boolean {
  if (next.kind === 'held' && agreed.kind === 'held') return next.forMs >= agreed.forMs;
  return next.kind === agreed.kind || agreed.kind === 'single';
}
