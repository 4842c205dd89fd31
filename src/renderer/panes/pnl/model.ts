/**
 * Rows of the P&L pane: results per market, event or UTC day.
 *
 * Units       Usd in millionths.
 * Invariants  A settled market's open shares count as realised; the sum over markets is the sum over events.
 * Source      docs/profit-and-loss.md
 */
import type { Mark } from '#shared/market/mark.ts';
import type { Market } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import { type AccountLedger, type LedgerDay, type LedgerPosition, settledValue } from '#shared/order/ledger.ts';
import { unrealizedPnl } from '#shared/order/pnl.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { marketName, marketTitle } from '../../domain/markets.ts';

export interface ResultRow {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  /** The market to open; null for an event of several markets and for a day. */
  readonly market: MarketId | null;
  /** After fees. */
  readonly realized: Usd;
  /** Null on a day, and without a mark for every open share. */
  readonly unrealized: Usd | null;
  readonly fees: Usd;
  readonly fills: number;
  /** Value of all fills; null but on a day. */
  readonly traded: Usd | null;
  /** Start of a day in Unix ms, for sorting; null but on a day. */
  readonly startMs: number | null;
}

type FindMark = (side: Side, market: Market | null, id: MarketId) => Mark | null;

/** One row per market with a fill, the latest trade first. */
export function listMarketRows(ledger: AccountLedger, markets: readonly Market[], findMark: FindMark): ResultRow[] {
  return [...Map.groupBy(ledger.positions, ({ market }) => market)]
    .toSorted(([, a], [, b]) => lastFillOf(b) - lastFillOf(a))
    .map(([id, positions]) => {
      const market = markets.find((one) => one.market === id) ?? null;
      return {
        ...sumUp(positions, (position) => findMark(position.side, market, id)),
        key: id,
        name: market ? marketName(market) : id,
        title: market ? marketTitle(market) : id,
        market: id,
      };
    });
}

/** One row per event; a market that is no longer listed is a row of its own. */
export function listEventRows(ledger: AccountLedger, markets: readonly Market[], findMark: FindMark): ResultRow[] {
  const rows = listMarketRows(ledger, markets, findMark);
  const eventOf = (row: ResultRow): string => {
    const market = markets.find((one) => one.market === row.market);
    return market?.eventTitle ?? market?.title ?? row.key;
  };
  return [...Map.groupBy(rows, eventOf)].map(([event, group]) => ({
    key: event,
    name: event,
    title: group.map(({ name }) => name).join('\n'),
    market: group.length === 1 ? group[0]!.market : null,
    realized: sumOf(group.map(({ realized }) => realized)),
    unrealized: group.some(({ unrealized }) => unrealized === null)
      ? null
      : sumOf(group.map(({ unrealized }) => unrealized!)),
    fees: sumOf(group.map(({ fees }) => fees)),
    fills: group.reduce((sum, { fills }) => sum + fills, 0),
    traded: null,
    startMs: null,
  }));
}

/** One row per UTC day with a fill, newest first. */
export function listDayRows(ledger: AccountLedger, formatDay: (startMs: number) => string): ResultRow[] {
  return ledger.days.map((day: LedgerDay) => ({
    key: String(day.startMs),
    name: formatDay(day.startMs),
    title: '',
    market: null,
    realized: toUsd(day.realized - day.fees),
    unrealized: null,
    fees: day.fees,
    fills: day.fills,
    traded: day.traded,
    startMs: day.startMs,
  }));
}

export interface ResultTotals {
  readonly realized: Usd;
  /** Of the rows that have one. */
  readonly unrealized: Usd;
  readonly fees: Usd;
  readonly isWhole: boolean;
}

export function sumRows(rows: readonly ResultRow[]): ResultTotals {
  return {
    realized: sumOf(rows.map(({ realized }) => realized)),
    unrealized: sumOf(rows.flatMap(({ unrealized }) => (unrealized === null ? [] : [unrealized]))),
    fees: sumOf(rows.map(({ fees }) => fees)),
    isWhole: rows.every(({ unrealized }) => unrealized !== null),
  };
}

/** Realised and unrealised together; null where the second is not known. */
export function netOf({ realized, unrealized }: ResultRow): Usd | null {
  return unrealized === null ? null : toUsd(realized + unrealized);
}

/** Largest gain or loss of the rows: of a day its result, else the net one. */
export function findLargest(rows: readonly ResultRow[]): Usd {
  const sizes = rows.map((row) => barAmountOf(row) ?? 0n).map((amount) => (amount < 0n ? -amount : amount));
  return toUsd(sizes.reduce((largest, size) => (size > largest ? size : largest), 0n));
}

/** What a row's bar shows. */
export function barAmountOf(row: ResultRow): Usd | null {
  return row.startMs === null ? netOf(row) : row.realized;
}

/** Per cent of the largest result, whatever the sign; 0 without one. */
export function shareOfLargest(amount: bigint, largest: bigint): number {
  const size = amount < 0n ? -amount : amount;
  return largest === 0n ? 0 : toNumber((size * 1_000n) / largest) / 10;
}

function sumUp(
  positions: readonly LedgerPosition[],
  markOf: (position: LedgerPosition) => Mark | null,
): Omit<ResultRow, 'key' | 'name' | 'title' | 'market'> {
  let realized = 0n;
  let unrealized: bigint | null = 0n;
  let fees = 0n;
  let fills = 0;
  for (const position of positions) {
    realized += position.realized - position.fees;
    fees += position.fees;
    fills += position.fills;
    if (position.settlement !== null) realized += settledValue(position, position.settlement) - position.cost;
    else if (position.open > 0 && unrealized !== null) {
      const mark = markOf(position);
      unrealized = mark === null ? null : unrealized + unrealizedPnl(position.open, position.cost, mark.value);
    }
  }
  return {
    realized: toUsd(realized),
    unrealized: unrealized === null ? null : toUsd(unrealized),
    fees: toUsd(fees),
    fills,
    traded: null,
    startMs: null,
  };
}

function sumOf(amounts: readonly bigint[]): Usd {
  return toUsd(amounts.reduce((sum, amount) => sum + amount, 0n));
}

function lastFillOf(positions: readonly LedgerPosition[]): number {
  return Math.max(...positions.map(({ lastFillAtMs }) => lastFillAtMs));
}
