/** Prices of underlyings seen by the charts of this page, kept while the page is open. */
import { createPriceHistory, type PriceHistory } from '../underlying.ts';

/** The exchange lists a handful of underlyings; the one that was used longest ago makes room. */
const MAX_SYMBOLS = 16;

const histories = new Map<string, PriceHistory>();

/** The same history for every chart of a symbol. */
export function priceHistoryOf(symbol: string): PriceHistory {
  const history = histories.get(symbol) ?? createPriceHistory();
  histories.delete(symbol);
  histories.set(symbol, history);
  for (const oldest of [...histories.keys()].slice(0, -MAX_SYMBOLS)) histories.delete(oldest);
  return history;
}
