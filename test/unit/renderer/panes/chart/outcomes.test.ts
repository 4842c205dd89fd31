import { expect, it } from 'vitest';
import { listOtherMarkets } from '#renderer/panes/chart/outcomes.ts';
import { marketOf } from '../facts.ts';

it('lists the other markets of the event in its order, and none for a market alone', () => {
  const markets = [
    marketOf('a', { eventId: 1, eventRank: 2 }),
    marketOf('b', { eventId: 1, eventRank: 3 }),
    marketOf('c', { eventId: 1, eventRank: 1 }),
    marketOf('d', { eventId: 2 }),
    marketOf('e'),
    marketOf('f'),
  ];
  expect(listOtherMarkets(markets, markets[0]!).map(({ id }) => id)).toEqual(['c', 'b']);
  expect(listOtherMarkets(markets, markets[4]!)).toEqual([]);
  expect(listOtherMarkets(markets, null)).toEqual([]);
});
