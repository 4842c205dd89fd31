import { expect, it } from 'vitest';
import {
  dayGivenAway,
  listMarketsOf,
  listUndecided,
  lossOfEvent,
  marketLoss,
  minuteGivenAway,
  minuteNotional,
  notionalOf,
} from '#shared/order/risk/use.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeMarket, makePosition, OTHER_MARKET } from '#test/slice/makers.ts';
import { makeRiskState } from '#test/slice/riskMakers.ts';

const uses = [
  { atMs: START_MS - 60_000, notional: parseUsd('1'), givenAway: parseUsd('10'), isOpen: false },
  { atMs: START_MS - 60_001, notional: parseUsd('2'), givenAway: parseUsd('20'), isOpen: true },
  { atMs: START_MS - 1, notional: parseUsd('4'), givenAway: parseUsd('40'), isOpen: false },
];

it('counts the orders of the last minute, and value given away by open ones however old', () => {
  const state = makeRiskState({ uses });
  expect(minuteNotional(state)).toBe(parseUsd('4'));
  expect(minuteGivenAway(state)).toBe(parseUsd('60'));
});

it('counts value given away per UTC day; after midnight that of open orders', () => {
  const state = makeRiskState({ uses, givenAwayToday: parseUsd('500') });
  expect(dayGivenAway(state)).toBe(parseUsd('500'));
  expect(dayGivenAway({ ...state, nowMs: START_MS + 86_400_000 })).toBe(parseUsd('20'));
});

it('adds the markets of an event in which something is held', () => {
  const positions = [makePosition('50'), makePosition('20', { market: OTHER_MARKET })];
  const state = makeRiskState({ positions });
  expect(listMarketsOf(state, [], 1)).toEqual([MARKET, OTHER_MARKET]);
  expect(lossOfEvent(state, [], 1)).toBe(parseUsd('35'));
  expect(listMarketsOf(state, [{ ...order, market: parseMarketId('third') }], 1)).toHaveLength(3);
});

const order = { side: 'yes', direction: 'buy', price: 500_000 as never, open: 1 as never } as const;

it('counts a decided market by what it pays: a gain, a loss, or half', () => {
  const decided = (result: string) =>
    makeRiskState({ market: (id) => makeMarket({ id, ...(id === MARKET ? { result } : {}) }) });
  expect(marketLoss(decided('yes'), [], MARKET)).toBe(-parseUsd('25'));
  expect(marketLoss(decided('no'), [], MARKET)).toBe(parseUsd('25'));
  expect(marketLoss(decided('void'), [], MARKET)).toBe(parseUsd('0'));
  expect(marketLoss(decided('perhaps'), [], MARKET)).toBe(parseUsd('25'));
  expect(marketLoss(makeRiskState(), [], MARKET)).toBe(parseUsd('25'));
});

it('takes what a decided market pays off the worst case of its event', () => {
  const positions = [makePosition('50'), makePosition('20', { market: OTHER_MARKET })];
  const state = makeRiskState({
    positions,
    market: (id) => makeMarket({ id, ...(id === MARKET ? { result: 'yes' } : {}) }),
  });
  expect(lossOfEvent(state, [], 1)).toBe(-parseUsd('15'));
  expect(listUndecided(state, [])).toEqual([OTHER_MARKET]);
  expect(notionalOf(state, [])).toBe(parseUsd('10'));
});
