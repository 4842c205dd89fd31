/**
 * Present use of each limit that has one: what the Risk pane shows and an order is added to.
 *
 * Units       As the limit's; see `LIMIT_RULES`.
 * Invariants  Pure.
 */
import { resultOf } from '../../market/market.ts';
import { smallestLot, type Tick } from '../../market/tickGrid.ts';
import type { MarketId } from '../../units/ids.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { startOfDay } from '../../units/time.ts';
import { toUsd, type Usd } from '../../units/usd.ts';
import type { OrderIntent } from '../intent.ts';
import type { RiskContext } from './context.ts';
import { dayLoss, lossAtOnce } from './day.ts';
import {
  eventLoss,
  type LossByResult,
  listOpen,
  lossByResult,
  openNotional,
  type RiskOrder,
  sumHoldings,
  worstOf,
} from './loss.ts';

const MINUTE_MS = 60_000;

/** Open orders, and fills that the positions do not include yet. */
export function listExposed(state: Pick<RiskContext, 'orders' | 'unsettled'>): RiskOrder[] {
  return [...listOpen(state.orders), ...state.unsettled];
}

/** Loss of a market by its results; of a decided market there is only the one. */
function listLosses(state: RiskContext, exposed: readonly RiskOrder[], market: MarketId): LossByResult {
  const losses = lossByResult(sumHoldings(state.positions ?? [], market), exposed, market, state.feeRateMicros);
  const result = findResult(state, market);
  if (result === null) return losses;
  const known = losses[result];
  return { yes: known, no: known, void: known };
}

function findResult(state: Pick<RiskContext, 'market'>, id: MarketId): keyof LossByResult | null {
  const market = state.market(id);
  return market === null ? null : resultOf(market);
}

/** The worst case of a market; of a decided one the known loss, or gain. */
export function marketLoss(state: RiskContext, exposed: readonly RiskOrder[], market: MarketId): Usd {
  return worstOf(listLosses(state, exposed, market));
}

/** Markets in which something is held or open, and that can still win or lose. */
export function listUndecided(state: RiskContext, exposed: readonly RiskOrder[]): MarketId[] {
  const markets = new Set([...(state.positions ?? []), ...exposed].map(({ market }) => market));
  return [...markets].filter((market) => findResult(state, market) === null);
}

/** The markets of an event in which something is held or open. */
export function listMarketsOf(state: RiskContext, exposed: readonly RiskOrder[], eventId: number): MarketId[] {
  const markets = new Set<MarketId>();
  for (const { market } of [...(state.positions ?? []), ...exposed]) {
    if (state.market(market)?.eventId === eventId) markets.add(market);
  }
  return [...markets];
}

export function lossOfEvent(state: RiskContext, exposed: readonly RiskOrder[], eventId: number): Usd {
  const markets = listMarketsOf(state, exposed, eventId).map((market) => listLosses(state, exposed, market));
  return eventLoss(markets, state.exclusiveEvents.includes(eventId));
}

/** Open buys, and holdings whose result is not known. */
export function notionalOf(state: RiskContext, exposed: readonly RiskOrder[]): Usd {
  const undecided = (state.positions ?? []).filter(({ market }) => findResult(state, market) === null);
  return openNotional(undecided, exposed, state.feeRateMicros);
}

/** Notional signed within the last minute. */
export function minuteNotional({ uses, nowMs }: Pick<RiskContext, 'uses' | 'nowMs'>): Usd {
  let sum = 0n;
  for (const use of uses) if (use.atMs > nowMs - MINUTE_MS) sum += use.notional;
  return toUsd(sum);
}

/** Value given away by orders of the last minute and by older ones that are still open. */
export function minuteGivenAway({ uses, nowMs }: Pick<RiskContext, 'uses' | 'nowMs'>): Usd {
  let sum = 0n;
  for (const use of uses) if (use.isOpen || use.atMs > nowMs - MINUTE_MS) sum += use.givenAway;
  return toUsd(sum);
}

/** Value given away since 00:00 UTC; after midnight only by orders that are still open. */
export function dayGivenAway({ uses, nowMs, givenAwayToday, dayStartsAtMs }: RiskContext): Usd {
  if (dayStartsAtMs === startOfDay(nowMs)) return givenAwayToday;
  let sum = 0n;
  for (const use of uses) if (use.isOpen || use.atMs >= startOfDay(nowMs)) sum += use.givenAway;
  return toUsd(sum);
}

/** Loss of the day with what open orders would lose at once; null while it is not known. */
export function dayLossWithOpen(state: RiskContext, exposed: readonly RiskOrder[]): Usd | null {
  const loss = dayLoss(state);
  if (loss === null) return null;
  let sum: bigint = loss;
  for (const { market, side, direction, price, open } of exposed) {
    sum += lossAtOnce({ market, side, direction: direction ?? 'buy', price, shares: open }, state);
  }
  return toUsd(sum);
}

/**
 * Dust: shares of the outcome that could not be sold once the order has filled, as no order on the grid sells them exactly.
 *
 * Units       Shares in millionths; 0 when all could.
 * Source      docs/risk.md#dust; docs/assumptions.md#smallest-order.
 */
export function dustAfter(intent: OrderIntent, state: Pick<RiskContext, 'positions'>, tick: Tick): Shares {
  const before = sumHoldings(state.positions ?? [], intent.market)[intent.side].shares;
  const after = intent.direction === 'buy' ? before + intent.shares : Math.max(0, before - intent.shares);
  return toShares(after % smallestLot(tick));
}
