/**
 * Worst case of a conditional order: all of it trades at the worst price, with the largest fee.
 *
 * Units       Prices in the terms of the order's outcome; Usd in millionths. Gains rounded down, costs up.
 * Invariants  Pure. A position whose cost is not known gives no gain.
 */

import { costOfShares, type OpenCost } from '#shared/order/account/ledger.ts';
import type { OutcomeOrder } from '#shared/order/conditional/declaration/termsFields.ts';
import { type ConditionalTerms, kindOf, sellsLater } from '#shared/order/conditional/terms.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { Price } from '#shared/units/price.ts';
import { costCeil, costFloor, toUsd, type Usd } from '#shared/units/usd.ts';

/** The words are in shared/text/conditionals/conditionalTerms. */
export interface WorstCaseRow {
  readonly what: 'proceeds' | 'stake' | 'fee' | 'gain' | 'gainAtTarget';
  readonly price: Price;
  readonly amount: Usd;
}
export type WorstCase = readonly WorstCaseRow[];

/** @param position what a sale sells; null for a purchase and where it is not known. */
export function buildWorstCase(terms: ConditionalTerms, position: OpenCost | null, feeRateMicros: number): WorstCase {
  const kind = kindOf(terms);
  const legs = kind.legs?.(terms);
  if (legs !== undefined) return buildWorstOfLegs(terms, legs, feeRateMicros);
  const { shares, worst } = terms;
  const target = sellsLater(terms) ? (kind.target?.(terms) ?? null) : null;
  const cost = position === null ? null : costOfShares(position, shares);
  const sale = (price: Price): bigint => costFloor(price, shares) - maxTakerFee(price, shares, feeRateMicros);
  const gain = (what: WorstCaseRow['what'], price: Price, paid: bigint | null): WorstCaseRow[] =>
    paid === null ? [] : [{ what, price, amount: toUsd(sale(price) - paid) }];
  if (terms.direction === 'sell') {
    return [
      { what: 'proceeds', price: worst, amount: costFloor(worst, shares) },
      { what: 'fee', price: worst, amount: maxTakerFee(worst, shares, feeRateMicros) },
      ...gain('gain', worst, cost),
      ...(target === null ? [] : gain('gainAtTarget', target, cost)),
    ];
  }
  const stake = costCeil(worst, shares);
  const fee = maxTakerFee(worst, shares, feeRateMicros);
  // A stop of a purchase buys: only what is sold later gains.
  const stop = kind.turns ? (kind.stop?.of(terms) ?? null) : null;
  return [
    { what: 'stake', price: worst, amount: stake },
    { what: 'fee', price: worst, amount: fee },
    ...(stop === null ? [] : gain('gain', stop.worst, stake + fee)),
    ...(target === null ? [] : gain('gainAtTarget', target, stake + fee)),
  ];
}

/** All legs where each may fill; else the largest, and the least proceeds. */
function buildWorstOfLegs(terms: ConditionalTerms, legs: readonly OutcomeOrder[], feeRateMicros: number): WorstCase {
  const { direction, worst } = terms;
  const isSale = direction === 'sell';
  const isSum = kindOf(terms).mayFillEachLeg(terms);
  const costs = legs.map(({ price, shares }) => (isSale ? costFloor(price, shares) : costCeil(price, shares)));
  const fees = legs.map(({ price, shares }) => maxTakerFee(price, shares, feeRateMicros));
  const most = (amounts: readonly bigint[]): bigint => amounts.reduce((found, one) => (one > found ? one : found));
  const least = (amounts: readonly bigint[]): bigint => amounts.reduce((found, one) => (one < found ? one : found));
  const whole = (amounts: readonly bigint[], single: (amounts: readonly bigint[]) => bigint): Usd =>
    toUsd(isSum ? amounts.reduce((sum, one) => sum + one, 0n) : single(amounts));
  return [
    { what: isSale ? 'proceeds' : 'stake', price: worst, amount: whole(costs, isSale ? least : most) },
    { what: 'fee', price: worst, amount: whole(fees, most) },
  ];
}
