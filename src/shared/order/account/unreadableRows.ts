/**
 * Rows of account lists that could not be parsed, and which positions they leave uncertain.
 *
 * Invariants  Such a row exists: what it may be keeps its last known value, and no order relies on that value.
 */
import type { Side } from '../../market/outcome.ts';
import type { MarketId } from '../../units/ids.ts';
import type { UnreadableRow } from './account.ts';

export interface PositionName {
  readonly market: MarketId;
  readonly outcome: Side;
}

/** Unreadable rows of the latest reads. */
export interface UnreadableRows {
  /** Rows that may be the account's balance: while there are any, the balance is the last known one. */
  readonly balances: readonly UnreadableRow[];
  readonly positions: readonly UnreadableRow[];
  /** Fills that are in no sum. */
  readonly fills: readonly UnreadableRow[];
  /** Positions missing from the latest list that an unreadable row may be: their amounts are the last known ones. */
  readonly lastKnown: readonly PositionName[];
}

/** True unless the row names another market or outcome. */
export function mayBePosition(row: UnreadableRow, { market, outcome }: PositionName): boolean {
  return (row.market === null || row.market === market) && (row.outcome === null || row.outcome === outcome);
}

export function isLastKnown(rows: UnreadableRows | null, name: PositionName): boolean {
  return rows?.lastKnown.some((one) => one.market === name.market && one.outcome === name.outcome) ?? false;
}

/** False while an unreadable row may be this position. `isListed`: a position with this name is known. */
export function isPositionCertain(rows: UnreadableRows | null, name: PositionName, isListed: boolean): boolean {
  if (isListed) return !isLastKnown(rows, name);
  return !(rows?.positions.some((row) => mayBePosition(row, name)) ?? false);
}
