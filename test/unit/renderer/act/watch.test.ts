import { expect, it } from 'vitest';
import { combineNeeds } from '#renderer/act/watch.ts';
import type { MarketId } from '#shared/units/ids.ts';

const A = 'market-a' as MarketId;
const B = 'market-b' as MarketId;

it('combines the needs of all panes: each book, tape and candle series once', () => {
  const needs = [
    { book: B, tape: B },
    { book: A, tape: A },
    { book: A, candles: { market: A, period: '5m' }, underlying: 'BTC-USD' },
    { book: A, candles: { market: A, period: '1m' }, underlying: 'BTC-USD' },
    { book: B, candles: { market: B, period: '5m' }, underlying: null },
    { book: A, candles: { market: A, period: '5m' } },
    { book: null },
  ] as const;
  const combined = {
    books: [A, B],
    tapes: [A, B],
    candles: [
      { market: A, period: '1m' },
      { market: A, period: '5m' },
      { market: B, period: '5m' },
    ],
    underlyings: ['BTC-USD'],
  };
  expect(combineNeeds(needs)).toEqual(combined);
  expect(combineNeeds([...needs].reverse())).toEqual(combined);
});

it('needs nothing without panes', () => {
  expect(combineNeeds([])).toEqual({ books: [], tapes: [], candles: [], underlyings: [] });
});

it('follows the books of many markets after those of single panes, as many as main accepts', () => {
  const many = Array.from({ length: 300 }, (_, at) => `m${String(at).padStart(3, '0')}` as MarketId);
  const { books } = combineNeeds([{ books: many }, { book: 'zz' as MarketId }, { books: [many[0]!] }]);
  expect(books).toHaveLength(256);
  expect(books).toEqual([...many.slice(0, 255), 'zz']);
  expect(combineNeeds([{ book: 'zz' as MarketId }, { books: [many[0]!] }, { books: many.toReversed() }]).books).toEqual(
    books,
  );
});
