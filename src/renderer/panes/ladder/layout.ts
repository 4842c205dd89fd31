/** Ladder layout: columns by width, and the cell at a point. */
import type { Tick } from '#shared/market/tickGrid.ts';
import { MICROS } from '#shared/units/micros.ts';

export const ROW_HEIGHT = 19;

/** Left edges in CSS pixels; a column of width 0 is hidden. */
export interface Columns {
  readonly gain: number;
  readonly ownBid: number;
  readonly bid: number;
  readonly price: number;
  readonly ask: number;
  readonly ownAsk: number;
  readonly traded: number;
  readonly right: number;
}

const GAIN = 54;
const TRADED = 46;
const PRICE = 50;
const OWN = 38;
const MIN_SIDE = 52;

/** A narrow pane hides outer columns first; price, bid and ask always remain. */
export function layoutColumns(width: number): Columns {
  const hasOuter = width >= GAIN + TRADED + PRICE + 2 * (MIN_SIDE + OWN);
  const hasTraded = hasOuter || width >= TRADED + PRICE + 2 * (MIN_SIDE + OWN);
  const gain = hasOuter ? GAIN : 0;
  const traded = hasTraded ? TRADED : 0;
  const side = Math.floor((width - gain - traded - PRICE) / 2);
  const own = side >= MIN_SIDE + OWN ? OWN : 0;
  const price = gain + side;
  return {
    gain: 0,
    ownBid: gain,
    bid: gain + own,
    price,
    ask: price + PRICE,
    ownAsk: width - traded - own,
    traded: width - traded,
    right: width,
  };
}

export type ColumnName = 'bid' | 'ask' | 'price' | 'other';

export interface Cell {
  readonly row: number;
  readonly price: number;
  readonly column: ColumnName;
}

/** The cell at a point of the canvas; null outside the market's prices. */
export function cellAt(x: number, y: number, columns: Columns, top: number, tick: Tick): Cell | null {
  const row = Math.floor(y / ROW_HEIGHT);
  const price = top - row * tick;
  if (y < 0 || x < 0 || x >= columns.right || price < tick || price > MICROS - tick) return null;
  return { row, price, column: columnAt(x, columns) };
}

function columnAt(x: number, columns: Columns): ColumnName {
  if (x < columns.ownBid || x >= columns.traded) return 'other';
  if (x < columns.price) return 'bid';
  return x < columns.ask ? 'price' : 'ask';
}

export function isSameCell(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && a.price === b.price && a.column === b.column);
}
