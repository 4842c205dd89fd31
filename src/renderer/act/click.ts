/**
 * Click plan: what a click on a price does, by one rule for every pane that offers prices.
 *
 * Units       Prices in the terms of the outcome that the pane shows; the order's price in the terms of its own side.
 * Invariants  Without a position, a click never sells: a click on an ask buys the other outcome at 1 − p. While the position is
 *             unknown, a click on an ask places nothing. An order is placed only when trading is armed, book and account are
 *             live, the ticket has a size, the exchange has not blocked orders and the pane may place. Beside an order whose
 *             answer was lost, the same order is never placed by a click: it may rest or have filled.
 */
import type { OrderView } from '#shared/ipc/views.ts';
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
  /** Orders of the market, open or not. */
  readonly orders: readonly KnownOrder[];
  /** How long the exchange accepts no orders from this account, in ms; 0 when it does. */
  readonly blockedMs: number;
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
export type ClickBlock =
  | 'readOnly'
  | 'clockOffset'
  | 'rateLimited'
  | 'bookNotLive'
  | 'accountNotLive'
  | 'noSize'
  | 'unknownPosition'
  | 'unknownTwin';

/** What the rule against a second order needs of the orders of a market. */
export type KnownOrder = Pick<OrderView, 'side' | 'direction' | 'price' | 'life'>;

export interface ClickPlan {
  readonly step: 'wizard' | 'unlock' | 'fill' | 'place';
  readonly order: ClickOrder;
  readonly blockedBy: ClickBlock | null;
  /** With `rateLimited`: for how long, else 0. */
  readonly blockedMs: number;
}

const BLOCKS: Readonly<Record<Exclude<ClickBlock, 'rateLimited'>, string>> = {
  readOnly: 'the account is read-only',
  clockOffset: "this computer's clock and the exchange's differ",
  bookNotLive: 'the book is not live',
  accountNotLive: 'the account is not confirmed',
  noSize: 'the ticket has no size that pays for a contract',
  unknownPosition: 'the position is not known yet',
  unknownTwin: 'the answer to the same order is unknown, it may rest or have filled',
};

export function planClick(column: 'bid' | 'ask', side: Side, price: Price, context: ClickContext): ClickPlan {
  const order = buildOrder(column, side, price, context);
  const plan = (step: ClickPlan['step'], blockedBy: ClickBlock | null = null): ClickPlan => ({
    step,
    order,
    blockedBy,
    blockedMs: blockedBy === 'rateLimited' ? context.blockedMs : 0,
  });
  const fill = (blockedBy: ClickBlock | null): ClickPlan => plan('fill', blockedBy);
  switch (context.readiness.code) {
    case 'noWallet':
    case 'custodialUnconfirmed':
    case 'setupRequired':
      return plan('wizard');
    case 'locked':
      return plan('unlock');
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
  if (context.blockedMs > 0) return fill('rateLimited');
  if (!context.isBookLive) return fill('bookNotLive');
  if (!context.isAccountLive) return fill('accountNotLive');
  if (order.shares === null) return fill('noSize');
  if (column === 'ask' && context.sellable === null) return fill('unknownPosition');
  if (findUnknownTwin(context.orders, order) !== null) return fill('unknownTwin');
  return plan('place');
}

/**
 * An order whose answer was lost and that may be the same as `order`: outcome, direction and price are equal, whatever its size.
 * An unknown order without a direction may be either.
 */
export function findUnknownTwin<T extends KnownOrder>(
  orders: readonly T[],
  { side, direction, price }: Pick<ClickOrder, 'side' | 'direction' | 'price'>,
): T | null {
  const isTwin = (one: T): boolean =>
    one.life.at === 'unknown' &&
    one.side === side &&
    one.price === price &&
    (one.direction === null || one.direction === direction);
  return orders.find(isTwin) ?? null;
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

export function formatBlock({ blockedBy, blockedMs }: Pick<ClickPlan, 'blockedBy' | 'blockedMs'>): string {
  if (blockedBy === 'rateLimited') return `the exchange accepts no orders for ${Math.ceil(blockedMs / 1_000)} s`;
  return blockedBy === null ? '' : BLOCKS[blockedBy];
}

/** 'Buy 100 no at 0.39', 'To the ticket: sell 50 yes at 0.62'. */
export function formatPlan(plan: ClickPlan, decimals: number): string {
  const { step, order, blockedBy } = plan;
  const text = formatClickOrder(order, decimals);
  if (step === 'place') return text.charAt(0).toUpperCase() + text.slice(1);
  if (step === 'wizard') return `Set up a wallet to ${text}`;
  if (step === 'unlock') return `Unlock to ${text}`;
  // Short, because it is shown at every price of a read-only account.
  if (blockedBy === 'readOnly') return `Read-only, ticket: ${text}`;
  return blockedBy === null ? `To the ticket: ${text}` : `To the ticket only, ${formatBlock(plan)}: ${text}`;
}
