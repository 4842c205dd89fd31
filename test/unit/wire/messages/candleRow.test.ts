import { describe, expect, it } from 'vitest';
import { parseCandleRow, parseCandleRows } from '#wire/messages/candleRow.ts';
import { JsonPath } from '#wire/messages/jsonPath.ts';

const candle = {
  openTimeMs: 1767225600000,
  open: 600_000,
  high: 620_000,
  low: 590_000,
  close: 610_000,
  volume: 12_500_000,
};

describe('k-line rows', () => {
  it('parses text and numbers, seconds and milliseconds into the same candle', () => {
    expect(parseCandleRows([[1767225600, '0.6', '0.62', '0.59', '0.61', '12.5']]).candles).toEqual([candle]);
    expect(parseCandleRows([[1767225600000, 0.6, 0.62, 0.59, 0.61, 12.5]]).candles).toEqual([candle]);
    expect(parseCandleRows([['1767225600', '0.6', 0.62, '0.59', 0.61, '12.5']]).candles).toEqual([candle]);
  });

  it('sorts by time', () => {
    const { candles } = parseCandleRows([
      [1767225660, '0.6', '0.6', '0.6', '0.6', '1'],
      [1767225600, '0.6', '0.6', '0.6', '0.6', '1'],
    ]);
    expect(candles.map((row) => row.openTimeMs)).toEqual([1767225600000, 1767225660000]);
  });

  it('omits rows from before the first trade', () => {
    expect(parseCandleRows([[1767225600, 0, 0, 0, 0, 0]])).toEqual({ candles: [], unreadable: [] });
    expect(parseCandleRow([1767225600, '0', '0', '0', '0', '0'], new JsonPath('x'))).toBeNull();
  });

  it('refuses a row whose high or low does not enclose the other prices, with its path', () => {
    const read = (row: unknown) => () => parseCandleRow(row, new JsonPath('k-line[0]'));
    expect(read([1767225600, '0.6', '0.5', '0.4', '0.5', '1'])).toThrow('at k-line[0]');
    expect(read([1767225600, '0.6', '0.7', '0.65', '0.66', '1'])).toThrow('high and low');
    expect(read([1767225600, '0.6', '0.7', 'x', '0.66', '1'])).toThrow('at k-line[0][3]');
    expect(read([1767225600, '0.6'])).toThrow('a row of six');
    expect(() => parseCandleRows({})).toThrow('an array at k-line');
  });

  it('uses the readable rows, and names the others by place and time', () => {
    const { candles, unreadable } = parseCandleRows([
      [1767225540, '0.6', '0.5', 'x', '0.5', '1'],
      'no row',
      [1767225600, '0.6', '0.62', '0.59', '0.61', '12.5'],
    ]);
    expect(candles).toEqual([candle]);
    expect(unreadable.map(({ path }) => path)).toEqual(['k-line[0][3] (1767225540)', 'k-line[1]']);
  });
});
