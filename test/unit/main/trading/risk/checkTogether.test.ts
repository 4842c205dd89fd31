import { expect, it } from 'vitest';
import { createPortfolio } from '#main/trading/account/portfolio.ts';
import { createOrders } from '#main/trading/orders/orders.ts';
import { checkTogether } from '#main/trading/risk/checkTogether.ts';
import { DEFAULT_LIMITS } from '#main/trading/risk/limits.ts';
import type { PreTradeSources } from '#main/trading/risk/preTradeContext.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { RiskLimits } from '#shared/order/risk/limits.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { MARKET, makeBalance, makeMarket, OTHER_MARKET, OWNER } from '#test/slice/makers.ts';
import { makeRiskState } from '#test/slice/riskMakers.ts';

function openSources(limits: Partial<RiskLimits> = {}): PreTradeSources {
  const state = makeRiskState();
  const portfolio = createPortfolio('usdc', () => {});
  portfolio.applyBalance(makeBalance('100'), 1);
  return {
    context: {
      market: () => makeMarket(),
      tick: () => DEFAULT_TICK,
      // Neither market is watched.
      book: () => null,
      orderBudget: () => null,
      custodialAccount: () => null,
      owner: () => OWNER,
      depth: () => null,
      watchBooks: () => {},
      secondKeys: () => [],
      readiness: () => ({ code: 'armed', parameters: {} }),
    },
    clock: openFakeClock(0),
    portfolio,
    orders: createOrders({
      journal: { append: () => {}, findByOrder: () => [] },
      onChange: () => {},
      onFault: () => {},
    }),
    limits: DEFAULT_LIMITS,
    pins: { findChange: () => null },
    risk: { state: () => ({ ...state, limits: { ...state.limits, ...limits } }) },
    isArmed: () => false,
    isPositionsKnown: () => true,
  };
}

const leg = (market: typeof MARKET, shares: string) =>
  ({ market, side: 'yes', direction: 'buy', price: parsePrice('0.60'), shares: parseShares(shares) }) as const;

it('adds up what each order needs of the balance', () => {
  const [first, second] = [leg(MARKET, '100'), leg(OTHER_MARKET, '100')];
  expect(checkTogether([first], openSources())).toEqual([]);
  expect(checkTogether([second], openSources())).toEqual([]);
  expect(checkTogether([first, second], openSources())).toMatchObject([{ code: 'balance' }]);
});

it('counts the orders before as open for the limits', () => {
  const small = [leg(MARKET, '50'), leg(OTHER_MARKET, '50')];
  const sources = openSources({ openNotional: parseUsd('60') });
  expect(checkTogether(small.slice(0, 1), sources)).toEqual([]);
  expect(checkTogether(small, sources)).toMatchObject([{ code: 'limit', parameters: { limit: 'openNotional' } }]);
});

it('refuses nothing for books that are not watched, or a balance that is not read', () => {
  const sources = { ...openSources(), portfolio: createPortfolio('usdc', () => {}) };
  expect(checkTogether([leg(MARKET, '50')], sources)).toEqual([]);
});
