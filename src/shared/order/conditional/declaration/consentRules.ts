/**
 * Rules of consent: whether another value of a field of the terms loosens what a person agreed to.
 *
 * Invariants  Pure. Each kind of order names a rule for each of its fields; `asks` is the rule of a field whose other values
 *             always ask again.
 * Source      docs/decisions/0035-a-question-binds-what-executes.md
 */
import type { Direction } from '../../../market/outcome.ts';
import type { Price } from '../../../units/price.ts';
import type { Confirmation, Trigger } from '../trigger.ts';
import type { AnyTerms, BaseTerms, StopLeg, Walk } from './termsFields.ts';

/** True when the next value allows no more than the agreed one. */
export type Rule<V> = (next: V, agreed: V, direction: Direction) => boolean;
export type AnyRule = Rule<never>;

export type BaseRules = { readonly [F in keyof BaseTerms]-?: Rule<Required<BaseTerms>[F]> };
/** A rule for each field of a kind; those that every kind has may have another one. */
export type RulesOf<T extends AnyTerms> = Partial<BaseRules> & {
  readonly [F in Exclude<keyof T, keyof BaseTerms | 'kind'>]-?: Rule<T[F]>;
};

/** Terms are plain data; another order of the same fields counts as different, which asks. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function isPriceBeyond(direction: Direction, price: number, worst: Price): boolean {
  return direction === 'sell' ? price < worst : price > worst;
}

export function worstPrice(direction: Direction, prices: readonly Price[]): Price {
  return (direction === 'sell' ? Math.min(...prices) : Math.max(...prices)) as Price;
}

/** Any other value loosens. */
export const asks = (): boolean => false;
export const noMore: Rule<number> = (next, agreed) => next <= agreed;
export const noLess: Rule<number> = (next, agreed) => next >= agreed;
export const noWorse: Rule<Price> = (next, agreed, direction) => !isPriceBeyond(direction, next, agreed);
export const noHigher: Rule<Price> = (next, agreed) => next <= agreed;
export const noLower: Rule<Price> = (next, agreed) => next >= agreed;
/** Null: no end. */
export const noLonger: Rule<number | null> = (next, agreed) => next !== null && (agreed === null || next <= agreed);
/** A post-only order never takes liquidity. */
export const isPassive: Rule<boolean> = (next) => next;
export const noFaster: Rule<Walk | null> = (next, agreed) =>
  next === null || (agreed !== null && next.ticks <= agreed.ticks && next.everyMs >= agreed.everyMs);
export const noNearer: Rule<Trigger | null> = (next, agreed) =>
  agreed === null || (next !== null && isTriggerWithin(next, agreed));
export const stopLeg: Rule<StopLeg> = (next, agreed) =>
  noLower(next.limit, agreed.limit, 'sell') &&
  noLower(next.worst, agreed.worst, 'sell') &&
  (isSame(next.walk, agreed.walk) || noFaster(next.walk, agreed.walk, 'sell')) &&
  isTriggerWithin(next.trigger, agreed.trigger);

export const BASE_RULES: BaseRules = {
  outcome: asks,
  direction: asks,
  shares: noMore,
  worst: noWorse,
  startsWhen: noNearer,
  goodTillMs: noLonger,
  standIn: asks,
};

/** True where `next` is true only when `agreed` is: at a price further away, later, or with more conditions. */
export function isTriggerWithin(next: Trigger, agreed: Trigger): boolean {
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
