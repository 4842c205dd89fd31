/**
 * Worst case of a conditional order: all of it trades at the worst price, with the largest fee.
 *
 * Units       Prices in the terms of the order's outcome; Usd in millionths. Gains rounded down, costs up.
 * Invariants  Pure. A position whose cost is not known gives no gain.
 */

import { costOfShares, type OpenCost } from '#shared/order/account/ledger.ts';
import type { OneCancelsAllTerms } from '#shared/order/conditional/kinds/oneCancelsAll.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
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
  if (terms.kind === 'oneCancelsAll') return buildWorstOfLegs(terms, feeRateMicros);
  const { shares, worst } = terms;
  const cost = position === null ? null : costOfShares(position, shares);
  const sale = (price: Price): bigint => costFloor(price, shares) - maxTakerFee(price, shares, feeRateMicros);
  const gain = (what: WorstCaseRow['what'], price: Price, paid: bigint | null): WorstCaseRow[] =>
    paid === null ? [] : [{ what, price, amount: toUsd(sale(price) - paid) }];
  if (terms.direction === 'sell') {
    const target = terms.kind === 'oco' ? terms.takeProfit : null;
    return [
      { what: 'proceeds', price: worst, amount: costFloor(worst, shares) },
      { what: 'fee', price: worst, amount: maxTakerFee(worst, shares, feeRateMicros) },
      ...gain('gain', worst, cost),
      ...(target === null ? [] : gain('gainAtTarget', target, cost)),
    ];
  }
  const stake = costCeil(worst, shares);
  const fee = maxTakerFee(worst, shares, feeRateMicros);
  const rows: WorstCaseRow[] = [
    { what: 'stake', price: worst, amount: stake },
    { what: 'fee', price: worst, amount: fee },
  ];
  if (terms.kind !== 'bracket') return rows;
  return [
    ...rows,
    ...(terms.stop === null ? [] : gain('gain', terms.stop.worst, stake + fee)),
    ...(terms.takeProfit === null ? [] : gain('gainAtTarget', terms.takeProfit, stake + fee)),
  ];
}

/** All legs of a race; the largest of a block, and its least proceeds. */
function buildWorstOfLegs({ legs, mode, direction, worst }: OneCancelsAllTerms, feeRateMicros: number): WorstCase {
  const isSale = direction === 'sell';
  const costs = legs.map(({ price, shares }) => (isSale ? costFloor(price, shares) : costCeil(price, shares)));
  const fees = legs.map(({ price, shares }) => maxTakerFee(price, shares, feeRateMicros));
  const most = (amounts: readonly bigint[]): bigint => amounts.reduce((found, one) => (one > found ? one : found));
  const least = (amounts: readonly bigint[]): bigint => amounts.reduce((found, one) => (one < found ? one : found));
  const whole = (amounts: readonly bigint[], single: (amounts: readonly bigint[]) => bigint): Usd =>
    toUsd(mode === 'race' ? amounts.reduce((sum, one) => sum + one, 0n) : single(amounts));
  return [
    { what: isSale ? 'proceeds' : 'stake', price: worst, amount: whole(costs, isSale ? least : most) },
    { what: 'fee', price: worst, amount: whole(fees, most) },
  ];
}
