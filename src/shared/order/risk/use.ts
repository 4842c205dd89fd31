/**
 * Present use of each limit that has one: what the Risk pane shows and an order is added to.
 *
 * Units       As the limit's; see `LIMIT_RULES`.
 * Invariants  Pure.
 */
import type { MarketId } from '../../units/ids.ts';
import { startOfDay } from '../../units/time.ts';
import { toUsd, type Usd } from '../../units/usd.ts';
import { dayLoss, lossAtOnce } from './day.ts';
import { eventLoss, listOpen, lossByResult, openNotional, type RiskOrder, sumHoldings, worstOf } from './loss.ts';
import type { RiskState } from './state.ts';

const MINUTE_MS = 60_000;

/** Open orders, and fills that the positions do not include yet. */
export function listExposed(state: Pick<RiskState, 'orders' | 'unsettled'>): RiskOrder[] {
  return [...listOpen(state.orders), ...state.unsettled];
}

export function marketLoss(state: RiskState, exposed: readonly RiskOrder[], market: MarketId): Usd {
  return worstOf(lossByResult(sumHoldings(state.positions ?? [], market), exposed, market, state.feeRateMicros));
}

/** The markets of an event in which something is held or open. */
export function listMarketsOf(state: RiskState, exposed: readonly RiskOrder[], eventId: number): MarketId[] {
  const markets = new Set<MarketId>();
  for (const { market } of [...(state.positions ?? []), ...exposed]) {
    if (state.market(market)?.eventId === eventId) markets.add(market);
  }
  return [...markets];
}

export function lossOfEvent(state: RiskState, exposed: readonly RiskOrder[], eventId: number): Usd {
  const { positions, feeRateMicros, exclusiveEvents } = state;
  const markets = listMarketsOf(state, exposed, eventId).map((market) =>
    lossByResult(sumHoldings(positions ?? [], market), exposed, market, feeRateMicros),
  );
  return eventLoss(markets, exclusiveEvents.includes(eventId));
}

export function notionalOf(state: RiskState, exposed: readonly RiskOrder[]): Usd {
  return openNotional(state.positions ?? [], exposed, state.feeRateMicros);
}

/** Notional signed within the last minute. */
export function minuteNotional({ uses, nowMs }: Pick<RiskState, 'uses' | 'nowMs'>): Usd {
  let sum = 0n;
  for (const use of uses) if (use.atMs > nowMs - MINUTE_MS) sum += use.notional;
  return toUsd(sum);
}

/** Value given away by orders of the last minute and by older ones that are still open. */
export function minuteGivenAway({ uses, nowMs }: Pick<RiskState, 'uses' | 'nowMs'>): Usd {
  let sum = 0n;
  for (const use of uses) if (use.isOpen || use.atMs > nowMs - MINUTE_MS) sum += use.givenAway;
  return toUsd(sum);
}

/** Value given away since 00:00 UTC; after midnight only by orders that are still open. */
export function dayGivenAway({ uses, nowMs, givenAwayToday, dayStartsAtMs }: RiskState): Usd {
  if (dayStartsAtMs === startOfDay(nowMs)) return givenAwayToday;
  let sum = 0n;
  for (const use of uses) if (use.isOpen || use.atMs >= startOfDay(nowMs)) sum += use.givenAway;
  return toUsd(sum);
}

/** Loss of the day with what open orders would lose at once; null while it is not known. */
export function dayLossWithOpen(state: RiskState, exposed: readonly RiskOrder[]): Usd | null {
  const loss = dayLoss(state);
  if (loss === null) return null;
  let sum: bigint = loss;
  for (const { market, side, direction, price, open } of exposed) {
    sum += lossAtOnce({ market, side, direction: direction ?? 'buy', price, shares: open }, state);
  }
  return toUsd(sum);
}
