import { describe, expect, it } from 'vitest';
import { compareInEvent, isTrading, type Market, phaseOf, resultOf, timeToClose } from '#shared/market/market.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { makeMarket } from '#test/slice/makers.ts';

const named = (name: string, eventRank: number | null, price: string | null): Market => {
  const yesPrice = price === null ? null : parsePrice(price);
  return makeMarket({ id: parseMarketId(name), eventRank, yesPrice, lastPrice: yesPrice });
};
const order = (markets: Market[], anyRanked: boolean): string[] =>
  [...markets].sort((a, b) => compareInEvent(a, b, anyRanked)).map((market) => market.id);

describe('markets of one event', () => {
  it('are ordered by rank, unranked ones last by probability', () => {
    const markets = [named('c', null, '0.9'), named('b', 2, '0.1'), named('d', null, '0.2'), named('a', 1, '0.05')];
    expect(order(markets, true)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are ordered by falling probability without ranks, and by id when it is equal', () => {
    const markets = [named('b', null, '0.2'), named('a', null, '0.2'), named('c', null, '0.7'), named('d', null, null)];
    expect(order(markets, false)).toEqual(['c', 'a', 'b', 'd']);
  });
});

describe('a market', () => {
  it('trades from open to close while it has no result', () => {
    const market = makeMarket({ openAtMs: 100, closeAtMs: 200 });
    expect([99, 100, 199, 200].map((atMs) => isTrading(market, atMs))).toEqual([false, true, true, false]);
    expect(isTrading(makeMarket({ openAtMs: null, closeAtMs: null }), 1)).toBe(true);
    expect(isTrading(makeMarket({ result: 'yes' }), 1)).toBe(false);
    expect(isTrading(makeMarket({ result: '' }), 1)).toBe(true);
  });

  it('counts the last minute before the close, and no other time', () => {
    const market = makeMarket({ openAtMs: 0, closeAtMs: 100_000 });
    const times = [39_999, 40_000, 99_999, 100_000].map((atMs) => timeToClose(market, atMs));
    expect(times).toEqual([null, 60_000, 1, null]);
    expect(timeToClose({ ...market, status: 'voided' }, 99_999)).toBeNull();
    expect(timeToClose(makeMarket({ closeAtMs: null }), 99_999)).toBeNull();
  });

  it('is not open, trading, closed, resolved or voided, and a void has no result', () => {
    const market = makeMarket({ openAtMs: 100, closeAtMs: 200 });
    expect([99, 100, 200].map((atMs) => phaseOf(market, atMs))).toEqual(['notOpen', 'trading', 'closed']);
    expect(phaseOf({ ...market, result: 'no' }, 150)).toBe('resolved');
    expect(phaseOf({ ...market, status: 'voided', result: '' }, 150)).toBe('voided');
    expect(phaseOf({ ...market, result: 'void' }, 250)).toBe('voided');
  });

  it('trades in the phase of that name and in no other, also when it was voided before its close', () => {
    const voided = makeMarket({ openAtMs: 100, closeAtMs: 200, status: 'Voided', result: '' });
    expect(isTrading(voided, 150)).toBe(false);
    const results = [null, '', 'yes', 'void'];
    const times: (number | null)[] = [null, 100, 200];
    for (const status of ['active', 'voided', 'closed'])
      for (const result of results)
        for (const openAtMs of times)
          for (const closeAtMs of times) {
            const market = makeMarket({ status, result, openAtMs, closeAtMs });
            for (const atMs of [99, 100, 150, 200]) {
              expect(isTrading(market, atMs)).toBe(phaseOf(market, atMs) === 'trading');
            }
          }
  });
});

it('has a result once the exchange decided it, and none that it does not know', () => {
  expect(resultOf(makeMarket({ result: null }))).toBeNull();
  expect(resultOf(makeMarket({ result: '' }))).toBeNull();
  expect(resultOf(makeMarket({ result: 'perhaps' }))).toBeNull();
  expect(resultOf(makeMarket({ result: 'no' }))).toBe('no');
  expect(resultOf(makeMarket({ result: null, status: 'Voided' }))).toBe('void');
});
