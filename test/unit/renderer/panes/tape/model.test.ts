import { describe, expect, it } from 'vitest';
import {
  buildTapeRows as build,
  countWaiting,
  hasNewTrade,
  largeTradeSize,
  listSizes,
  type TapeFilter,
  type TapeRow,
  visibleRange,
} from '#renderer/panes/tape/model.ts';
import type { Trade } from '#shared/market/tape.ts';

const M = 1_000_000;
const trade = (id: string, contracts: number): Trade =>
  ({ id, price: 610_000, shares: contracts * M, takerSide: null, exchangeTimeMs: 0 }) as Trade;
const ids = (rows: readonly TapeRow[]): string[] => rows.map(({ id }) => id);
const buildTapeRows = (
  list: readonly Trade[],
  gaps: ReadonlySet<string>,
  minimumShares: number,
  part: Partial<TapeFilter> = {},
) => build(list, gaps, { minimumShares, taker: 'all', largeShares: null, isGrouped: false, ...part });
const none: ReadonlySet<string> = new Set();
/** Newest first. */
const trades = [trade('d', 20), trade('c', 900), trade('b', 5), trade('a', 30)];

describe('tape rows', () => {
  it('shows trades newest first', () => {
    expect(ids(buildTapeRows(trades, none, 0))).toEqual(['d', 'c', 'b', 'a']);
  });

  it('hides trades below the selected size', () => {
    expect(ids(buildTapeRows(trades, none, 20 * M))).toEqual(['d', 'c', 'a']);
  });

  it('marks a gap below the first trade after it', () => {
    expect(ids(buildTapeRows(trades, new Set(['c']), 0))).toEqual(['d', 'c', 'gap-c', 'b', 'a']);
  });

  it('shows the gap when the filter hides the trade beside it', () => {
    expect(ids(buildTapeRows(trades, new Set(['b']), 20 * M))).toEqual(['d', 'c', 'gap-b', 'a']);
  });

  it('marks trades of five times the median and at least a hundred contracts as large', () => {
    const large = buildTapeRows(trades, none, 0).filter((row) => row.kind === 'trade' && row.isLarge);
    expect(ids(large)).toEqual(['c']);
    expect(largeTradeSize([trade('a', 1), trade('b', 2)])).toBe(100 * M);
    expect(largeTradeSize([])).toBe(100 * M);
    expect(largeTradeSize([trade('a', 40), trade('b', 60), trade('c', 80)])).toBe(300 * M);
  });

  it('highlights from a size of the trader’s own', () => {
    const large = (largeShares: number) =>
      ids(buildTapeRows(trades, none, 0, { largeShares }).filter((row) => row.kind === 'trade' && row.isLarge));
    expect(large(20 * M)).toEqual(['d', 'c', 'a']);
    expect(large(901 * M)).toEqual([]);
  });

  it('shows the trades of one taker side, and never takes a missing one for a side', () => {
    const sides = trades.map((one, at) => ({ ...one, takerSide: (['yes', 'no', null, 'yes'] as const)[at]! }));
    const of = (taker: TapeFilter['taker']) => ids(buildTapeRows(sides, new Set(['b']), 0, { taker }));
    expect(of('yes')).toEqual(['d', 'gap-b', 'a']);
    expect(of('no')).toEqual(['c', 'gap-b']);
    expect(of('none')).toEqual(['b', 'gap-b']);
  });

  it('has a new trade of a size only above the one seen last', () => {
    expect(hasNewTrade(trades, 'b', 900 * M, false)).toBe(true);
    expect(hasNewTrade(trades, 'c', 900 * M, false)).toBe(false);
    expect(hasNewTrade(trades, 'b', 901 * M, false)).toBe(false);
    expect(hasNewTrade(trades, null, 1, false)).toBe(false);
    expect(hasNewTrade(trades, 'gone', 1, false)).toBe(false);
  });

  it('shows the trades of one order as one row: neighbours of one millisecond, price and taker side', () => {
    const of = (id: string, contracts: number, part: Partial<Trade> = {}): Trade => ({
      ...trade(id, contracts),
      takerSide: 'yes',
      exchangeTimeMs: 5,
      ...part,
    });
    const list = [
      of('g', 5, { exchangeTimeMs: 6 }),
      of('f', 10),
      of('e', 20),
      of('d', 40),
      of('c', 1, { price: 620_000 as Trade['price'] }),
      of('b', 2, { takerSide: null }),
      of('a', 3, { takerSide: null }),
    ];
    const grouped = (gaps: ReadonlySet<string>, minimum = 0) =>
      buildTapeRows(list, gaps, minimum * M, { isGrouped: true }).map((row) =>
        row.kind === 'trade' ? `${row.id} ${row.shares / M} in ${row.count}` : row.id,
      );
    expect(grouped(none)).toEqual(['g 5 in 1', 'd 70 in 3', 'c 1 in 1', 'a 5 in 2']);
    // The size of the order counts, not that of its fills.
    expect(grouped(none, 50)).toEqual(['d 70 in 3']);
    expect(grouped(new Set(['f']))).toEqual(['g 5 in 1', 'f 10 in 1', 'gap-f', 'd 60 in 2', 'c 1 in 1', 'a 5 in 2']);
    expect(hasNewTrade(list, 'c', 70 * M, true)).toBe(true);
    expect(hasNewTrade(list, 'c', 70 * M, false)).toBe(false);
    // A row keeps its id while trades are added to it.
    const paused = buildTapeRows(list.slice(2), none, 0, { isGrouped: true });
    expect(countWaiting(paused, buildTapeRows(list, none, 0, { isGrouped: true }))).toBe(1);
  });

  it('offers the trader’s own size among the others', () => {
    expect(listSizes(50)).toEqual([0, 10, 50, 100, 500]);
    expect(listSizes(250)).toEqual([0, 10, 50, 100, 250, 500]);
  });

  it('counts the filtered trades that wait while it is paused', () => {
    const paused = buildTapeRows(trades, none, 20 * M);
    const current = buildTapeRows([trade('f', 50), trade('e', 1), ...trades], none, 20 * M);
    expect(countWaiting(paused, current)).toBe(1);
    expect(countWaiting(paused, paused)).toBe(0);
    expect(countWaiting([], current)).toBe(4);
  });

  it('selects the visible rows and a few around them', () => {
    expect(visibleRange(500, 1_900, 190, 19)).toEqual({ from: 96, to: 114 });
    expect(visibleRange(5, 0, 190, 19)).toEqual({ from: 0, to: 5 });
    expect(visibleRange(0, 500, 190, 19)).toEqual({ from: 0, to: 0 });
  });
});
