/**
 * Pre-trade check: every reason why an intent cannot be sent.
 *
 * Shape       The same function previews an order in the ticket and decides in main.
 * Errors      Never throws: returns reasons, most important first; an empty list allows the order.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import { type BookHealth, isTrusted } from '../market/bookHealth.ts';
import { hasTokenIds, isTrading, type Market } from '../market/market.ts';
import { isOnTick, type Tick } from '../market/tickGrid.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import { cost, isExactCost, type Usd } from '../units/usd.ts';
import { isUnlocked, type Readiness, type ReadinessCodes } from './account/readiness.ts';
import { maxTakerFee } from './fees.ts';
import type { OrderIntent } from './intent.ts';
import { type Evaluation, evaluateRisk, type Violation } from './risk/evaluate.ts';
import type { RiskState } from './risk/state.ts';

/** Codes of denials that this check gives; their words are in shared/text/orders/denials.ts. */
export interface CheckDenials extends Omit<ReadinessCodes, 'armed'> {
  noMarket: NoParameters;
  marketClosed: NoParameters;
  /** The exchange names no token ids for the market. */
  noTokenIds: NoParameters;
  /** The market's ids differ from those that were pinned. */
  marketChanged: NoParameters;
  bookNotLive: { readonly at: BookHealth['at'] };
  /** `found` is null when there is no price at all. */
  badPrice: { readonly tick: Tick; readonly found: Price | null };
  badSize: NoParameters;
  inexact: NoParameters;
  /** An exit on a book that is not live needs a typed price. */
  priceNotTyped: { readonly at: BookHealth['at'] };
  /** A person did not agree to an exit on a book that is not live. */
  notConfirmed: { readonly at: BookHealth['at'] };
  limit: Violation;
  /** The account is not read yet, so that the loss of the day is not known. */
  lossUnknown: NoParameters;
  /** Null amounts are not known yet. */
  balance: { readonly needed: Usd; readonly available: Usd | null };
  sellable: { readonly requested: Shares; readonly sellable: Shares | null };
  postOnlyCrosses: NoParameters;
}

export type Denial = Coded<CheckDenials>;
export type DenyCode = keyof CheckDenials;

/** State of account and market at one moment; null means not known, which denies. */
export interface PreTradeContext {
  readonly readiness: Readiness;
  readonly market: Market | null;
  /** True when the market's ids differ from those that were pinned. */
  readonly isMarketChanged: boolean;
  readonly tick: Tick;
  readonly feeRateMicros: number;
  readonly exchangeTimeMs: number;
  readonly bookHealth: BookHealth;
  /** Best opposite price in the terms of the intent's side, for post-only. */
  readonly crossPrice: number | null;
  readonly available: Usd | null;
  readonly sellable: Shares | null;
  readonly risk: RiskState;
  /** A person agreed, outside the page, to an exit on a book that is not live; true in a preview. */
  readonly isConfirmed: boolean;
  /** A person agreed to an exit before: as one, and by this check alone, it needs no armed trading. */
  readonly isExitAgreed?: boolean;
}

export function checkIntent(intent: OrderIntent, context: PreTradeContext): Denial[] {
  const { price, shares } = intent;
  const { tick } = context;
  const hasNumbers = Number.isSafeInteger(price) && Number.isSafeInteger(shares) && shares > 0;
  const evaluation = hasNumbers ? evaluateRisk(intent, context.risk) : null;
  const isOut = evaluation?.isExit === true;
  const denials = [...checkReadiness(context, isOut), ...checkMarket(intent, context, isOut)];
  if (!Number.isSafeInteger(price)) return [...denials, { code: 'badPrice', parameters: { tick, found: null } }];
  if (!isOnTick(price, tick)) denials.push({ code: 'badPrice', parameters: { tick, found: price } });
  if (!Number.isSafeInteger(shares) || shares <= 0) return [...denials, { code: 'badSize', parameters: {} }];
  if (!isExactCost(price, shares)) return [...denials, { code: 'inexact', parameters: {} }];
  denials.push(...checkLimits(evaluation, context), ...checkAmounts(intent, context));
  if (intent.postOnly && context.crossPrice !== null) {
    const crosses = intent.direction === 'buy' ? price >= context.crossPrice : price <= context.crossPrice;
    if (crosses) denials.push({ code: 'postOnlyCrosses', parameters: {} });
  }
  return denials;
}

function checkReadiness({ readiness, isExitAgreed }: PreTradeContext, isOut: boolean): Denial[] {
  if (readiness.code === 'disarmed' && isExitAgreed === true && isOut) return [];
  return readiness.code === 'armed' ? [] : [readiness];
}

function checkMarket(intent: OrderIntent, context: PreTradeContext, isExit: boolean): Denial[] {
  const { market, isMarketChanged, exchangeTimeMs, bookHealth } = context;
  const denials: Denial[] = [];
  if (market === null) denials.push({ code: 'noMarket', parameters: {} });
  else if (!isTrading(market, exchangeTimeMs)) denials.push({ code: 'marketClosed', parameters: {} });
  else if (!hasTokenIds(market)) denials.push({ code: 'noTokenIds', parameters: {} });
  if (isMarketChanged) denials.push({ code: 'marketChanged', parameters: {} });
  if (isTrusted(bookHealth)) return denials;
  const parameters = { at: bookHealth.at };
  if (!isExit) denials.push({ code: 'bookNotLive', parameters });
  else if (!intent.isPriceTyped) denials.push({ code: 'priceNotTyped', parameters });
  else if (!context.isConfirmed) denials.push({ code: 'notConfirmed', parameters });
  return denials;
}

function checkLimits(evaluation: Evaluation | null, context: PreTradeContext): Denial[] {
  if (evaluation === null) return [];
  const denials: Denial[] = evaluation.violations.map((parameters) => ({ code: 'limit', parameters }));
  if (!evaluation.isLossKnown && isUnlocked(context.readiness)) denials.push({ code: 'lossUnknown', parameters: {} });
  return denials;
}

function checkAmounts({ price, shares, direction }: OrderIntent, context: PreTradeContext): Denial[] {
  const { available, sellable } = context;
  const denials: Denial[] = [];
  const stake = cost(price, shares);
  // Without an unlocked vault no amount is known, and that is not a reason of its own.
  const isAccountKnown = isUnlocked(context.readiness);
  if (direction === 'buy') {
    const needed = (stake + maxTakerFee(price, shares, context.feeRateMicros)) as Usd;
    if (available === null ? isAccountKnown : needed > available) {
      denials.push({ code: 'balance', parameters: { needed, available } });
    }
  } else if (sellable === null ? isAccountKnown : shares > sellable) {
    denials.push({ code: 'sellable', parameters: { requested: shares, sellable } });
  }
  return denials;
}
