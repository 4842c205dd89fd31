import { expect, it } from 'vitest';
import { filterFills, formatCount } from '#renderer/panes/fills/filter.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { MARKET, makeFill, makeMarket, OTHER_MARKET } from '#test/slice/makers.ts';

const HOUR_MS = 3_600_000;
/** 10:00 UTC. */
const NOW_MS = Date.UTC(2025, 5, 10, 10);
const fillAt = (agoMs: number, market = MARKET) => ({ market, exchangeTimeMs: NOW_MS - agoMs }) as Fill;
const fills = [
  fillAt(60_000),
  fillAt(2 * HOUR_MS, OTHER_MARKET),
  fillAt(11 * HOUR_MS),
  fillAt(6 * 24 * HOUR_MS),
  fillAt(8 * 24 * HOUR_MS),
];
const shown = (period: Parameters<typeof filterFills>[1]['period'], market: typeof MARKET | null = null) =>
  filterFills(fills, { period, market, text: '', nowMs: NOW_MS }, []).map((fill) => fills.indexOf(fill));

it('selects the fills of a period, days by UTC', () => {
  expect(shown('all')).toEqual([0, 1, 2, 3, 4]);
  expect(shown('hour')).toEqual([0]);
  expect(shown('today')).toEqual([0, 1]);
  expect(shown('week')).toEqual([0, 1, 2, 3]);
});

it('selects the fills of one market', () => {
  expect(shown('all', OTHER_MARKET)).toEqual([1]);
  expect(shown('hour', OTHER_MARKET)).toEqual([]);
});

it('finds the fills of words of their market, side, state and ids', () => {
  const one = { ...makeFill('77'), market: OTHER_MARKET };
  const markets = [makeMarket({ id: OTHER_MARKET, title: 'Ether above 3,000', eventTitle: 'Ether' })];
  const find = (text: string) =>
    filterFills([one, fills[0]!], { period: 'all', market: null, text, nowMs: NOW_MS }, markets);
  expect(find('ether 77')).toEqual([one]);
  expect(find('matched ether')).toEqual([one]);
  expect(find('ether 78')).toEqual([]);
});

it('says what is shown, and that older ones follow', () => {
  expect(formatCount({ found: 1, hasMore: false })).toBe('1 fill');
  expect(formatCount({ found: 3, hasMore: false })).toBe('3 fills');
  expect(formatCount({ found: 3, hasMore: true })).toBe('3 fills of those read');
});
