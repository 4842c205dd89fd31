import { describe, expect, it } from 'vitest';
import {
  formatClosing,
  formatResult,
  layOutRows,
  stepLoaded,
  updateIntervalOf,
} from '#renderer/panes/markets/model.ts';
import type { ListRow } from '#shared/market/marketList.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { marketOf } from '../facts.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const id = (text: string) => text as MarketId;

describe('arrow keys', () => {
  const market = (name: string): ListRow => ({ kind: 'market', market: id(name), trades: true, event: null });
  const heading: ListRow = { kind: 'heading', key: 'h', text: 'Event', closeAtMs: null };
  const rows = [heading, market('a'), heading, market('b')];

  it('skip headings, stop at the ends of the list, and answer nothing where the row is not here', () => {
    expect(stepLoaded(rows, 0, 4, id('a'), 1)).toEqual({ market: 'b', row: 3 });
    expect(stepLoaded(rows, 0, 4, id('b'), -1)).toEqual({ market: 'a', row: 1 });
    expect(stepLoaded(rows, 0, 4, id('b'), 1)).toEqual({ market: 'b', row: 3 });
    expect(stepLoaded(rows, 0, 4, id('a'), -1)).toEqual({ market: 'a', row: 1 });
    expect(stepLoaded(rows, 0, 9, id('b'), 1)).toBeNull();
    expect(stepLoaded(rows, 20, 24, id('a'), -1)).toBeNull();
    expect(stepLoaded(rows, 0, 4, id('other'), 1)).toBeNull();
    expect(stepLoaded(rows, 0, 4, null, 1)).toBeNull();
  });
});

describe('where rows stand', () => {
  const layout = layOutRows(60_000, [0, 6, 50_000], 27, 44);

  it('is by the headings above them, to the last of many', () => {
    expect([0, 1, 6, 7].map(layout.topOf)).toEqual([0, 27, 247, 274]);
    expect(layout.height).toBe(3 * 27 + 59_997 * 44);
    expect([layout.heightOf(6), layout.heightOf(7)]).toEqual([27, 44]);
  });

  it('finds the row at a height', () => {
    for (const row of [0, 1, 5, 6, 7, 49_999, 50_000, 50_001, 59_999]) {
      expect(layout.rowAt(layout.topOf(row))).toBe(row);
      expect(layout.rowAt(layout.topOf(row) + layout.heightOf(row) - 1)).toBe(row);
    }
    expect(layOutRows(0, [], 27, 44).rowAt(10)).toBe(0);
  });
});

describe('market row', () => {
  it('names the outcome that won', () => {
    expect(formatResult(marketOf('m', { result: 'no', outcomeLabels: ['Up', 'Down'] }))).toBe('No (Down) won');
    expect(formatResult(marketOf('m', { result: 'void' }))).toBe('void');
    expect(formatResult(marketOf('m', { result: '' }))).toBeNull();
  });

  it.each([
    [134 * 60_000, 'closes in 2 h 14 m', false],
    [9 * 60_000 + 5_000, 'closes in 9 m 05 s', true],
    [42_000, 'closes in 42 s', true],
    [3 * 24 * HOUR, 'closes in 3 d', false],
    [-1, 'closed', false],
  ])('counts down: %d ms before the close', (left, text, isSoon) => {
    expect(formatClosing(marketOf('m', { closeAtMs: NOW + left }), NOW, false)).toEqual({ text, isSoon });
  });

  it('shows when a market opens, and its result', () => {
    expect(formatClosing(marketOf('m', { openAtMs: NOW + 60_000 }), NOW, false)?.text).toBe('opens in 1 m 00 s');
    expect(formatClosing(marketOf('m', { result: 'yes', closeAtMs: NOW + 1 }), NOW, false)?.text).toBe('Yes won');
    expect(formatClosing(marketOf('m'), NOW, false)).toBeNull();
  });

  it('updates every second only while a close is near', () => {
    expect(updateIntervalOf([marketOf('m', { closeAtMs: NOW + 60_000 })], NOW)).toBe(1_000);
    expect(updateIntervalOf([marketOf('m', { closeAtMs: NOW + 5 * HOUR }), marketOf('n')], NOW)).toBe(15_000);
  });
});
