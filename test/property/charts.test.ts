/** Laws of the chart's models: an indicator that follows new candles is the one computed from all of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteDrawn, planSeries, type Row } from '#renderer/panes/chart/plot/bars.ts';
import { createAverage, createClose, createVwap, type Indicator } from '#renderer/panes/chart/plot/indicators.ts';

const price = fc.integer({ min: 1, max: 999_999 });
const candle = fc.record({
  prices: fc.tuple(price, price, price, price),
  volume: fc.integer({ min: 0, max: 2_000_000_000_000 }),
  pause: fc.integer({ min: 1, max: 3_000 }),
});
const rowsOf = (candles: readonly { prices: number[]; volume: number; pause: number }[]): Row[] => {
  let minute = 0;
  return candles.map(({ prices, volume, pause }) => {
    minute += pause;
    const sorted = prices.toSorted((a, b) => a - b);
    return [minute * 60_000, prices[0]!, sorted.at(-1)!, sorted[0]!, prices[1]!, volume];
  });
};
const candles = fc.array(candle, { maxLength: 60 });

const kinds: readonly (readonly [string, () => Indicator])[] = [
  ['close', createClose],
  ['simple average', () => createAverage('sma', 5)],
  ['exponential average', () => createAverage('ema', 5)],
  ['day VWAP', () => createVwap({ kind: 'day' })],
  ['anchored VWAP', () => createVwap({ kind: 'time', ms: 20 * 60_000 })],
];

describe.each(kinds)('%s', (_name, create) => {
  it('followed candle by candle is what all candles give', () => {
    fc.assert(
      fc.property(candles, candles, (first, then) => {
        const rows = rowsOf([...first, ...then]);
        const followed = create();
        const grown = rows.slice(0, first.length);
        followed.extend(grown, 0);
        for (const row of rows.slice(first.length)) {
          // A candle changes before it is complete.
          grown.push([row[0]!, 1, 1, 1, 1, 7]);
          followed.extend(grown, grown.length - 1);
          grown[grown.length - 1] = row;
          followed.extend(grown, grown.length - 1);
        }
        const whole = create();
        whole.extend(rows, 0);
        expect(followed.values).toEqual(whole.values);
      }),
    );
  });

  it('lies between the lowest low and the highest high', () => {
    fc.assert(
      fc.property(candles, (list) => {
        const rows = rowsOf(list);
        const indicator = create();
        indicator.extend(rows, 0);
        const low = Math.min(...rows.map((row) => row[3]!)) - 1e-3;
        const high = Math.max(...rows.map((row) => row[2]!)) + 1e-3;
        for (const value of indicator.values) if (value !== null) expect(value >= low && value <= high).toBe(true);
      }),
    );
  });
});

describe('a drawn series', () => {
  it('that follows its plans is the source, whatever frames were skipped', () => {
    const step = fc.record({ at: fc.nat({ max: 12 }), close: price, isDrawn: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const rows: Row[] = [];
        let generation = 1;
        let picture: Row[] = [];
        let drawn = noteDrawn({ rows: [], generation: -1 });
        const draw = (): void => {
          const plan = planSeries(drawn, { rows, generation });
          if (plan.kind === 'set') picture = rows.slice();
          if (plan.kind === 'update') for (let at = plan.from; at < rows.length; at += 1) picture[at] = rows[at]!;
          drawn = noteDrawn({ rows, generation });
        };
        for (const { at, close, isDrawn } of steps) {
          const row = [at, close, close, close, close, 0];
          const found = rows.findIndex((one) => one[0]! >= at);
          const isOld = found >= 0 && (found < rows.length - 1 || rows[found]![0] !== at);
          if (isOld) generation += 1;
          if (found < 0) rows.push(row);
          else rows.splice(found, rows[found]![0] === at ? 1 : 0, row);
          if (isDrawn) draw();
        }
        draw();
        expect(picture).toEqual(rows);
      }),
    );
  });
});
