import { describe, expect, it } from 'vitest';
import type { OrderIntent } from '#shared/order/intent.ts';
import { evaluateRisk, isExit } from '#shared/order/risk/evaluate.ts';
import { DEFAULT_RISK_LIMITS, type LimitName } from '#shared/order/risk/limits.ts';
import type { RiskState } from '#shared/order/risk/state.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeIntent, makeMarket, makePosition } from '#test/slice/makers.ts';
import { holding, makeRiskBook, makeRiskState } from '#test/slice/riskMakers.ts';
import { restingOf } from '#test/unit/renderer/panes/facts.ts';

const limited = (limit: LimitName, value: bigint): Partial<RiskState> => ({
  limits: { ...DEFAULT_RISK_LIMITS, [limit]: value },
});
const violations = (intent: Partial<OrderIntent>, state: Partial<RiskState>) =>
  evaluateRisk(makeIntent(intent), makeRiskState(state)).violations;

/** A buy of 100 at 0.61 beside 50 yes held at 0.50: what each limit finds. */
const FOUND: readonly [LimitName, bigint][] = [
  ['orderCost', parseUsd('61.4758')],
  ['orderContracts', 100_000_000n],
  ['openNotional', parseUsd('86.4758')],
  ['restingOrders', 1n],
  ['marketLoss', parseUsd('86.4758')],
  ['eventLoss', parseUsd('86.4758')],
  ['minuteNotional', parseUsd('61')],
];

describe('a limit', () => {
  it.each(FOUND)('%s allows its value and refuses a millionth more', (limit, found) => {
    expect(violations({}, limited(limit, found))).toEqual([]);
    expect(violations({}, limited(limit, found - 1n))).toEqual([{ limit, allowed: found - 1n, found, by: 1n }]);
  });

  it('on the loss of the day counts what the order loses at once', () => {
    const baseline = { ...makeRiskState().baseline!, equity: parseUsd('1040.5') };
    const price = parsePrice('0.62');
    expect(violations({ price }, { baseline, ...limited('dayLoss', parseUsd('11.4712')) })).toEqual([]);
    expect(violations({ price }, { baseline, ...limited('dayLoss', parseUsd('11')) })).toEqual([
      { limit: 'dayLoss', allowed: parseUsd('11'), found: parseUsd('11.4712'), by: parseUsd('0.4712') },
    ]);
  });

  it('on the price is measured against the book and the last price', () => {
    const book = () => makeRiskBook({ lastPrice: parsePrice('0.40') });
    const limits = { ...DEFAULT_RISK_LIMITS, bookDistance: 10_000n, lastDistance: 200_000n };
    const found = violations({ price: parsePrice('0.65'), shares: parseShares('10') }, { book, limits });
    expect(found).toEqual([
      { limit: 'bookDistance', allowed: 10_000n, found: 30_000n, by: 20_000n },
      { limit: 'lastDistance', allowed: 200_000n, found: 250_000n, by: 50_000n },
    ]);
  });

  it('keeps a share of the order budget for exits', () => {
    expect(violations({}, { orderBudget: { used: 89, allowance: 120 } })).toEqual([]);
    expect(violations({}, { orderBudget: { used: 90, allowance: 120 } })).toMatchObject([{ limit: 'exitBudget' }]);
  });

  it('refuses close to the close, and a book that is live but unchecked', () => {
    const market = () => makeMarket({ closeAtMs: START_MS + 4_999 });
    expect(violations({}, { market })).toEqual([{ limit: 'timeToClose', allowed: 5_000n, found: 4_999n, by: 1n }]);
    const health = { at: 'live', unchecked: { code: 'restWithoutSequence', parameters: {} } } as const;
    const book = () => makeRiskBook({ health });
    expect(violations({}, { book })).toMatchObject([{ limit: 'uncheckedBook' }]);
    expect(violations({}, { book, ...limited('uncheckedBook', 1n) })).toEqual([]);
  });

  it('on value given away counts the minute and the day', () => {
    const intent = { direction: 'sell', price: parsePrice('0.50'), shares: parseShares('50') } as const;
    const use = { atMs: START_MS - 1, notional: parseUsd('1'), givenAway: parseUsd('246'), isOpen: false };
    expect(violations(intent, { uses: [use] })).toMatchObject([{ limit: 'minuteGivenAway', by: parseUsd('1') }]);
    expect(violations(intent, { givenAwayToday: parseUsd('996') })).toMatchObject([
      { limit: 'dayGivenAway', by: parseUsd('1') },
    ]);
    expect(violations(intent, limited('orderGivenAway', parseUsd('4')))).toMatchObject([{ limit: 'orderGivenAway' }]);
  });
});

describe('an exit', () => {
  const sellAll = { direction: 'sell', price: parsePrice('0.60'), shares: parseShares('50') } as const;

  it('is a sale of what is held, or a buy of the other outcome, that cannot raise the worst-case loss', () => {
    const state = makeRiskState();
    expect(isExit(makeIntent(sellAll), state)).toBe(true);
    expect(isExit(makeIntent({ side: 'no', price: parsePrice('0.4'), shares: parseShares('50') }), state)).toBe(true);
    expect(isExit(makeIntent(), state)).toBe(false);
  });

  it('counts the orders that rest already', () => {
    const position = holding('yes', '100', '0.50');
    const buy = makeIntent({ side: 'no', price: parsePrice('0.9'), shares: parseShares('100') });
    const resting = restingOf('1', {
      market: MARKET,
      side: 'no',
      price: parsePrice('0.9'),
      remaining: parseShares('100'),
    });
    expect(isExit(buy, makeRiskState({ positions: [position] }))).toBe(true);
    expect(isExit(buy, makeRiskState({ positions: [position], orders: [resting] }))).toBe(false);
  });

  it('is none while the positions are not read, nor the sale of one part of a complete set', () => {
    expect(isExit(makeIntent(sellAll), makeRiskState({ positions: null }))).toBe(false);
    const set = [holding('yes', '50', '0.5'), holding('no', '50', '0.5')];
    expect(isExit(makeIntent(sellAll), makeRiskState({ positions: set }))).toBe(false);
  });

  it('passes every limit except those on value given away', () => {
    const none = Object.fromEntries(Object.keys(DEFAULT_RISK_LIMITS).map((name) => [name, 0n]));
    const limits = { ...none, exitBudget: 90n, timeToClose: 3_600_000n } as RiskState['limits'];
    const market = () => makeMarket({ closeAtMs: START_MS + 1 });
    const state = { limits, market, baseline: null, orderBudget: { used: 119, allowance: 120 } };
    expect(violations(sellAll, state)).toEqual([]);
    expect(violations({ ...sellAll, price: parsePrice('0.59') }, state).map(({ limit }) => limit)).toEqual([
      'orderGivenAway',
      'minuteGivenAway',
      'dayGivenAway',
    ]);
  });

  it('is compared with the listed price where the book is not watched', () => {
    const state = makeRiskState({ book: () => null, market: () => makeMarket({ lastPrice: parsePrice('0.31') }) });
    const positions = [makePosition('450')];
    const sale = makeIntent({ direction: 'sell', price: parsePrice('0.01'), shares: parseShares('450') });
    expect(evaluateRisk(sale, { ...state, positions }).violations).toMatchObject([
      { limit: 'orderGivenAway', found: parseUsd('135'), by: parseUsd('35') },
    ]);
  });
});

it('counts fills that the positions do not include yet as open orders', () => {
  const unsettled = [
    { market: MARKET, side: 'yes', direction: 'buy', price: parsePrice('0.61'), open: parseShares('100') } as const,
  ];
  const state = { unsettled, ...limited('marketLoss', parseUsd('147')) };
  expect(violations({}, state)).toMatchObject([{ limit: 'marketLoss', found: parseUsd('147.9516') }]);
  expect(evaluateRisk(makeIntent(), makeRiskState({ unsettled })).notional).toBe(parseUsd('61'));
});
