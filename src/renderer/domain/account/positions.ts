/**
 * Rows of what is held, the mark of an outcome, and what selling all of it would take.
 *
 * Units       Marks in the terms of the position's outcome; Usd in millionths.
 * Invariants  A position that is flat has no row: its result is in P&L.
 */
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { findMark, type Mark } from '#shared/market/mark.ts';
import type { Market } from '#shared/market/market.ts';
import { inYesTerms, type Side } from '#shared/market/outcome.ts';
import { nearestOnTick, type Tick } from '#shared/market/tickGrid.ts';
import type { Position } from '#shared/order/account/account.ts';
import { type AccountLedger, averageOfPosition } from '#shared/order/account/ledger.ts';
import { findDifferences, type LedgerDifference } from '#shared/order/account/ledgerDifferences.ts';
import type { MarketHolding, OutcomeHolding } from '#shared/order/exposure/holding.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { readHoldings } from './exposure.ts';

/** Mark of an outcome from the book on screen. */
export function markOf(side: Side, market: Market | null, book: BookFrame | null): Mark | null {
  if (book === null) return findMark(side, market, null);
  const [bestBid = null, bestAsk = null] = [book.bids[0], book.asks[0]];
  return findMark(side, market, { health: book.health, bestBid, bestAsk, lastPrice: book.lastPrice });
}

/** Open positions, the largest cost first; the order does not follow prices. */
export function listPositions(positions: readonly Position[]): readonly Position[] {
  const cost = (position: Position): bigint => BigInt(position.averagePrice ?? MICROS) * BigInt(position.quantity);
  return positions
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) => {
      const step = cost(b) - cost(a);
      if (step !== 0n) return step > 0n ? 1 : -1;
      return a.market < b.market ? -1 : a.market > b.market ? 1 : 0;
    });
}

/** A position as the exchange states it, with what its fills give. */
export interface PositionLine {
  readonly position: Position;
  /** Over every custody; null on the rows of further custodies of the outcome. */
  readonly holding: OutcomeHolding | null;
  readonly differences: readonly LedgerDifference[];
}

/** Joins positions with what is held. */
export function joinHoldings(
  positions: readonly Position[],
  ledger: AccountLedger,
  holdings: ReadonlyMap<MarketId, MarketHolding>,
): readonly PositionLine[] {
  const byKey = Map.groupBy(positions, keyOfPosition);
  const lines = new Map(ledger.positions.map((line) => [`${line.market} ${line.side}`, line]));
  return positions.map((position) => {
    const key = keyOfPosition(position);
    const same = byKey.get(key)!;
    const market = holdings.get(position.market) ?? null;
    const line = lines.get(key) ?? null;
    if (same[0] !== position || market === null) return { position, holding: null, differences: [] };
    return {
      position,
      holding: market[position.outcome],
      differences: line === null ? [] : findDifferences(line, same, ledger.isComplete, market.moved),
    };
  });
}

/** The lines of the account, listed as `listPositions` does. */
export function readLines(mirror: Pick<Mirror, 'account' | 'book' | 'catalogue'>): readonly PositionLine[] {
  const account = mirror.account();
  if (account === null) return NO_LINES;
  const holdings = readHoldings(mirror);
  let found = linesOf.get(account);
  if (found?.holdings !== holdings) {
    found = { holdings, lines: joinHoldings(listPositions(account.positions), account.ledger, holdings) };
    linesOf.set(account, found);
  }
  return found.lines;
}

const NO_LINES: readonly PositionLine[] = [];
/** Views are values, so their lines never change while what is held does not. */
const linesOf = new WeakMap<
  AccountView,
  { readonly holdings: ReadonlyMap<MarketId, MarketHolding>; readonly lines: readonly PositionLine[] }
>();

function keyOfPosition({ market, outcome }: Position): string {
  return `${market} ${outcome}`;
}

/** Average price of what is held; null where it is not known. */
export function averageOf({ position, holding }: PositionLine): Price | null {
  if (holding === null) return position.averagePrice;
  return holding.cost === null ? null : averageOfPosition({ open: holding.shares, cost: holding.cost });
}

/** Where a sale of everything would start: the best bid for that outcome, on the grid; null without one. */
export function sellPriceOf(side: Side, book: BookFrame | null, tick: Tick): Price | null {
  const yes = side === 'yes' ? book?.bids[0] : book?.asks[0];
  return yes === undefined ? null : nearestOnTick(inYesTerms(side, yes as Price), tick);
}
