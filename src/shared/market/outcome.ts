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

/** Why the labels of a market's outcomes can't be trusted: they say the opposite of their leg, or the same. */
export type LabelProblem = 'exchanged' | 'alike';

const YES_WORDS: ReadonlySet<string> = new Set([
  'yes',
  'y',
  'true',
  'up',
  'over',
  'above',
  'higher',
  'long',
  'win',
  'for',
]);
const NO_WORDS: ReadonlySet<string> = new Set([
  'no',
  'n',
  'false',
  'down',
  'under',
  'below',
  'lower',
  'short',
  'lose',
  'against',
]);

/** Compares the labels of yes and no by their letters and digits alone, in any case. */
export function checkOutcomeLabels(yes: string, no: string): LabelProblem | null {
  const [yesWord, noWord] = [yes, no].map((label) =>
    label
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
  if (yesWord === noWord) return 'alike';
  return NO_WORDS.has(yesWord!) || YES_WORDS.has(noWord!) ? 'exchanged' : null;
}
