/**
 * Completions of a market's name that a typed command ends in.
 *
 * Invariants  Pure. Each completion names one market, and the command then means that market.
 */
import type { MarketId } from '#shared/units/ids.ts';
import type { MarketWords } from '../../domain/markets/marketWords.ts';
import type { Completion } from './reader.ts';

export interface NameCompletion extends Completion {
  readonly market: MarketId;
}

const MAX_NAMES = 40;

/** @param start where the name begins; a name that is whole has no completion. */
export function completeName(text: string, start: number, words: MarketWords): readonly NameCompletion[] {
  const typed = text.slice(start).trim();
  const lead = start > 0 && !/\s$/.test(text.slice(0, start)) ? ' ' : '';
  return words
    .listFitting(typed)
    .map((market) => ({ market, start, text: `${lead}${words.wordOf(market)}` }))
    .filter((one) => one.text.trim() !== typed.toLowerCase())
    .slice(0, MAX_NAMES);
}
