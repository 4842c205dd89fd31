/** Outcomes of a market and the conversion of prices and sides between YES and NO terms. */
import { mirrorPrice, type Price } from '../units/price.ts';

/** Outcome; the exchange calls it `side`. */
export type Side = 'yes' | 'no';
export type Direction = 'buy' | 'sell';
/** The outcome that the taker bought; null where the exchange does not state it. */
export type TakerSide = Side | null;

export function otherSide(side: Side): Side {
  return side === 'yes' ? 'no' : 'yes';
}

/** Converts a price of `side` to YES terms, and back. */
export function inYesTerms(side: Side, price: Price): Price {
  return side === 'yes' ? price : mirrorPrice(price);
}

/** The column of the YES book in which an order rests: a bid for NO is an ask of YES. */
export function bookColumn(side: Side, direction: Direction): 'bid' | 'ask' {
  return (side === 'yes') === (direction === 'buy') ? 'bid' : 'ask';
}
