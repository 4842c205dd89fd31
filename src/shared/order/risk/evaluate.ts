/**
 * Evaluation of an order against the limits: every limit that it violates, with its value and by how much.
 *
 * Units       `max`, `found` and `over` in the unit of the limit.
 * Invariants  Pure and exact. The page previews with it, main decides with it. An exit passes every limit except the ones on
 *             value given away. What is not known refuses an order that is no exit.
 * Source      docs/risk.md#limits, #exits.
 */
import type { Market } from '../../market/market.ts';
import { costCeil, type Usd } from '../../units/usd.ts';
import type { OrderIntent } from '../intent.ts';
import type { RiskBook } from './context.ts';
import { valueGivenAway } from './givenAway.ts';
import { LIMIT_RULES, type LimitName, type LimitRule, listLimits } from './limits.ts';
import { lossByResult, lossWithOrder, type RiskOrder, sumHoldings, toRiskOrder, worstOf } from './loss.ts';
import type { RiskState } from './state.ts';
import { listExposed } from './use.ts';

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

const isReportedLast = (limit: LimitName): boolean => (LIMIT_RULES[limit] as LimitRule).isReportedLast === true;
/** Limits that exits pass, in the order of a refusal. */
const ENTRY_LIMITS = (['order', 'market', 'account'] as const).flatMap((group) => {
  const limits = listLimits(group);
  return [...limits.filter((limit) => !isReportedLast(limit)), ...limits.filter(isReportedLast)];
});
const EVERY_ORDER_LIMITS = listLimits('givenAway');

/** Expects a price on the grid and a size above 0. */
export function evaluateRisk(intent: OrderIntent, state: RiskState): Evaluation {
  const book = state.book(intent.market) ?? unwatchedBook(state.market(intent.market));
  const givenAway = valueGivenAway(intent, book);
  const notional = costCeil(intent.price, intent.shares);
  const exposed = listExposed(state);
  const losses = marketLosses(intent, state, exposed);
  const withOrder = [...exposed, toRiskOrder(intent)];
  const order = { intent, state, book, exposed, withOrder, notional, givenAway, marketLoss: losses.after };
  const violations: Violation[] = [];
  /** True where the limit could be compared. */
  const check = (limit: LimitName): boolean => {
    const { stricter, found: find }: LimitRule = LIMIT_RULES[limit];
    const found = find(order);
    if (found === null) return false;
    const allowed = state.limits[limit];
    const by = stricter === 'lower' ? found - allowed : allowed - found;
    if (by > 0n) violations.push({ limit, allowed, found, by });
    return true;
  };
  const isOut = state.positions !== null && losses.after <= losses.before;
  let isLossKnown = true;
  if (!isOut) {
    for (const limit of ENTRY_LIMITS) {
      const isKnown = check(limit);
      if (limit === 'dayLoss') isLossKnown = isKnown;
    }
  }
  // A limit order of 0 given away is within every bound, also of one that is used up.
  if (givenAway > 0n) for (const limit of EVERY_ORDER_LIMITS) check(limit);
  return { violations, isExit: isOut, isLossKnown, notional, givenAway };
}
