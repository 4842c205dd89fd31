/**
 * Stand-ins: data that decides for an exit while its book cannot be used, the REST book or the underlying.
 *
 * Invariants  Pure. Nothing stands in for a book that has a price, for an order that buys, or where the terms name nothing. Data that
 *             stands in is as fresh as the data that it stands for.
 * Source      docs/conditionals.md#stand-in.
 */
import type { MarketId } from '../../units/ids.ts';
import { keyOf } from './known.ts';
import { type BookObservation, checkBook, isFreshTick } from './observation.ts';
import type { Known } from './state.ts';
import { type ConditionalTerms, kindOf } from './terms.ts';
import type { PriceTrigger, StandIn, UnderlyingTrigger } from './trigger.ts';

type StandInTerms = Pick<ConditionalTerms, 'kind' | 'direction' | 'outcome' | 'standIn'>;

/** Of its exits; null: none. */
export function standInOf({ kind, direction, standIn }: StandInTerms): StandIn | null {
  const { takesStandIn, turns } = kindOf({ kind });
  return takesStandIn && (direction === 'sell' || turns) ? (standIn ?? null) : null;
}

/** The market's book, or the one that stands in for it; null: neither has a price. */
export function findBook(known: Known, market: MarketId, terms: StandInTerms, nowMs: number): BookObservation | null {
  const book = known.books[market];
  if (book !== undefined && checkBook(book, nowMs) === null) return book;
  const rest = standInOf(terms)?.kind === 'rest' ? known.restBooks?.[market] : undefined;
  return rest !== undefined && checkBook(rest, nowMs) === null ? rest : null;
}

/** The condition on the underlying that stands in for one on the order's own outcome; null: none does. */
export function underlyingFor(trigger: PriceTrigger, terms: StandInTerms): UnderlyingTrigger | null {
  const standIn = standInOf(terms);
  if (standIn?.kind !== 'underlying' || keyOf(trigger.outcome) !== keyOf(terms.outcome)) return null;
  return { ...standIn, confirm: trigger.confirm };
}

/** True while an exit may go out although the book of its outcome has no usable price. */
export function isStoodIn(known: Known, terms: StandInTerms, nowMs: number): boolean {
  const standIn = standInOf(terms);
  if (standIn === null) return false;
  if (standIn.kind === 'underlying') return isFreshTick(known.ticks[standIn.symbol], nowMs);
  return findBook(known, terms.outcome.market, terms, nowMs) !== null;
}
