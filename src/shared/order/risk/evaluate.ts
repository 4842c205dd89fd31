/**
 * Evaluation of an order against the limits: every limit that it violates, with its value and by how much.
 *
 * Units       `max`, `found` and `over` in the unit of the limit.
 * Invariants  Pure and exact. The page previews with it, main decides with it. An exit passes every limit except the ones on
 *             value given away. What is not known refuses an order that is no exit.
 * Source      docs/risk.md#limits, #exits.
 */
import type { Market } from '../../market/market.ts';
import { costCeil, toUsd, type Usd } from '../../units/usd.ts';
import { maxTakerFee } from '../fees.ts';
import type { OrderIntent } from '../intent.ts';
import { lossAtOnce } from './day.ts';
import { priceDistances, valueGivenAway } from './givenAway.ts';
import { LIMIT_RULES, type LimitName } from './limits.ts';
import { lossByResult, lossWithOrder, type RiskOrder, sumHoldings, toRiskOrder, worstOf } from './loss.ts';
import type { RiskBook, RiskState } from './state.ts';
import {
  dayGivenAway,
  dayLossWithOpen,
  listExposed,
  lossOfEvent,
  minuteGivenAway,
  minuteNotional,
  notionalOf,
} from './use.ts';

export interface Violation {
  readonly limit: LimitName;
  /** The limit's value; the least where a higher value is stricter. */
  readonly allowed: bigint;
  readonly found: bigint;
  readonly by: bigint;
}

export interface Evaluation {
  readonly violations: readonly Violation[];
  readonly isExit: boolean;
  /** False while the loss of the day is not known. */
  readonly isLossKnown: boolean;
  readonly notional: Usd;
  readonly givenAway: Usd;
}

/** True when the order cannot raise the market's worst-case loss, with every open order included. */
export function isExit(intent: OrderIntent, state: RiskState): boolean {
  const { before, after } = marketLosses(intent, state, listExposed(state));
  return state.positions !== null && after <= before;
}

/** Worst-case loss of the order's market, with every open order, and with this one too. */
function marketLosses(
  intent: OrderIntent,
  { positions, feeRateMicros }: RiskState,
  exposed: readonly RiskOrder[],
): { readonly before: Usd; readonly after: Usd } {
  const holdings = sumHoldings(positions ?? [], intent.market);
  const before = lossByResult(holdings, exposed, intent.market, feeRateMicros);
  const after = lossWithOrder(before, toRiskOrder(intent), holdings, feeRateMicros);
  return { before: worstOf(before), after: worstOf(after) };
}

/** What a signed order uses of the limits per minute and day. */
export function evaluateUse(
  intent: OrderIntent,
  state: Pick<RiskState, 'book' | 'market'>,
): { readonly notional: Usd; readonly givenAway: Usd } {
  const book = state.book(intent.market) ?? unwatchedBook(state.market(intent.market));
  return { notional: costCeil(intent.price, intent.shares), givenAway: valueGivenAway(intent, book) };
}

/** Stands for a book that is not watched: only the listed price is known. */
function unwatchedBook(market: Market | null): RiskBook {
  return {
    health: { at: 'waiting' },
    bestBid: null,
    bestAsk: null,
    lastPrice: market?.lastPrice ?? null,
    bids: [],
    asks: [],
  };
}

/** Expects a price on the grid and a size above 0. */
export function evaluateRisk(intent: OrderIntent, state: RiskState): Evaluation {
  const book = state.book(intent.market) ?? unwatchedBook(state.market(intent.market));
  const givenAway = valueGivenAway(intent, book);
  const notional = costCeil(intent.price, intent.shares);
  const violations: Violation[] = [];
  const check = (limit: LimitName, found: bigint): void => {
    const allowed = state.limits[limit];
    const by = LIMIT_RULES[limit].stricter === 'lower' ? found - allowed : allowed - found;
    if (by > 0n) violations.push({ limit, allowed, found, by });
  };
  const exposed = listExposed(state);
  const losses = marketLosses(intent, state, exposed);
  const isOut = state.positions !== null && losses.after <= losses.before;
  let isLossKnown = true;
  if (!isOut) {
    checkOrder();
    checkMarket();
    isLossKnown = checkAccount();
  }
  // A limit order of 0 given away is within every bound, also of one that is used up.
  if (givenAway > 0n) {
    check('orderGivenAway', givenAway);
    check('minuteGivenAway', minuteGivenAway(state) + givenAway);
    check('dayGivenAway', dayGivenAway(state) + givenAway);
  }
  return { violations, isExit: isOut, isLossKnown, notional, givenAway };

  function checkOrder(): void {
    if (intent.direction === 'buy') {
      check('orderCost', notional + maxTakerFee(intent.price, intent.shares, state.feeRateMicros));
    }
    check('orderContracts', BigInt(intent.shares));
    const { fromBook, fromLast } = priceDistances(intent, book);
    if (fromBook !== null) check('bookDistance', fromBook);
    if (fromLast !== null) check('lastDistance', fromLast);
  }

  function checkMarket(): void {
    const closeAtMs = state.market(intent.market)?.closeAtMs ?? null;
    if (closeAtMs !== null) check('timeToClose', BigInt(Math.max(0, Math.floor(closeAtMs - state.exchangeTimeMs))));
    if (book.health.at === 'live' && book.health.unchecked) check('uncheckedBook', 1n);
  }

  function checkAccount(): boolean {
    const all = [...exposed, toRiskOrder(intent)];
    check('openNotional', notionalOf(state, all));
    check('restingOrders', BigInt(all.length - state.unsettled.length));
    check('marketLoss', losses.after);
    const eventId = state.market(intent.market)?.eventId ?? null;
    if (eventId !== null) check('eventLoss', lossOfEvent(state, all, eventId));
    check('minuteNotional', minuteNotional(state) + notional);
    checkBudget();
    const lost = dayLossWithOpen(state, exposed);
    if (lost !== null) check('dayLoss', toUsd(lost + lossAtOnce(intent, state)));
    return lost !== null;
  }

  function checkBudget(): void {
    if (state.orderBudget === null) return;
    const { used, allowance } = state.orderBudget;
    if (allowance > 0) check('exitBudget', BigInt(Math.max(0, Math.floor(((allowance - used - 1) * 100) / allowance))));
  }
}
