import { describe, expect, it } from 'vitest';
import { averageOf, joinHoldings, listPositions, markOf, sellPriceOf } from '#renderer/domain/account/positions.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { Position } from '#shared/order/account/account.ts';
import { buildLedger } from '#shared/order/account/ledger.ts';
import { listHoldings } from '#shared/order/exposure/holding.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeFill } from '#test/slice/makers.ts';
import { bookOf, marketOf, positionOf } from '../../panes/facts.ts';

const openBook = (part: Partial<BookFrame> = {}): BookFrame =>
  bookOf('m', { asks: Float64Array.from([630_000, 1_000_000]), lastPrice: 610_000, ...part });

describe('the mark', () => {
  it('reads the top of the book on screen', () => {
    expect(markOf('yes', null, openBook())).toEqual({ value: 615_000, from: 'mid', isOld: false });
    expect(markOf('yes', null, openBook({ asks: new Float64Array() }))).toMatchObject({ value: 610_000, from: 'last' });
    expect(markOf('yes', marketOf('m'), null)).toMatchObject({ value: 500_000, from: 'catalogue' });
  });
});

describe('the list', () => {
  it('is by cost, and has no row of what is flat', () => {
    const small = positionOf('a', { quantity: parseShares('10') });
    const large = positionOf('b', { quantity: parseShares('500') });
    const closed = positionOf('c', { quantity: ZERO_SHARES, realizedPnl: parseUsd('-3') });
    expect(listPositions([small, closed, large]).map((one) => one.market)).toEqual(['b', 'a']);
  });
});

describe('a line', () => {
  const bought = makeFill('1', {
    market: 'a' as MarketId,
    price: parsePrice('0.44'),
    shares: parseShares('100'),
    fee: parseUsd('0.5'),
  });
  const ledger = { ...buildLedger([bought]), isComplete: true };
  const join = (...positions: readonly Position[]) => {
    const holdings = listHoldings({ positions, ledger, resultOf: () => null });
    return joinHoldings(positions, ledger, new Map(holdings.map((one) => [one.market, one])));
  };

  it('takes cost and average from the fills, and names what the exchange states otherwise', () => {
    const [line] = join(positionOf('a'));
    expect(line!.holding).toMatchObject({ cost: parseUsd('44'), openFees: parseUsd('0.5'), realized: 0n });
    expect(averageOf(line!)).toBe(parsePrice('0.44'));
    // positionOf has an average of 0.45.
    expect(line!.differences.map(({ code }) => code)).toEqual(['averagePrice']);
  });

  it('is counted once where an outcome is in two custodies', () => {
    const half = { quantity: parseShares('50'), averagePrice: parsePrice('0.44') };
    const lines = join(positionOf('a', half), positionOf('a', { ...half, custody: 'vault' }));
    expect(lines.map((line) => line.holding === null)).toEqual([false, true]);
    expect(lines.flatMap((line) => line.differences)).toEqual([]);
    expect(averageOf(lines[1]!)).toBe(parsePrice('0.44'));
  });
});

it('sells at the best bid for the outcome that is held', () => {
  expect(sellPriceOf('yes', openBook(), DEFAULT_TICK)).toBe(600_000);
  expect(sellPriceOf('no', openBook(), DEFAULT_TICK)).toBe(370_000);
  expect(sellPriceOf('yes', openBook({ bids: new Float64Array() }), DEFAULT_TICK)).toBeNull();
  expect(sellPriceOf('yes', null, DEFAULT_TICK)).toBeNull();
});
