/** What every endpoint works on: the world, its members, the ids of its markets and the clock. */
import type { BookMarket } from '../engine/orderBook.ts';
import type { PaperMarket, World } from '../flow/world.ts';
import { ORACLE, USDC } from './chain.ts';
import type { PaperClock } from './clock.ts';
import { buildConditionIds, buildQuestionId, type ConditionIds } from './conditionalTokens.ts';
import type { Members } from './members.ts';
import { Refusal } from './refusal.ts';

export interface Core {
  readonly world: World;
  readonly members: Members;
  readonly clock: PaperClock;
  readonly markets: MarketIndex;
}

export interface MarketIndex {
  /** By `market_id` or numeric id. */
  get(name: string): PaperMarket | null;
  /** The same; throws a Refusal 404 when there is none. */
  find(name: string): PaperMarket;
  ofBook(book: BookMarket): PaperMarket;
  ids(market: PaperMarket): ConditionIds;
}

export function buildMarketIndex(markets: readonly PaperMarket[]): MarketIndex {
  const byName = new Map<string, PaperMarket>();
  for (const market of markets) {
    byName.set(market.slug, market);
    byName.set(`${market.numericId}`, market);
  }
  const ids = new Map(
    markets.map((market) => [market.slug, buildConditionIds(ORACLE, buildQuestionId(market.slug), USDC)]),
  );
  return {
    get: (name) => byName.get(name) ?? null,
    find(name) {
      const market = byName.get(name);
      if (!market) throw new Refusal(404, 'record.not_found');
      return market;
    },
    ofBook: (book) => markets[book.id - 1]!,
    ids: (market) => ids.get(market.slug)!,
  };
}
