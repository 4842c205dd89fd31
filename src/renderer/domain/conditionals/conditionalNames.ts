/** Conditional orders in words, with the names of the markets that their conditions are on. */
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { formatTerms } from '#shared/text/conditionals/conditionalTerms.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from '../../feed/feed.ts';
import { findMarket, marketName } from '../markets/markets.ts';

/** The market's short name, or its id before the catalogue has it. */
export function nameMarket(id: MarketId): string {
  const market = findMarket(feed, id);
  return market === null ? id : marketName(market);
}

/** 'Stop: sell 500 yes at 0.30 when ask ≤ 0.31', in notices, buttons and searches. */
export function nameTerms(terms: ConditionalTerms): string {
  return formatTerms(terms, nameMarket);
}
