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
import type { Mark } from '#shared/market/mark.ts';
import type { Fill } from '#shared/order/account.ts';
import { buildLedger } from '#shared/order/ledger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeFill } from '#test/slice/makers.ts';
import { marketOf } from '../facts.ts';

const markets = [
  marketOf('a', { eventTitle: 'Election' }),
  marketOf('b', { eventTitle: 'Election' }),
  marketOf('c', { eventTitle: 'Weather' }),
];
const mark: Mark = { value: 600_000, from: 'mid', isOld: false };

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

describe('results', () => {
  it('are after fees per market, the latest trade first', () => {
    const rows = listMarketRows(ledger, markets, () => mark);
    expect(
      rows.map(({ name, realized, unrealized, fees, fills }) => [name, realized, unrealized, fees, fills]),
    ).toEqual([
      ['gone', parseUsd('-0.5'), parseUsd('10'), parseUsd('0.5'), 1],
      ['Market b', parseUsd('49.5'), 0n, parseUsd('0.5'), 1],
      ['Market a', parseUsd('7.3'), parseUsd('6'), parseUsd('0.7'), 2],
    ]);
    expect(rows.map(netOf)).toEqual([parseUsd('9.5'), parseUsd('49.5'), parseUsd('13.3')]);
  });

  it('add up over the markets of an event', () => {
    const rows = listEventRows(ledger, markets, () => mark);
    expect(rows.map(({ name, market, realized }) => [name, market, realized])).toEqual([
      ['gone', 'gone', parseUsd('-0.5')],
      ['Election', null, parseUsd('56.8')],
    ]);
    const byMarket = sumRows(listMarketRows(ledger, markets, () => mark));
    expect(sumRows(rows)).toEqual(byMarket);
    expect(byMarket.isWhole).toBe(true);
  });

  it('have no unrealised part where a mark is missing', () => {
    const rows = listMarketRows(ledger, markets, () => null);
    expect(rows.map(({ unrealized }) => unrealized)).toEqual([null, 0n, null]);
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
    const byMarket = listMarketRows(ledger, markets, () => mark);
    expect(byMarket.map((row) => barAmountOf(row))).toEqual(byMarket.map((row) => netOf(row)));
  });
});
