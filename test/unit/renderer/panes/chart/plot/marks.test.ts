import { describe, expect, it } from 'vitest';
import { buildFillMarks, describeMark } from '#renderer/panes/chart/plot/marks.ts';
import type { Fill } from '#shared/order/account/account.ts';

const M = 1_000_000;
const row = (minute: number): number[] => [minute * 60_000, 590_000, 620_000, 580_000, 600_000, M];
const rows = [row(1), row(2), row(3)];
const fillOf = (part: Partial<Fill>): Fill =>
  ({
    id: 'f',
    side: 'no',
    direction: 'buy',
    price: 390_000,
    shares: 100 * M,
    exchangeTimeMs: 2 * 60_000 + 30_000,
    ...part,
  }) as Fill;
const contracts = (count: number) => (count * M) as Fill['shares'];

describe('fill marks', () => {
  it('are one per candle and direction with the sum, however many prices they have', () => {
    const marks = buildFillMarks(
      [
        fillOf({ id: 'f1', shares: contracts(84.12) }),
        fillOf({ id: 'f2', shares: contracts(18), exchangeTimeMs: 2 * 60_000 }),
        fillOf({ id: 'f3', price: 380_000 as Fill['price'] }),
        fillOf({ id: 'f4', direction: 'sell' }),
        fillOf({ id: 'f5', exchangeTimeMs: 3 * 60_000 }),
      ],
      rows,
      'yes',
    );
    expect(marks.map(({ time, kind, shares, fills }) => [time, kind, shares / M, fills.map(({ id }) => id)])).toEqual([
      [120, 'sold', 202.12, ['f2', 'f1', 'f3']],
      [120, 'bought', 100, ['f4']],
      [180, 'sold', 100, ['f5']],
    ]);
  });

  it('are in the terms of the shown outcome', () => {
    expect(buildFillMarks([fillOf({})], rows, 'yes')).toMatchObject([{ kind: 'sold', fills: [{ price: 610_000 }] }]);
    expect(buildFillMarks([fillOf({})], rows, 'no')).toMatchObject([{ kind: 'bought', fills: [{ price: 390_000 }] }]);
  });

  it('are neutral without a direction, and left out without a side or before the first candle', () => {
    expect(buildFillMarks([fillOf({ direction: null })], rows, 'yes')).toMatchObject([{ kind: 'unattributed' }]);
    expect(buildFillMarks([fillOf({ side: null })], rows, 'yes')).toEqual([]);
    expect(buildFillMarks([fillOf({ exchangeTimeMs: 3 })], rows, 'yes')).toEqual([]);
  });

  it('say their fills, oldest first, with the average', () => {
    const fills = [fillOf({ id: 'a', shares: contracts(300) }), fillOf({ id: 'b', price: 400_000 as Fill['price'] })];
    const [mark] = buildFillMarks(fills, rows, 'no');
    const { title, lines } = describeMark(mark!, 'no', 2);
    expect(title).toBe('Bought 400 no at 0.3925 on average');
    expect(lines.map((line) => line.slice(10))).toEqual(['300 at 0.39', '100 at 0.40']);
  });

  it('count the fills that do not fit the list', () => {
    const fills = Array.from({ length: 11 }, (_, at) => fillOf({ id: `f${at}` }));
    expect(describeMark(buildFillMarks(fills, rows, 'yes')[0]!, 'yes', 2).lines.at(-1)).toBe('and 3 more');
  });
});
