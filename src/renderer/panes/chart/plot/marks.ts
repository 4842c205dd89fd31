/**
 * Marks of own fills: one for each bar and direction, with the sum of its fills.
 *
 * Units       Prices and shares in millionths, in the terms of the shown outcome; times in Unix seconds.
 * Invariants  A fill without a direction has a neutral mark. A fill before the first bar has none.
 */
import { bookColumn, inYesTerms, type Side } from '#shared/market/outcome.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { formatTime } from '#shared/text/times.ts';
import { barAt, priceInView, type Row, toSeconds } from './bars.ts';

export type MarkKind = 'bought' | 'sold' | 'unattributed';

export interface MarkedFill {
  readonly id: string;
  readonly exchangeTimeMs: number;
  readonly price: number;
  readonly shares: number;
}

export interface FillMark {
  readonly id: string;
  readonly time: number;
  /** Of the shown outcome: a purchase of NO is a sale of YES. */
  readonly kind: MarkKind;
  readonly shares: number;
  /** Oldest first. */
  readonly fills: readonly MarkedFill[];
}

/** In the order of time. */
export function buildFillMarks(fills: readonly Fill[], rows: readonly Row[], view: Side): FillMark[] {
  const marks = new Map<string, { time: number; kind: MarkKind; fills: MarkedFill[] }>();
  for (const fill of fills) {
    const row = rows[barAt(rows, fill.exchangeTimeMs)];
    if (!row || fill.side === null) continue;
    const column = fill.direction === null ? null : bookColumn(fill.side, fill.direction);
    const kind = column === null ? 'unattributed' : (column === 'bid') === (view === 'yes') ? 'bought' : 'sold';
    const price = priceInView(view, inYesTerms(fill.side, fill.price));
    const key = `${row[0]} ${kind}`;
    const mark = marks.get(key) ?? { time: toSeconds(row), kind, fills: [] };
    mark.fills.push({ id: fill.id, exchangeTimeMs: fill.exchangeTimeMs, price, shares: fill.shares });
    marks.set(key, mark);
  }
  return [...marks]
    .map(([id, mark]) => ({
      ...mark,
      id,
      shares: mark.fills.reduce((sum, { shares }) => sum + shares, 0),
      fills: mark.fills.toSorted((a, b) => a.exchangeTimeMs - b.exchangeTimeMs),
    }))
    .sort((a, b) => a.time - b.time);
}

const TITLES: Readonly<Record<MarkKind, string>> = { bought: 'Bought', sold: 'Sold', unattributed: 'Filled' };
/** Fills of one mark that are listed; the others are counted. */
const MAX_LISTED = 8;

export interface MarkText {
  /** 'Bought 120 at 0.33 on average'. */
  readonly title: string;
  /** '15:52:29  120 at 0.33', oldest first. */
  readonly lines: readonly string[];
}

/** What a mark says under the pointer. */
export function describeMark(mark: FillMark, view: Side, decimals: number): MarkText {
  const value = mark.fills.reduce((sum, { price, shares }) => sum + price * shares, 0);
  const average = formatTickPrice(Math.round(value / Math.max(1, mark.shares)), mark.fills.length > 1 ? 4 : decimals);
  const suffix = mark.fills.length > 1 ? ' on average' : '';
  const lines = mark.fills
    .slice(0, MAX_LISTED)
    .map(
      ({ exchangeTimeMs, price, shares }) =>
        `${formatTime(exchangeTimeMs)}  ${formatContracts(shares)} at ${formatTickPrice(price, decimals)}`,
    );
  const more = mark.fills.length - lines.length;
  return {
    title: `${TITLES[mark.kind]} ${formatContracts(mark.shares)} ${view} at ${average}${suffix}`,
    lines: more > 0 ? [...lines, `and ${more} more`] : lines,
  };
}
