/**
 * Value of a price trigger on one book: true, false, or null for no price.
 *
 * Units       Prices in the terms of the trigger's outcome.
 * Invariants  Pure. A side that is missing, too small or too far from the other one is null, never a price.
 * Source      docs/conditionals.md#triggers.
 */
import type { OutcomeBook } from './observation.ts';
import { priceOfSize, sharesWithin } from './observation.ts';
import type { Crosses, PriceTrigger } from './trigger.ts';

/** `last` has no value on a book. */
export function valueOnBook(trigger: PriceTrigger, { bids, asks }: OutcomeBook): boolean | null {
  const { source, crosses, price, minShares, maxSpread } = trigger;
  if (source === 'ask' && crosses === 'atOrBelow') {
    return asks.length === 0 ? null : sharesWithin(asks, 'ask', price) >= minShares;
  }
  if (source === 'bid' && crosses === 'atOrAbove') {
    return bids.length === 0 ? null : sharesWithin(bids, 'bid', price) >= minShares;
  }
  const [bid] = bids;
  const [ask] = asks;
  if (bid === undefined || ask === undefined || ask.price - bid.price > maxSpread) return null;
  const sizedBid = priceOfSize(bids, minShares);
  const sizedAsk = priceOfSize(asks, minShares);
  switch (source) {
    case 'bid':
      return sizedBid === null ? null : isCrossed(crosses, sizedBid, price);
    case 'ask':
      return sizedAsk === null ? null : isCrossed(crosses, sizedAsk, price);
    case 'mid':
      if (sizedBid === null || sizedAsk === null || sizedAsk - sizedBid > maxSpread) return null;
      return isCrossed(crosses, sizedBid + sizedAsk, 2 * price);
    case 'last':
      return null;
  }
}

/** A trade counts when it is large enough and inside bid and ask. */
export function valueOnTrade(
  trigger: PriceTrigger,
  tradePrice: number,
  shares: number,
  book: OutcomeBook,
): boolean | null {
  const [bid] = book.bids;
  const [ask] = book.asks;
  if (bid === undefined || ask === undefined || shares < trigger.minShares) return null;
  if (tradePrice < bid.price || tradePrice > ask.price) return null;
  return isCrossed(trigger.crosses, tradePrice, trigger.price);
}

export function isCrossed(crosses: Crosses, value: number, level: number): boolean {
  return crosses === 'atOrBelow' ? value <= level : value >= level;
}
