/**
 * Click plan: what a click on a price does, by one rule for every pane that offers prices.
 *
 * Units       Prices in the terms of the outcome that the pane shows; the order's price in the terms of its own side.
 * Invariants  Without a position, a click never sells: a click on an ask buys the other outcome at 1 − p. While the position is
 *             unknown, a click on an ask places nothing. An order is placed only when trading is armed, book and account are
 *             live, the ticket has a size and the pane may place.
 */
import { type Direction, otherSide, type Side } from '#shared/market/outcome.ts';
import type { PreTradeContext } from '#shared/order/check.ts';
import { formatExactContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { type Draft, sizeAt } from './draft.ts';

export interface ClickContext extends Pick<PreTradeContext, 'readiness' | 'sellable' | 'feeRateMicros'> {
  readonly isBookLive: boolean;
  /** False while the account is stale or unconfirmed: orders and positions on screen may be old. */
  readonly isAccountLive: boolean;
  readonly draft: Pick<Draft, 'shares' | 'budget'>;
  /** False for panes whose clicks only fill the ticket. */
  readonly mayPlace: boolean;
}

export interface ClickOrder {
  readonly side: Side;
  readonly direction: Direction;
  readonly price: Price;
  readonly shares: Shares | null;
}

/** Why a click fills the ticket although it could have placed an order. */
export type ClickBlock = 'readOnly' | 'clockOffset' | 'bookNotLive' | 'accountNotLive' | 'noSize' | 'unknownPosition';

export interface ClickPlan {
  readonly step: 'wizard' | 'unlock' | 'fill' | 'place';
  readonly order: ClickOrder;
  readonly blockedBy: ClickBlock | null;
}

const BLOCKS: Readonly<Record<ClickBlock, string>> = {
  readOnly: 'the account is read-only',
  clockOffset: "this computer's clock and the exchange's differ",
  bookNotLive: 'the book is not live',
  accountNotLive: 'the account is not confirmed',
  noSize: 'the ticket has no size that pays for a contract',
  unknownPosition: 'the position is not known yet',
};

export function planClick(column: 'bid' | 'ask', side: Side, price: Price, context: ClickContext): ClickPlan {
  const order = buildOrder(column, side, price, context);
  const fill = (blockedBy: ClickBlock | null): ClickPlan => ({ step: 'fill', order, blockedBy });
  switch (context.readiness.code) {
    case 'noWallet':
    case 'setupRequired':
      return { step: 'wizard', order, blockedBy: null };
    case 'locked':
      return { step: 'unlock', order, blockedBy: null };
    case 'readOnly':
      return fill('readOnly');
    case 'clockOffset':
      return fill('clockOffset');
    case 'disarmed':
      return fill(null);
    case 'armed':
      break;
  }
  if (!context.mayPlace) return fill(null);
  if (!context.isBookLive) return fill('bookNotLive');
  if (!context.isAccountLive) return fill('accountNotLive');
  if (order.shares === null) return fill('noSize');
  if (column === 'ask' && context.sellable === null) return fill('unknownPosition');
  return { step: 'place', order, blockedBy: null };
}

/** A budget is converted at the price of the order, not at the ticket's. */
function buildOrder(column: 'bid' | 'ask', side: Side, price: Price, context: ClickContext): ClickOrder {
  const { draft, feeRateMicros } = context;
  const buy = (bought: Side, at: Price): ClickOrder => ({
    side: bought,
    direction: 'buy',
    price: at,
    shares: sizeAt(draft, 'buy', at, feeRateMicros),
  });
  if (column === 'bid') return buy(side, price);
  const sellable = context.sellable ?? 0;
  if (sellable <= 0) return buy(otherSide(side), mirrorPrice(price));
  const shares = sizeAt(draft, 'sell', price, feeRateMicros);
  return { side, direction: 'sell', price, shares: shares === null ? null : (Math.min(shares, sellable) as Shares) };
}

/** 'buy 100 no at 0.39'. */
export function formatClickOrder(order: ClickOrder, decimals: number): string {
  const size = order.shares === null ? '' : ` ${formatExactContracts(order.shares)}`;
  return `${order.direction}${size} ${order.side} at ${formatTickPrice(order.price, decimals)}`;
}

export function formatBlock(block: ClickBlock): string {
  return BLOCKS[block];
}

/** 'Buy 100 no at 0.39', 'To the ticket: sell 50 yes at 0.62'. */
export function formatPlan({ step, order, blockedBy }: ClickPlan, decimals: number): string {
  const text = formatClickOrder(order, decimals);
  if (step === 'place') return text.charAt(0).toUpperCase() + text.slice(1);
  if (step === 'wizard') return `Set up a wallet to ${text}`;
  if (step === 'unlock') return `Unlock to ${text}`;
  // Short, because it is shown at every price of a read-only account.
  if (blockedBy === 'readOnly') return `Read-only, ticket: ${text}`;
  return blockedBy === null ? `To the ticket: ${text}` : `To the ticket only, ${formatBlock(blockedBy)}: ${text}`;
}
