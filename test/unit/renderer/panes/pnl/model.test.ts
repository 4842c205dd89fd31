import { describe, expect, it } from 'vitest';
import {
  barAmountOf,
  findLargest,
  listDayRows,
  listEventRows,
  listMarketRows,
  netOf,
  shareOfLargest,
  sumRows,
} from '#renderer/panes/pnl/model.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { buildLedger } from '#shared/order/account/ledger.ts';
import { listExposures } from '#shared/order/exposure/account.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeFill } from '#test/slice/makers.ts';
import { bookOf, marketOf, positionOf } from '../facts.ts';

const markets = [
  marketOf('a', { eventTitle: 'Election' }),
  marketOf('b', { eventTitle: 'Election' }),
  marketOf('c', { eventTitle: 'Weather' }),
];

function fill(id: string, market: string, part: Partial<Fill> = {}): Fill {
  return makeFill(id, {
    market: market as MarketId,
    price: parsePrice('0.5'),
    shares: parseShares('100'),
    fee: parseUsd('0.5'),
    exchangeTimeMs: Number(id) * 1_000,
    ...part,
  });
}

const ledger = {
  ...buildLedger([
    fill('1', 'a'),
    fill('2', 'a', { direction: 'sell', shares: parseShares('40'), price: parsePrice('0.7'), fee: parseUsd('0.2') }),
    fill('3', 'b', { side: 'no', state: 'settled_no' }),
    fill('4', 'gone'),
  ]),
  isComplete: true,
};

/** What is held is what the fills give; yes of every market at 0.60, or without a mark. */
const exposuresAt = (price: number | null) =>
  listExposures(
    {
      positions: ledger.positions.map(({ market, side, open }) =>
        positionOf(market, { outcome: side, quantity: open }),
      ),
      ledger,
      orders: [],
      feeRateMicros: 0,
    },
    {
      tick: 10_000 as Tick,
      listedAtMs: null,
      find: () => null,
      book: (id) =>
        price === null ? null : bookOf(id, { bids: Float64Array.of(price, 1), asks: Float64Array.of(price, 1) }),
    },
  );

describe('results', () => {
  it('are after fees per market, the latest trade first', () => {
    const rows = listMarketRows(exposuresAt(600_000), markets);
    expect(rows.map(({ name, realized, atMiddle, fees, fills }) => [name, realized, atMiddle, fees, fills])).toEqual([
      ['gone', 0n, parseUsd('9.5'), parseUsd('0.5'), 1],
      ['Market b', 0n, parseUsd('49.5'), parseUsd('0.5'), 1],
      ['Market a', parseUsd('7.6'), parseUsd('5.7'), parseUsd('0.7'), 2],
    ]);
    expect(rows.map(netOf)).toEqual([parseUsd('9.5'), parseUsd('49.5'), parseUsd('13.3')]);
  });

  it('add up over the markets of an event', () => {
    const rows = listEventRows(exposuresAt(600_000), markets);
    expect(rows.map(({ name, market, realized }) => [name, market, realized])).toEqual([
      ['gone', 'gone', 0n],
      ['Election', null, parseUsd('7.6')],
    ]);
    const byMarket = sumRows(listMarketRows(exposuresAt(600_000), markets));
    expect(sumRows(rows)).toEqual(byMarket);
    expect(byMarket.isWhole).toBe(true);
  });

  it('have no part at the middle where a mark is missing; a decided market has its result', () => {
    const rows = listMarketRows(exposuresAt(null), markets);
    expect(rows.map(({ atMiddle }) => atMiddle)).toEqual([null, parseUsd('49.5'), null]);
    expect(rows.map(netOf)).toEqual([null, parseUsd('49.5'), null]);
    expect(sumRows(rows).isWhole).toBe(false);
  });

  it('are listed per UTC day, without settlements', () => {
    const [row, ...others] = listDayRows(ledger, (startMs) => `day ${startMs}`);
    expect(row).toMatchObject({ name: 'day 0', realized: parseUsd('6.3'), traded: parseUsd('178'), fills: 4 });
    expect(others).toEqual([]);
  });

  it('have bars as long as their share of the largest result, gain or loss', () => {
    const rows = listDayRows(ledger, String);
    const largest = findLargest(rows);
    expect(largest > 0n).toBe(true);
    expect(Math.max(...rows.map((row) => shareOfLargest(barAmountOf(row) ?? 0n, largest)))).toBe(100);
    expect([shareOfLargest(-50n, 200n), shareOfLargest(50n, 200n), shareOfLargest(0n, 0n)]).toEqual([25, 25, 0]);
    const byMarket = listMarketRows(exposuresAt(600_000), markets);
    expect(byMarket.map((row) => barAmountOf(row))).toEqual(byMarket.map((row) => netOf(row)));
  });
});
