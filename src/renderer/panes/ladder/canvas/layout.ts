/**
 * Ladder layout: columns from the texts they must hold, and the cell at a point.
 *
 * Units       CSS pixels; widths of texts in characters of the number font, whose characters all have one width.
 * Invariants  A shown column holds its longest text. Where the pane is too narrow for all chosen columns, in this order: the
 *             traded volume goes, sizes are abbreviated, an own order takes the place of its level's size so that the
 *             probability stays, then that goes instead, the gains go, and own orders lose their place for good.
 */
import type { Tick } from '#shared/market/tickGrid.ts';
import { MICROS } from '#shared/units/micros.ts';

/** Columns that a pane may hide; bids, prices and asks are always there. */
export const CHOOSABLE_COLUMNS = [
  { id: 'gain', name: 'P&L' },
  { id: 'chance', name: 'Probability' },
  { id: 'own', name: 'Own orders beside the sizes' },
  { id: 'traded', name: 'Traded volume' },
] as const;

/** Not in sight until a person chooses them. */
export const HIDDEN_AT_FIRST: readonly string[] = ['chance'];

/** The longest text of each column, in characters. */
export interface Characters {
  readonly gain: number;
  readonly own: number;
  readonly size: number;
  readonly traded: number;
}

export interface Lengths {
  readonly full: Characters;
  /** With sizes and gains abbreviated. */
  readonly compact: Characters;
  readonly price: number;
  readonly chance: number;
}

/** The font and rows that the columns are for. */
export interface Metrics {
  readonly characterWidth: number;
  readonly rowHeight: number;
  readonly scale: number;
}

/** Left edges in CSS pixels; a column of width 0 is hidden. */
export interface Columns {
  readonly gain: number;
  /** Implied probability of the row. */
  readonly chance: number;
  readonly ownBid: number;
  readonly bid: number;
  readonly price: number;
  readonly ask: number;
  /** Right edge of the texts of the ask column. */
  readonly askText: number;
  readonly ownAsk: number;
  readonly traded: number;
  readonly right: number;
  readonly pad: number;
  readonly rowHeight: number;
  readonly characterWidth: number;
  readonly isCompact: boolean;
}

export const DEFAULT_METRICS: Metrics = { characterWidth: 6.9, rowHeight: 19, scale: 1 };

const PAD = 6;
/** Own orders have a box with a margin around it. */
const OWN_PAD = 7;

interface Form {
  readonly hasTraded: boolean;
  readonly isCompact: boolean;
  readonly hasChance: boolean;
  readonly hasGain: boolean;
  readonly hasOwn: boolean;
}

/** Widest first; the first one that fits is used, else the last one. */
const FORMS: readonly Form[] = [
  { hasTraded: true, isCompact: false, hasChance: true, hasGain: true, hasOwn: true },
  { hasTraded: false, isCompact: false, hasChance: true, hasGain: true, hasOwn: true },
  { hasTraded: false, isCompact: true, hasChance: true, hasGain: true, hasOwn: true },
  { hasTraded: false, isCompact: true, hasChance: true, hasGain: true, hasOwn: false },
  { hasTraded: false, isCompact: true, hasChance: false, hasGain: true, hasOwn: true },
  { hasTraded: false, isCompact: true, hasChance: false, hasGain: false, hasOwn: true },
  { hasTraded: false, isCompact: true, hasChance: false, hasGain: false, hasOwn: false },
];

/** @param hidden ids of columns that are not shown, however wide the pane is. */
export function layoutColumns(
  width: number,
  lengths: Lengths,
  metrics: Metrics,
  hidden: readonly string[] = HIDDEN_AT_FIRST,
): Columns {
  // Without the probability nothing is gained by the form that keeps it.
  const forms = FORMS.filter(({ hasChance, hasOwn }) => hasOwn || !hasChance || !hidden.includes('chance'));
  const widths = forms.map((form) => widthsOf(hideColumns(form, hidden), lengths, metrics));
  const { gain, chance, own, size, price, traded, isCompact } =
    widths.find((one) => one.total <= width) ?? widths.at(-1)!;
  // What is left over makes room for the bars and for the queue beside an own order.
  const side = Math.max(0, Math.floor((width - gain - chance - traded - price) / 2));
  const priceLeft = gain + chance + side;
  const ask = Math.min(width, priceLeft + price);
  return {
    gain: 0,
    chance: gain,
    ownBid: gain + chance,
    bid: gain + chance + own,
    price: priceLeft,
    ask,
    askText: ask + size - PAD * metrics.scale,
    ownAsk: width - traded - own,
    traded: width - traded,
    right: width,
    pad: PAD * metrics.scale,
    rowHeight: metrics.rowHeight,
    characterWidth: metrics.characterWidth,
    isCompact,
  };
}

function hideColumns(form: Form, hidden: readonly string[]): Form {
  return {
    isCompact: form.isCompact,
    hasTraded: form.hasTraded && !hidden.includes('traded'),
    hasChance: form.hasChance && !hidden.includes('chance'),
    hasGain: form.hasGain && !hidden.includes('gain'),
    hasOwn: form.hasOwn && !hidden.includes('own'),
  };
}

function widthsOf(form: Form, lengths: Lengths, { characterWidth, scale }: Metrics) {
  const characters = form.isCompact ? lengths.compact : lengths.full;
  const text = (count: number, pad: number): number => Math.ceil(count * characterWidth + 2 * pad * scale);
  const gain = form.hasGain ? text(characters.gain, PAD) : 0;
  const chance = form.hasChance ? text(lengths.chance, PAD) : 0;
  const own = form.hasOwn ? text(characters.own, OWN_PAD) : 0;
  const size = text(characters.size, PAD);
  const price = text(lengths.price, PAD + 2);
  const traded = form.hasTraded ? text(characters.traded, PAD) : 0;
  const total = gain + chance + 2 * (own + size) + price + traded;
  return { gain, chance, own, size, price, traded, total, isCompact: form.isCompact };
}

/** Room for both: the columns then need not move when either is the longer one. */
export function joinLengths(a: Lengths, b: Lengths): Lengths {
  const join = (one: Characters, other: Characters): Characters => ({
    gain: Math.max(one.gain, other.gain),
    own: Math.max(one.own, other.own),
    size: Math.max(one.size, other.size),
    traded: Math.max(one.traded, other.traded),
  });
  return {
    full: join(a.full, b.full),
    compact: join(a.compact, b.compact),
    price: Math.max(a.price, b.price),
    chance: Math.max(a.chance, b.chance),
  };
}

/** `gain`: the P&L of the row. */
export type ColumnName = 'bid' | 'ask' | 'price' | 'gain' | 'other';

export interface Cell {
  readonly row: number;
  readonly price: number;
  readonly column: ColumnName;
}

/** The cell at a point of the canvas; null outside the market's prices and below the last whole row. */
export function cellAt(x: number, y: number, columns: Columns, rows: number, top: number, tick: Tick): Cell | null {
  const row = Math.floor(y / columns.rowHeight);
  const price = top - row * tick;
  if (y < 0 || row >= rows || x < 0 || x >= columns.right || price < tick || price > MICROS - tick) return null;
  return { row, price, column: columnAt(x, columns) };
}

function columnAt(x: number, columns: Columns): ColumnName {
  if (x < columns.chance) return 'gain';
  if (x < columns.ownBid || x >= columns.traded) return 'other';
  if (x < columns.price) return 'bid';
  return x < columns.ask ? 'price' : 'ask';
}

export function isSameCell(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && a.price === b.price && a.column === b.column);
}
