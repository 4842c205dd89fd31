/**
 * What a click on a price means: one rule for every pane that offers prices.
 *
 * Units       Price in the terms of the outcome that the pane shows; the wish in the terms of its own side.
 * Invariants  Without holding anything nothing is sold: an ask is then the other outcome's bid at 1 − p.
 *             While it is not known what is held, an ask places neither.
 *             'place' only when armed, set up, with a key that signs, on a live book, with a size, and where the pane may place at once.
 */
import { type Direction, otherSide, type Side } from '#shared/market/outcome.ts';
import type { PreTradeContext } from '#shared/order/check.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import { formatShares, type Shares } from '#shared/units/shares.ts';

export interface ClickFacts extends Pick<PreTradeContext, 'vault' | 'safeStatus' | 'readOnly' | 'armed' | 'sellable'> {
  readonly isBookLive: boolean;
  /** Size of the draft; null while its field holds none. */
  readonly shares: Shares | null;
  /** False for panes whose clicks only fill the ticket. */
  readonly mayPlace: boolean;
}

export interface ClickWish {
  readonly side: Side;
  readonly direction: Direction;
  readonly price: Price;
  readonly shares: Shares | null;
}

export interface ClickPlan {
  readonly step: 'wizard' | 'unlock' | 'fill' | 'place';
  readonly wish: ClickWish;
  /** For a person: why an armed click fills the ticket all the same. */
  readonly heldBack: string | null;
}

/** Nothing here signs, armed or not. */
const READ_ONLY = 'read-only';

export function planClick(column: 'bid' | 'ask', side: Side, price: Price, facts: ClickFacts): ClickPlan {
  const wish = wishOf(column, side, price, facts);
  if (facts.vault === 'absent') return { step: 'wizard', wish, heldBack: null };
  if (facts.vault === 'locked') return { step: 'unlock', wish, heldBack: null };
  if (facts.readOnly !== null) return { step: 'fill', wish, heldBack: READ_ONLY };
  if (facts.safeStatus !== 'ready') return { step: 'wizard', wish, heldBack: null };
  if (!facts.mayPlace || !facts.armed) return { step: 'fill', wish, heldBack: null };
  if (!facts.isBookLive) return { step: 'fill', wish, heldBack: 'the book is not live' };
  if (facts.shares === null) return { step: 'fill', wish, heldBack: 'the ticket has no size' };
  if (column === 'ask' && facts.sellable === null) {
    return { step: 'fill', wish, heldBack: 'it is not known yet what is held' };
  }
  return { step: 'place', wish, heldBack: null };
}

function wishOf(column: 'bid' | 'ask', side: Side, price: Price, facts: ClickFacts): ClickWish {
  if (column === 'bid') return { side, direction: 'buy', price, shares: facts.shares };
  const sellable = facts.sellable ?? 0;
  if (sellable <= 0) {
    return { side: otherSide(side), direction: 'buy', price: mirrorPrice(price), shares: facts.shares };
  }
  const shares = facts.shares === null ? null : (Math.min(facts.shares, sellable) as Shares);
  return { side, direction: 'sell', price, shares };
}

/** 'buy 100 no at 0.39'. */
export function formatWish(wish: ClickWish, decimals: number): string {
  const size = wish.shares === null ? '' : ` ${formatShares(wish.shares)}`;
  return `${wish.direction}${size} ${wish.side} at ${formatMicros(wish.price, decimals)}`;
}

/** What a click will do, in words: 'Buy 100 no at 0.39', 'Ticket: sell 50 yes at 0.62'. */
export function formatPlan(plan: ClickPlan, decimals: number): string {
  const wish = formatWish(plan.wish, decimals);
  if (plan.step === 'place') return wish.charAt(0).toUpperCase() + wish.slice(1);
  if (plan.step === 'wizard') return `Set up a wallet to ${wish}`;
  if (plan.step === 'unlock') return `Unlock to ${wish}`;
  // In short, because it stands at every price all the time.
  if (plan.heldBack === READ_ONLY) return `Read-only, ticket: ${wish}`;
  return plan.heldBack ? `To the ticket only, ${plan.heldBack}: ${wish}` : `To the ticket: ${wish}`;
}
