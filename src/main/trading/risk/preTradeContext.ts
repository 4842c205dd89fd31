/** Builds the context of the pre-trade check from account, orders and market data at one moment. */
import type { Clock } from '#shared/base/clock.ts';

import type { Direction, Side } from '#shared/market/outcome.ts';
import type { Position } from '#shared/order/account/account.ts';
import { isPositionCertain } from '#shared/order/account/unreadableRows.ts';
import type { PreTradeContext } from '#shared/order/check.ts';
import { committedCollateral, sellableShares } from '#shared/order/commitments.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { isTerminal } from '#shared/order/life.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import type { Portfolio } from '../account/portfolio.ts';
import { listUnended, type OrderRecord } from '../orders/orderRecord.ts';
import type { Orders } from '../orders/orders.ts';
import type { TradingContext } from '../ports.ts';
import type { MarketPins } from '../wallet/marketPins.ts';
import type { Limits } from './limits.ts';
import type { Risk } from './risk.ts';

/** Best opposite price in the terms of `side`; null when that side of the book is empty. */
export function crossPrice(
  side: Side,
  direction: Direction,
  best: { readonly bestBid: Price | null; readonly bestAsk: Price | null },
): Price | null {
  // Buying YES and selling NO both match the asks of the YES book.
  const inYes = (side === 'yes') === (direction === 'buy') ? best.bestAsk : best.bestBid;
  if (inYes === null) return null;
  return side === 'yes' ? inYes : mirrorPrice(inYes);
}

export interface PreTradeSources {
  readonly context: TradingContext;
  readonly clock: Clock;
  readonly portfolio: Portfolio;
  readonly orders: Orders;
  readonly limits: Limits;
  readonly pins: Pick<MarketPins, 'findChange'>;
  readonly risk: Pick<Risk, 'state'>;
  isArmed(): boolean;
  /** True once all positions have been read, so that an absent one is zero. */
  isPositionsKnown(): boolean;
}

/**
 * `isConfirmed`: a person agreed, outside the page, to an exit on a book that is not live.
 * `without`: orders that count as cancelled, so that what they lock is free.
 * `unattended`: of a conditional order, so an open screen is not needed, and its own source says whether trading is armed.
 */
export function buildPreTradeContext(
  intent: OrderIntent,
  sources: PreTradeSources,
  isConfirmed: boolean,
  without: readonly OrderRecord[] = [],
  unattended: { isArmed(): boolean } | null = null,
): PreTradeContext {
  const { context, portfolio, limits } = sources;
  // Ended orders commit neither collateral nor shares.
  const orders = listUnended(sources.orders.all(), without);
  const book = context.book(intent.market);
  // An amount that could not be parsed is not known, whatever was known before.
  const balance = portfolio.isBalanceCertain() ? portfolio.balance() : null;
  const known = portfolio.position(intent.market, intent.side);
  const position = releasePosition(known, without);
  const buys = without.filter(({ direction, life }) => direction === 'buy' && !isTerminal(life));
  const released = buys.reduce((sum, { locked }) => sum + (locked ?? 0n), 0n);
  const name = { market: intent.market, outcome: intent.side };
  const isPositionKnown =
    isPositionCertain(portfolio.unreadableRows(), name, known !== null) &&
    (known !== null || sources.isPositionsKnown());
  return {
    readiness: context.readiness((unattended ?? sources).isArmed(), unattended !== null),
    market: context.market(intent.market),
    isMarketChanged: sources.pins.findChange(intent.market) !== null,
    tick: context.tick(),
    feeRateMicros: limits.feeRateMicros,
    exchangeTimeMs: sources.clock.exchangeTimeMs(),
    bookHealth: book?.health ?? { at: 'waiting' },
    crossPrice: book ? crossPrice(intent.side, intent.direction, book) : null,
    available: balance
      ? toUsd(balance.available + released - committedCollateral(orders, limits.feeRateMicros, portfolio.balanceTime()))
      : null,
    sellable: isPositionKnown ? sellableShares(position, orders, intent.market, intent.side) : null,
    risk: sources.risk.state(without),
    isConfirmed,
  };
}

/** The position as it is once the orders no longer lock its shares. */
function releasePosition(position: Position | null, without: readonly OrderRecord[]): Position | null {
  if (position === null) return null;
  let released = 0;
  for (const { market, side, direction, life, remaining } of without) {
    const isOfPosition = market === position.market && side === position.outcome;
    if (isOfPosition && direction === 'sell' && !isTerminal(life)) released += remaining;
  }
  return { ...position, sellable: toShares(Math.min(position.quantity, position.sellable + released)) };
}
