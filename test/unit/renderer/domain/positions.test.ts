import { describe, expect, it } from 'vitest';
import { listPositions, markOf, sellPriceOf, sumPositions } from '#renderer/domain/positions.ts';
import type { BookFrame } from '#shared/ipc/frame.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { marketOf, positionOf } from '../panes/facts.ts';

function bookOf(part: Partial<BookFrame> = {}): BookFrame {
  return {
    market: 'm' as MarketId,
    health: { at: 'live' },
    version: 1,
    sequence: 1,
    exchangeTimeMs: 0,
    receivedAtMs: 0,
    bids: Float64Array.from([600_000, 1_000_000]),
    asks: Float64Array.from([630_000, 1_000_000]),
    traded: new Float64Array(),
    lastPrice: 610_000,
    ...part,
  };
}

describe('the mark', () => {
  it('is the middle of the book in the terms of the outcome', () => {
    expect(markOf('yes', null, bookOf())).toEqual({ price: 615_000, from: 'mid', isOld: false });
    expect(markOf('no', null, bookOf())).toEqual({ price: 385_000, from: 'mid', isOld: false });
  });

  it('is the last trade where a side is empty, and the listed price where there is no book', () => {
    expect(markOf('yes', null, bookOf({ asks: new Float64Array() }))).toMatchObject({ price: 610_000, from: 'last' });
    const market = marketOf('m', { yesPrice: parsePrice('0.2') });
    expect(markOf('no', market, null)).toEqual({ price: 800_000, from: 'catalogue', isOld: true });
    expect(markOf('yes', marketOf('m', { yesPrice: null, lastPrice: null }), null)).toBeNull();
  });

  it('is marked as old when the book is not live', () => {
    const stale = bookOf({ health: { at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } } });
    expect(markOf('yes', null, stale)?.isOld).toBe(true);
  });

  it('is the result once there is one', () => {
    const market = marketOf('m', { result: 'no' });
    expect(markOf('yes', market, bookOf())).toMatchObject({ price: 1, from: 'result' });
    expect(markOf('no', market, bookOf())).toMatchObject({ price: 999_999, from: 'result' });
  });
});

describe('the list', () => {
  it('is by cost and keeps what was closed at a gain or loss', () => {
    const small = positionOf('a', { quantity: parseShares('10') });
    const large = positionOf('b', { quantity: parseShares('500') });
    const closed = positionOf('c', { quantity: ZERO_SHARES, realizedPnl: parseUsd('-3') });
    const nothing = positionOf('d', { quantity: ZERO_SHARES });
    expect(listPositions([small, nothing, closed, large]).map((one) => one.market)).toEqual(['b', 'a', 'c']);
  });

  it('sums gains and says when a mark is missing', () => {
    const mark = { price: parsePrice('0.60'), from: 'mid', isOld: false } as const;
    const positions = [positionOf('a'), positionOf('b', { realizedPnl: parseUsd('2') })];
    expect(sumPositions(positions, () => mark)).toEqual({
      unrealized: parseUsd('30'),
      realized: parseUsd('2'),
      isWhole: true,
    });
    expect(sumPositions(positions, (one) => (one.market === 'a' ? mark : null))).toMatchObject({
      unrealized: parseUsd('15'),
      isWhole: false,
    });
  });
});

it('sells at the best bid for the outcome that is held', () => {
  expect(sellPriceOf('yes', bookOf(), DEFAULT_TICK)).toBe(600_000);
  expect(sellPriceOf('no', bookOf(), DEFAULT_TICK)).toBe(370_000);
  expect(sellPriceOf('yes', bookOf({ bids: new Float64Array() }), DEFAULT_TICK)).toBeNull();
  expect(sellPriceOf('yes', null, DEFAULT_TICK)).toBeNull();
});
