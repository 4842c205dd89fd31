/**
 * Filters of one pane of conditional orders: state, market and words.
 *
 * Invariants  Pure. One that needs an answer passes every filter: it must not be overlooked.
 */

import { matchesWords } from '#shared/base/searchWords.ts';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { Market } from '#shared/market/market.ts';
import { listMarkets } from '#shared/order/conditional/terms.ts';
import { formatConditionalLife } from '#shared/text/conditionals/conditionals.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { isOver } from '../../domain/conditionals/conditionalActs.ts';
import { nameTerms } from '../../domain/conditionals/conditionalNames.ts';
import { marketName } from '../../domain/markets/markets.ts';

export const STATE_FILTERS = { all: 'All', active: 'Active', ended: 'Ended' } as const;
export type StateFilter = keyof typeof STATE_FILTERS;

export interface ConditionalFilter {
  readonly state: StateFilter;
  /** Null: every market. */
  readonly market: MarketId | null;
  /** Words of market, terms or state. */
  readonly text: string;
}

export function filterConditionals(
  all: readonly ConditionalView[],
  filter: ConditionalFilter,
  markets: readonly Market[],
): readonly ConditionalView[] {
  const listed = new Map(markets.map((market) => [market.id, market]));
  return all.filter(
    (view) => view.life.at === 'halted' || isShown(view, filter, listed.get(view.terms.outcome.market)),
  );
}

function isShown(
  view: ConditionalView,
  { state, market, text }: ConditionalFilter,
  listed: Market | undefined,
): boolean {
  if (market !== null && !listMarkets(view.terms).includes(market)) return false;
  if (state !== 'all' && isOver(view.life.at) !== (state === 'ended')) return false;
  if (text.trim() === '') return true;
  const names = listed ? [marketName(listed), listed.title, listed.eventTitle] : [view.terms.outcome.market];
  return matchesWords([...names, nameTerms(view.terms), formatConditionalLife(view.life)], text);
}
