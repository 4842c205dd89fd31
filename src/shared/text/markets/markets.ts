/**
 * Words for markets: phases, statuses, and the exchange's words in terms and targets. Without a final period.
 *
 * Source      docs/exchange-interface.md#market; the values of most words are not stated there: docs/assumptions.md#market-status.
 */
import { type Market, type MarketPhase, phaseOf } from '../../market/market.ts';
import type { Side } from '../../market/outcome.ts';

/** For a value that the exchange does not publish and Adyton does not guess. */
export const NOT_KNOWN = 'not known';

export const PHASE_TEXTS: Readonly<Record<MarketPhase, string>> = {
  notOpen: 'Not open yet: no order trades',
  trading: 'Trading',
  closed: 'Closed: nothing trades, the result is not published yet',
  resolved: 'Resolved: each contract of the winning outcome pays 1.00',
  voided: 'Voided: each contract of either outcome pays 0.50 (assumed, the exchange states no amount)',
};

const STATUSES: Readonly<Record<string, string>> = {
  active: 'open for trading',
  closed: 'trading has ended',
  resolved: 'the result is published',
  voided: 'cancelled without a result',
};

/** What the exchange's status means; null for a word that is not known. */
export function explainStatus(status: string): string | null {
  const word = status.toLowerCase();
  return Object.hasOwn(STATUSES, word) ? STATUSES[word]! : null;
}

/** Words of a market that trades, by the exchange's own and by usual ones. */
const TRADING_WORDS: ReadonlySet<string> = new Set(['active', 'open', 'trading', 'live', 'enabled']);

/** The exchange's word, such as 'disputed', where it casts doubt on a market that trades by its times; null: it does not. */
export function findDoubtfulStatus(market: Market, exchangeTimeMs: number): string | null {
  const word = market.status.trim();
  if (word === '' || TRADING_WORDS.has(word.toLowerCase())) return null;
  return phaseOf(market, exchangeTimeMs) === 'trading' ? word : null;
}

/** The exchange's word where it says more of a closed market than that, such as 'disputed'; null: it does not. */
export function findOwnStatus({ status }: Pick<Market, 'status'>): string | null {
  const word = status.trim();
  return word === '' || TRADING_WORDS.has(word.toLowerCase()) || explainStatus(word) !== null ? null : word;
}

const COMPARATORS: Readonly<Record<string, string>> = {
  gte: 'at or above',
  gt: 'above',
  lte: 'at or below',
  lt: 'below',
  eq: 'exactly',
  greater_equal: 'at or above',
  greater: 'above',
  less_equal: 'at or below',
  less: 'below',
  between: 'between',
};

/** 'at or above'; a word that is not known in quotation marks. */
export function formatComparator(word: string): string {
  return Object.hasOwn(COMPARATORS, word) ? COMPARATORS[word]! : `“${word}”`;
}

/** 'Yes won', 'Yes (Up) won', 'voided', or the exchange's own text; null without a result. */
export function formatOutcome(market: Market, phase: MarketPhase, nameOf: (side: Side) => string): string | null {
  if (phase === 'voided') return 'voided';
  const { result } = market;
  if (result === null || result === '') return null;
  return result === 'yes' || result === 'no' ? `${nameOf(result)} won` : result;
}
