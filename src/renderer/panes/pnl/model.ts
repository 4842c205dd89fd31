/**
 * Rows of the P&L pane: results per market, event or UTC day.
 *
 * Units       Usd in millionths.
 * Invariants  The sum over markets is the sum over events. A day counts fees when they are paid, a market those of its held shares
 *             in *at the middle*.
 * Source      docs/profit-and-loss.md
 */
import type { Market } from '#shared/market/market.ts';
import { type AccountLedger, EMPTY_LEDGER, type LedgerDay } from '#shared/order/account/ledger.ts';
import { type Exposure, isFlat } from '#shared/order/exposure/exposure.ts';
import { formatUtcDay } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import type { Exposures } from '../../domain/account/exposure.ts';
import { marketName, marketTitle, NO_MARKETS } from '../../domain/markets/markets.ts';
import type { Mirror } from '../../feed/mirror.ts';

export const GROUPINGS = ['markets', 'events', 'days'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface ResultRow {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  /** The market to open; null for an event of several markets and for a day. */
  readonly market: MarketId | null;
  /** After the fees of what is not held any more; of a day after all its fees. */
  readonly realized: Usd;
  /** *At the middle* of what is held; null on a day, and where a mark or a cost is not known. */
  readonly atMiddle: Usd | null;
  /** Time of the oldest mark in it; null where all are of now. */
  readonly asOfMs: number | null;
  readonly fees: Usd;
  readonly fills: number;
  /** Value of all fills; null but on a day. */
  readonly traded: Usd | null;
  /** Start of a day in Unix ms, for sorting; null but on a day. */
  readonly startMs: number | null;
}

/** One row per market with a position or a fill, the latest trade first. */
export function listMarketRows(exposures: readonly Exposure[], markets: readonly Market[]): ResultRow[] {
  return exposures.map((exposure) => {
    const { market: id, holding, realized } = exposure;
    const market = markets.find((one) => one.id === id) ?? null;
    return {
      key: id,
      name: market ? marketName(market) : id,
      title: market ? marketTitle(market) : id,
      market: id,
      realized,
      atMiddle: isFlat(exposure) ? toUsd(0n) : (exposure.atMiddle?.result ?? null),
      asOfMs: isFlat(exposure) ? null : (exposure.atMiddle?.asOfMs ?? null),
      fees: toUsd(holding.yes.fees + holding.no.fees),
      fills: holding.yes.fills + holding.no.fills,
      traded: null,
      startMs: null,
    };
  });
}

/** One row per event; a market that is no longer listed is a row of its own. */
export function listEventRows(exposures: readonly Exposure[], markets: readonly Market[]): ResultRow[] {
  const rows = listMarketRows(exposures, markets);
  const eventOf = (row: ResultRow): string => {
    const market = markets.find((one) => one.id === row.market);
    return market?.eventTitle ?? market?.title ?? row.key;
  };
  return [...Map.groupBy(rows, eventOf)].map(([event, group]) => ({
    key: event,
    name: event,
    title: group.map(({ name }) => name).join('\n'),
    market: group.length === 1 ? group[0]!.market : null,
    realized: sumOf(group.map(({ realized }) => realized)),
    atMiddle: group.some(({ atMiddle }) => atMiddle === null) ? null : sumOf(group.map(({ atMiddle }) => atMiddle!)),
    asOfMs: oldestOf(group.map(({ asOfMs }) => asOfMs)),
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
    atMiddle: null,
    asOfMs: null,
    fees: day.fees,
    fills: day.fills,
    traded: day.traded,
    startMs: day.startMs,
  }));
}

export interface ResultTotals {
  readonly realized: Usd;
  /** Of the rows that have one. */
  readonly atMiddle: Usd;
  readonly fees: Usd;
  readonly isWhole: boolean;
}

export function sumRows(rows: readonly ResultRow[]): ResultTotals {
  return {
    realized: sumOf(rows.map(({ realized }) => realized)),
    atMiddle: sumOf(rows.flatMap(({ atMiddle }) => (atMiddle === null ? [] : [atMiddle]))),
    fees: sumOf(rows.map(({ fees }) => fees)),
    isWhole: rows.every(({ atMiddle }) => atMiddle !== null),
  };
}

/** The market's result: realised and *at the middle* together; null where the second is not known. */
export function netOf({ realized, atMiddle }: ResultRow): Usd | null {
  return atMiddle === null ? null : toUsd(realized + atMiddle);
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

function oldestOf(times: readonly (number | null)[]): number | null {
  return times.reduce((oldest, time) => (oldest === null || (time !== null && time < oldest) ? time : oldest), null);
}

function sumOf(amounts: readonly bigint[]): Usd {
  return toUsd(amounts.reduce((sum, amount) => sum + amount, 0n));
}

/** The rows of a grouping from the present reading. */
export function readRows(
  mirror: Pick<Mirror, 'account' | 'catalogue'>,
  exposures: Pick<Exposures, 'all'>,
  grouping: Grouping,
): readonly ResultRow[] {
  const ledger: AccountLedger = mirror.account()?.ledger ?? EMPTY_LEDGER;
  const markets = mirror.catalogue()?.markets ?? NO_MARKETS;
  switch (grouping) {
    case 'markets':
      return listMarketRows(exposures.all, markets);
    case 'events':
      return listEventRows(exposures.all, markets);
    case 'days':
      return listDayRows(ledger, formatUtcDay);
  }
}
