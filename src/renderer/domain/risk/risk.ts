/**
 * Risk state of the page: the same data as main's, so that a preview and main's decision agree.
 *
 * Units       Exchange time in ms: this machine's clock plus the measured offset.
 */
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import type { RiskBook } from '#shared/order/risk/context.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';
import type { RiskState, RiskView } from '#shared/order/risk/state.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import type { Mirror } from '../../feed/mirror.ts';

/** Before the first account frame, while the missing wallet denies every order. */
const NO_RISK: RiskView = {
  limits: DEFAULT_RISK_LIMITS,
  exclusiveEvents: [],
  baseline: null,
  uses: [],
  dayStartsAtMs: 0,
  givenAwayToday: ZERO_USD,
  unsettled: [],
};

export function readRiskState(mirror: Mirror, nowMs: number): RiskState {
  const account = mirror.account();
  const markets = mirror.catalogue()?.markets ?? [];
  const isRead = (account?.reconciledAtMs ?? null) !== null;
  return {
    ...(account?.risk ?? NO_RISK),
    nowMs,
    exchangeTimeMs: nowMs + (mirror.clockOffsetMs() ?? 0),
    feeRateMicros: account?.feeRateMicros ?? DEFAULT_FEE_RATE,
    balance: account?.balance ?? null,
    positions: isRead && account ? account.positions : null,
    orders: account?.orders ?? [],
    orderBudget: mirror.health()?.budgets.find(({ name }) => name === 'orders') ?? null,
    market: (id) => markets.find((one) => one.id === id) ?? null,
    book: (id) => readBook(mirror, id),
  };
}

function readBook(mirror: Mirror, market: MarketId): RiskBook | null {
  const book = mirror.book(market);
  if (book === null) return null;
  const { health, bids, asks, lastPrice } = book;
  return { health, bids, asks, lastPrice, bestBid: bids[0] ?? null, bestAsk: asks[0] ?? null };
}
