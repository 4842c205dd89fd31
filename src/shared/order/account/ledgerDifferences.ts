/**
 * Differences between a position as the exchange states it and as its fills give it.
 *
 * Shape       Codes with both figures; the words are in shared/text/account/ledger.ts.
 * Invariants  Pure. A rounding of one millionth a fill is no difference.
 */
import type { Coded } from '../../base/coded.ts';
import type { Price } from '../../units/price.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { toUsd, type Usd } from '../../units/usd.ts';
import type { Moved } from '../exposure/holding.ts';
import type { Position } from './account.ts';
import { averageOfPosition, type LedgerPosition, settledValue } from './ledger.ts';

/** Why the figures differ, as far as it can be told from them. */
export type DifferenceCause =
  /** Not all fills are known. */
  | 'historyIncomplete'
  /** The exchange's figure has the fees in it. */
  | 'feesIncluded'
  /** Shares came or went by a split, a merge or a transfer. */
  | 'movedOutsideOrders'
  | 'unexplained';

interface Difference<T> {
  readonly fromFills: T;
  readonly fromExchange: T;
  readonly cause: DifferenceCause;
}

export interface LedgerDifferences {
  quantity: Difference<Shares>;
  averagePrice: Difference<Price>;
  realizedPnl: Difference<Usd>;
}

export type LedgerDifference = Coded<LedgerDifferences>;

/**
 * `positions` are all of the exchange's for this market and outcome, one per custody; `moved` is what came and went without a
 * fill: shares of it are no difference, and averages and results are compared only where nothing of it was merged, split or redeemed.
 */
export function findDifferences(
  ledger: LedgerPosition,
  positions: readonly Position[],
  isComplete: boolean,
  moved: Moved | null = null,
): LedgerDifference[] {
  const found: LedgerDifference[] = [];
  if (moved !== null && moved.merged + moved.split + moved.redeemed.yes + moved.redeemed.no > 0) {
    const stated = positions.reduce((sum, position) => sum + position.quantity, 0);
    const fromFills = toShares(stated + moved.out[ledger.side] - moved.in[ledger.side]);
    if (fromFills !== stated) {
      const parameters = { fromFills, fromExchange: toShares(stated), cause: 'movedOutsideOrders' } as const;
      found.push({ code: 'quantity', parameters });
    }
    return found;
  }
  const quantity = toShares(positions.reduce((sum, position) => sum + position.quantity, 0));
  const realized = toUsd(positions.reduce((sum, position) => sum + position.realizedPnl, 0n));
  const isRedeemed = ledger.settlement !== null && quantity === 0;
  const open = isRedeemed ? toShares(0) : ledger.open;
  if (open !== quantity) {
    const cause = !isComplete ? 'historyIncomplete' : 'movedOutsideOrders';
    found.push({ code: 'quantity', parameters: { fromFills: open, fromExchange: quantity, cause } });
  }
  const average = isRedeemed ? null : averageOfPosition(ledger);
  const stated = positions.length === 1 ? positions[0]!.averagePrice : null;
  if (average !== null && stated !== null && quantity > 0 && Math.abs(average - stated) > 1) {
    const withFees = averageOfPosition({ open: ledger.open, cost: toUsd(ledger.cost + ledger.openFees) });
    const cause =
      withFees !== null && Math.abs(withFees - stated) <= 1 ? 'feesIncluded' : causeOf(isComplete, open, quantity);
    found.push({ code: 'averagePrice', parameters: { fromFills: average, fromExchange: stated, cause } });
  }
  const gross = toUsd(
    isRedeemed ? ledger.realized + settledValue(ledger, ledger.settlement!) - ledger.cost : ledger.realized,
  );
  const isClose = (amount: bigint): boolean => {
    const difference = amount - realized;
    return (difference < 0n ? -difference : difference) <= BigInt(ledger.fills);
  };
  if (positions.length > 0 && !isClose(gross)) {
    const cause =
      isClose(gross - ledger.fees) || isClose(gross - ledger.fees + ledger.openFees)
        ? 'feesIncluded'
        : causeOf(isComplete, open, quantity);
    found.push({ code: 'realizedPnl', parameters: { fromFills: gross, fromExchange: realized, cause } });
  }
  return found;
}

function causeOf(isComplete: boolean, open: Shares, quantity: Shares): DifferenceCause {
  if (!isComplete) return 'historyIncomplete';
  return open === quantity ? 'unexplained' : 'movedOutsideOrders';
}
