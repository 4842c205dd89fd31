/** What a ladder shows at one time, and what differs between two pictures of it. */

import type { Ladder, OwnColumn } from '../model.ts';
import { type Cell, type Columns, isSameCell } from './layout.ts';

export interface StopMark {
  readonly price: number;
  /** It does not protect now. */
  readonly isBroken: boolean;
}

/** Input of one drawing. */
export interface Picture {
  readonly ladder: Ladder;
  readonly columns: Columns;
  readonly hover: Cell | null;
  /** Price of the keyboard cursor. */
  readonly cursor: number | null;
  /** Price of the own orders that the keys have picked up. */
  readonly picked: number | null;
  /** Triggers of stops: prices in shown terms. */
  readonly stops: readonly StopMark[];
  readonly isArmed: boolean;
  /** Decimals of the tick. */
  readonly decimals: number;
  /** Device pixels of the canvas; a resize empties it. */
  readonly width: number;
  readonly height: number;
}

/** True when only the contents of cells and the marks of single rows may differ. */
export function isSameBase(a: Picture, b: Picture): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.columns === b.columns &&
    a.isArmed === b.isArmed &&
    a.decimals === b.decimals &&
    isSameStops(a.stops, b.stops) &&
    isSameRows(a.ladder, b.ladder)
  );
}

function isSameStops(a: readonly StopMark[], b: readonly StopMark[]): boolean {
  return a.length === b.length && a.every((one, at) => one.price === b[at]!.price && one.isBroken === b[at]!.isBroken);
}

function isSameRows(a: Ladder, b: Ladder): boolean {
  return (
    a.side === b.side &&
    a.tick === b.tick &&
    a.top === b.top &&
    a.rows === b.rows &&
    a.average === b.average &&
    a.breakEven === b.breakEven &&
    a.isGainLarge === b.isGainLarge
  );
}

const isSameMarks = (a: Picture, b: Picture): boolean =>
  isSameCell(a.hover, b.hover) && a.cursor === b.cursor && a.picked === b.picked;

/** True where the pointer, the keyboard cursor or the picked orders were and are not now, or the other way round. */
export function isMarkMoved(a: Picture, b: Picture, row: number): boolean {
  const price = b.ladder.top - row * b.ladder.tick;
  return (
    (!isSameCell(a.hover, b.hover) && (a.hover?.price === price || b.hover?.price === price)) ||
    (a.cursor !== b.cursor && (a.cursor === price || b.cursor === price)) ||
    (a.picked !== b.picked && (a.picked === price || b.picked === price || b.cursor === price))
  );
}

function isOwnChanged(a: OwnColumn, b: OwnColumn, row: number): boolean {
  return (
    a.state[row] !== b.state[row] ||
    a.shares[row] !== b.shares[row] ||
    !Object.is(a.ahead[row], b.ahead[row]) ||
    !Object.is(a.aheadLeast[row], b.aheadLeast[row])
  );
}

export function isBidChanged(a: Ladder, b: Ladder, row: number): boolean {
  return isBarChanged(a.bids[row]!, b.bids[row]!, a.fullBar, b.fullBar) || isOwnChanged(a.ownBids, b.ownBids, row);
}

export function isAskChanged(a: Ladder, b: Ladder, row: number): boolean {
  return isBarChanged(a.asks[row]!, b.asks[row]!, a.fullBar, b.fullBar) || isOwnChanged(a.ownAsks, b.ownAsks, row);
}

/** A cell without shares has no bar, whatever the scale of the bars is. */
function isBarChanged(a: number, b: number, fullA: number, fullB: number): boolean {
  return a !== b || (b > 0 && fullA !== fullB);
}

export function isPriceChanged(a: Ladder, b: Ladder, row: number): boolean {
  return findPriceLook(a, row) !== findPriceLook(b, row) || isOwnChanged(a.ownUnattributed, b.ownUnattributed, row);
}

/** How the price of a row is drawn. */
export function findPriceLook({ bestBid, bestAsk, last, top, tick }: Ladder, row: number): 'last' | 'inside' | 'plain' {
  if (last !== null && Math.round((top - last) / tick) === row) return 'last';
  const price = top - row * tick;
  return bestBid !== null && bestAsk !== null && price > bestBid && price < bestAsk ? 'inside' : 'plain';
}

/** The line between bids and asks is under the row, or one of the two lines around the spread. */
export function hasSpreadLine({ bestBid, bestAsk, top, tick }: Ladder, row: number): boolean {
  if (bestBid === null && bestAsk === null) return false;
  const below = bestBid === null ? bestAsk! - tick : bestBid;
  const above = bestAsk === null ? below + tick : bestAsk;
  const high = Math.floor((top - above) / tick);
  const low = Math.ceil((top - below) / tick) - 1;
  return row === high || (row === low && low > high);
}

/** True where a line was under the row that is not there now: a line crosses all cells. */
export function isLineGone(a: Ladder, b: Ladder, row: number): boolean {
  return hasSpreadLine(a, row) && !hasSpreadLine(b, row);
}

export function isTradedChanged(a: Ladder, b: Ladder, row: number): boolean {
  return isBarChanged(a.traded[row]!, b.traded[row]!, a.fullTradedBar, b.fullTradedBar);
}

export function isGainChanged(a: Ladder, b: Ladder, row: number): boolean {
  return a.gains?.[row] !== b.gains?.[row];
}

const CHANGES = [isBidChanged, isAskChanged, isPriceChanged, isTradedChanged, isGainChanged];
const isLineMoved = (a: Ladder, b: Ladder, row: number): boolean => hasSpreadLine(a, row) !== hasSpreadLine(b, row);

/** True when nothing would be drawn differently. */
export function isSamePicture(a: Picture, b: Picture): boolean {
  if (!isSameBase(a, b) || !isSameMarks(a, b)) return false;
  for (let row = 0; row < b.ladder.rows; row += 1)
    if (CHANGES.some((isChanged) => isChanged(a.ladder, b.ladder, row)) || isLineMoved(a.ladder, b.ladder, row))
      return false;
  return true;
}
