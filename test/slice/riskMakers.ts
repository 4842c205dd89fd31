/** Plain values of the risk limits for tests: wide enough that only the limit under test refuses. */
import type { Side } from '#shared/market/outcome.ts';
import type { RiskBook } from '#shared/order/risk/context.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';
import type { RiskState, RiskView } from '#shared/order/risk/state.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd, ZERO_USD } from '#shared/units/usd.ts';
import { START_MS } from './fakeClock.ts';
import { MARKET, makeBalance, makeMarket, makePosition } from './makers.ts';

const DAY_STARTS_MS = Math.floor(START_MS / 86_400_000) * 86_400_000;

/** Levels from pairs of text, as a frame has them. */
export function flatLevels(...pairs: readonly (readonly [price: string, shares: string])[]): number[] {
  return pairs.flatMap(([price, shares]) => [parsePrice(price), parseShares(shares)]);
}

export function makeRiskBook(change: Partial<RiskBook> = {}): RiskBook {
  const bids = change.bids ?? flatLevels(['0.60', '1000']);
  const asks = change.asks ?? flatLevels(['0.62', '1000']);
  return {
    health: { at: 'live' },
    bids,
    asks,
    bestBid: bids[0] ?? null,
    bestAsk: asks[0] ?? null,
    lastPrice: parsePrice('0.61'),
    ...change,
  };
}

export function makeRiskView(change: Partial<RiskView> = {}): RiskView {
  return {
    limits: DEFAULT_RISK_LIMITS,
    exclusiveEvents: [],
    baseline: { startsAtMs: DAY_STARTS_MS, equity: parseUsd('1030.5') },
    uses: [],
    dayStartsAtMs: DAY_STARTS_MS,
    givenAwayToday: ZERO_USD,
    unsettled: [],
    ...change,
  };
}

/** 1,000 in cash and 50 yes of one market, bought at 0.5 and marked at 0.61. */
export function makeRiskState(change: Partial<RiskState> = {}): RiskState {
  return {
    ...makeRiskView(),
    nowMs: START_MS,
    exchangeTimeMs: START_MS,
    feeRateMicros: 20_000,
    balance: makeBalance('1000'),
    positions: [makePosition('50')],
    orders: [],
    orderBudget: { used: 0, allowance: 120 },
    market: (id) => makeMarket({ id }),
    book: (id) => (id === MARKET ? makeRiskBook() : null),
    ...change,
  };
}

export function holding(side: Side, quantity: string, average: string | null) {
  return makePosition(quantity, { outcome: side, averagePrice: average === null ? null : parsePrice(average) });
}
