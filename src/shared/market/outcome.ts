/** The two legs of a market, in the exchange's words, and the view that turns a YES book into a NO book. */
import { mirrorPrice, type Price } from '../units/price.ts';

/** Outcome leg, called `side` by the exchange. */
export type Side = 'yes' | 'no';
export type Direction = 'buy' | 'sell';
/** The outcome that the aggressor bought; null is 'unattributed' and is never guessed. */
export type TakerSide = Side | null;

export function otherSide(side: Side): Side {
  return side === 'yes' ? 'no' : 'yes';
}

/** Price of `side` expressed in YES terms (and back: the view is its own inverse). */
export function inYesTerms(side: Side, price: Price): Price {
  return side === 'yes' ? price : mirrorPrice(price);
}

/** In YES terms, buying NO is offering YES: which column of the canonical book an order rests in. */
export function bookColumn(side: Side, direction: Direction): 'bid' | 'ask' {
  return (side === 'yes') === (direction === 'buy') ? 'bid' : 'ask';
}
