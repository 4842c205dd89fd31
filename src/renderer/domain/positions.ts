/**
 * What is held, what it is worth now, and what selling all of it would take.
 *
 * Units       Marks in the terms of the position's outcome; Usd in millionths.
 */
import type { BookFrame } from '#shared/ipc/frame.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { findMark, type Mark } from '#shared/market/mark.ts';
import type { Market } from '#shared/market/market.ts';
import { inYesTerms, type Side } from '#shared/market/outcome.ts';
import { nearestOnTick, type Tick } from '#shared/market/tickGrid.ts';
import type { Position } from '#shared/order/account.ts';
import { type AccountLedger, averageOfPosition, type LedgerPosition, settledValue } from '#shared/order/ledger.ts';
import { findDifferences, type LedgerDifference } from '#shared/order/ledgerDifferences.ts';
import { unrealizedPnl } from '#shared/order/pnl.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import { costCeil, toUsd, type Usd } from '#shared/units/usd.ts';

/** Mark of an outcome from the book on screen. */
export function markOf(side: Side, market: Market | null, book: BookFrame | null): Mark | null {
  if (book === null) return findMark(side, market, null);
  const [bestBid = null, bestAsk = null] = [book.bids[0], book.asks[0]];
  return findMark(side, market, { health: book.health, bestBid, bestAsk, lastPrice: book.lastPrice });
}

/** Open and closed positions with something to say, the largest cost first; order does not follow prices. */
export function listPositions(positions: readonly Position[]): readonly Position[] {
  const cost = (position: Position): bigint => BigInt(position.averagePrice ?? MICROS) * BigInt(position.quantity);
  return positions
    .filter((position) => position.quantity > 0 || position.realizedPnl !== 0n)
    .toSorted((a, b) => {
      const step = cost(b) - cost(a);
      if (step !== 0n) return step > 0n ? 1 : -1;
      return a.market < b.market ? -1 : a.market > b.market ? 1 : 0;
    });
}

/** A position as the exchange states it, with what its fills give. */
export interface PositionLine {
  readonly position: Position;
  /** Null where no fill of it is known. */
  readonly ledger: LedgerPosition | null;
  readonly differences: readonly LedgerDifference[];
}

/** Joins positions with the ledger; two custodies of one outcome share the ledger's line, which only the first one has. */
export function joinLedger(positions: readonly Position[], ledger: AccountLedger): readonly PositionLine[] {
  const byKey = Map.groupBy(positions, keyOfPosition);
  const lines = new Map(ledger.positions.map((line) => [`${line.market} ${line.side}`, line]));
  return positions.map((position) => {
    const same = byKey.get(keyOfPosition(position))!;
    const line = (same[0] === position ? lines.get(keyOfPosition(position)) : null) ?? null;
    return {
      position,
      ledger: line,
      differences: line === null ? [] : findDifferences(line, same, ledger.isComplete),
    };
  });
}

/** The lines of an account, listed as `listPositions` does. */
export function readLines(account: AccountView | null): readonly PositionLine[] {
  if (account === null) return NO_LINES;
  let lines = linesOf.get(account);
  if (lines === undefined) {
    lines = joinLedger(listPositions(account.positions), account.ledger);
    linesOf.set(account, lines);
  }
  return lines;
}

const NO_LINES: readonly PositionLine[] = [];
/** Views are values, so their lines never change. */
const linesOf = new WeakMap<AccountView, readonly PositionLine[]>();

function keyOfPosition({ market, outcome }: Position): string {
  return `${market} ${outcome}`;
}

/** Gain of the open shares at the mark, before fees; null without a mark or a cost. */
export function unrealizedOf({ position, ledger }: PositionLine, mark: Mark | null): Usd | null {
  if (mark === null || position.quantity === 0) return null;
  if (ledger !== null && ledger.open === position.quantity) {
    return unrealizedPnl(position.quantity, ledger.cost, mark.value);
  }
  if (position.averagePrice === null) return null;
  return unrealizedPnl(position.quantity, costCeil(position.averagePrice, position.quantity), mark.value);
}

/** Average price of what is held; null where it is not known. */
export function averageOf({ position, ledger }: PositionLine): Price | null {
  return ledger !== null && ledger.open === position.quantity ? averageOfPosition(ledger) : position.averagePrice;
}

/** Realised P&L after all fees paid; the exchange's figure where no fill is known. */
export function realizedOf({ position, ledger }: PositionLine): Usd {
  if (ledger === null) return position.realizedPnl;
  const isRedeemed = ledger.settlement !== null && position.quantity === 0;
  const settled = isRedeemed ? settledValue(ledger, ledger.settlement!) - ledger.cost : 0n;
  return toUsd(ledger.realized + settled - ledger.fees);
}

export interface Totals {
  readonly unrealized: Usd;
  /** After fees. */
  readonly realized: Usd;
  /** False when a position has no mark or no average: the sum is then of the others. */
  readonly isWhole: boolean;
}

export function sumPositions(lines: readonly PositionLine[], markFor: (position: Position) => Mark | null): Totals {
  let unrealized = 0n;
  let realized = 0n;
  let isWhole = true;
  for (const line of lines) {
    realized += realizedOf(line);
    if (line.position.quantity === 0) continue;
    const gain = unrealizedOf(line, markFor(line.position));
    if (gain === null) isWhole = false;
    else unrealized += gain;
  }
  return { unrealized: toUsd(unrealized), realized: toUsd(realized), isWhole };
}

/** Where a sale of everything would start: the best bid for that outcome, on the grid; null without one. */
export function sellPriceOf(side: Side, book: BookFrame | null, tick: Tick): Price | null {
  const yes = side === 'yes' ? book?.bids[0] : book?.asks[0];
  return yes === undefined ? null : nearestOnTick(inYesTerms(side, yes as Price), tick);
}
