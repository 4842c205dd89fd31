/**
 * Rows of the positions, and what a position of a determined market still pays.
 *
 * Units       Usd in millionths; a void pays half a dollar a share (docs/assumptions.md#void-pays-half).
 */
import { type Market, phaseOf } from '#shared/market/market.ts';
import type { Position } from '#shared/order/account/account.ts';
import { formatMoney } from '#shared/text/numbers.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import type { PositionLine } from '../../domain/account/positions.ts';

export interface PositionRow {
  readonly line: PositionLine;
  readonly position: Position;
  readonly market: Market | null;
  /** The exchange's latest row of it may be unreadable: the amounts are the last known ones. */
  readonly isOld: boolean;
  /** Part of this outcome *at the middle*, when the rows were built: for sorting only. */
  readonly gain: Usd | null;
}

/** Any time answers alike: a result and a void do not depend on it. */
const ANY_TIME_MS = 0;

/** Null while the market trades or waits for its result. */
export function describeUnclaimed(
  { quantity, outcome }: Pick<Position, 'quantity' | 'outcome'>,
  market: Market | null,
): { readonly text: string; readonly why: string; readonly pays: boolean } | null {
  const phase = market === null ? null : phaseOf(market, ANY_TIME_MS);
  const shares = BigInt(quantity);
  if (phase === 'voided') {
    const amount = formatMoney(toUsd(shares / 2n));
    return {
      text: 'Void',
      why: `${amount} unclaimed. The market was voided: each share pays half a dollar. The balance changes when it is redeemed.`,
      pays: shares > 1n,
    };
  }
  if (phase !== 'resolved') return null;
  if (market?.result !== outcome) {
    return {
      text: 'Lost, pays nothing',
      why: `The market resolved to ${market?.result}: this outcome pays nothing.`,
      pays: false,
    };
  }
  return {
    text: 'Won',
    why: `${formatMoney(toUsd(shares))} unclaimed. The market resolved to ${outcome}: each share pays a dollar. The balance changes when it is redeemed.`,
    pays: shares > 0n,
  };
}
