import { describe, expect, it } from 'vitest';
import {
  joinLedger,
  listPositions,
  markOf,
  realizedOf,
  sellPriceOf,
  sumPositions,
  unrealizedOf,
} from '#renderer/domain/positions.ts';
import type { BookFrame } from '#shared/ipc/frame.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { buildLedger, EMPTY_LEDGER } from '#shared/order/ledger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeFill } from '#test/slice/makers.ts';
import { bookOf, marketOf, positionOf } from '../panes/facts.ts';

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
  it('is by cost and keeps what was closed at a gain or loss', () => {
    const small = positionOf('a', { quantity: parseShares('10') });
    const large = positionOf('b', { quantity: parseShares('500') });
    const closed = positionOf('c', { quantity: ZERO_SHARES, realizedPnl: parseUsd('-3') });
    const nothing = positionOf('d', { quantity: ZERO_SHARES });
    expect(listPositions([small, nothing, closed, large]).map((one) => one.market)).toEqual(['b', 'a', 'c']);
  });

  it('sums gains and says when a mark is missing', () => {
    const mark = { value: 600_000, from: 'mid', isOld: false } as const;
    const lines = joinLedger([positionOf('a'), positionOf('b', { realizedPnl: parseUsd('2') })], EMPTY_LEDGER);
    expect(sumPositions(lines, () => mark)).toEqual({
      unrealized: parseUsd('30'),
      realized: parseUsd('2'),
      isWhole: true,
    });
    expect(sumPositions(lines, (one) => (one.market === 'a' ? mark : null))).toMatchObject({
      unrealized: parseUsd('15'),
      isWhole: false,
    });
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

  it('takes cost and fees from the fills, and names what the exchange states otherwise', () => {
    const [line] = joinLedger([positionOf('a')], ledger);
    expect(unrealizedOf(line!, { value: 500_000, from: 'mid', isOld: false })).toBe(parseUsd('6'));
    expect(realizedOf(line!)).toBe(parseUsd('-0.5'));
    // positionOf has an average of 0.45.
    expect(line!.differences.map(({ code }) => code)).toEqual(['averagePrice']);
  });

  it('counts a redeemed position at its result', () => {
    const settled = { ...buildLedger([{ ...bought, state: 'settled_yes' }]), isComplete: true };
    const redeemed = positionOf('a', { quantity: ZERO_SHARES, averagePrice: null, realizedPnl: parseUsd('56') });
    const [line] = joinLedger([redeemed], settled);
    expect(realizedOf(line!)).toBe(parseUsd('55.5'));
    expect(line!.differences).toEqual([]);
  });

  it('is counted once where an outcome is in two custodies', () => {
    const half = { quantity: parseShares('50'), averagePrice: parsePrice('0.44') };
    const lines = joinLedger([positionOf('a', half), positionOf('a', { ...half, custody: 'vault' })], ledger);
    expect(lines.map((line) => line.ledger === null)).toEqual([false, true]);
    expect(lines.flatMap((line) => line.differences)).toEqual([]);
  });
});

it('sells at the best bid for the outcome that is held', () => {
  expect(sellPriceOf('yes', openBook(), DEFAULT_TICK)).toBe(600_000);
  expect(sellPriceOf('no', openBook(), DEFAULT_TICK)).toBe(370_000);
  expect(sellPriceOf('yes', openBook({ bids: new Float64Array() }), DEFAULT_TICK)).toBeNull();
  expect(sellPriceOf('yes', null, DEFAULT_TICK)).toBeNull();
});
