/** Change of the catalogue that a page has: its head, and the markets that are new, changed or forgotten. */
import type { Market } from '../../market/market.ts';
import type { MarketId } from '../../units/ids.ts';
import type { CatalogueView } from '../views.ts';
import type { Frame } from './frame.ts';

export type CatalogueChange = Pick<Frame, 'catalogueHead' | 'changedMarkets' | 'forgottenMarkets'>;

/** The same view where the frame has nothing of it; new markets come last. */
export function changeCatalogue(old: CatalogueView, frame: CatalogueChange): CatalogueView {
  const { catalogueHead, changedMarkets = [], forgottenMarkets = [] } = frame;
  if (catalogueHead === undefined && changedMarkets.length + forgottenMarkets.length === 0) return old;
  return { ...old, ...catalogueHead, markets: changeMarkets(old.markets, changedMarkets, forgottenMarkets) };
}

function changeMarkets(
  old: readonly Market[],
  changed: readonly Market[],
  forgotten: readonly MarketId[],
): readonly Market[] {
  if (changed.length + forgotten.length === 0) return old;
  const byId = new Map(changed.map((market) => [market.id, market]));
  const gone = new Set(forgotten);
  const kept = old.filter(({ id }) => !gone.has(id)).map((market) => byId.get(market.id) ?? market);
  const known = new Set(kept.map(({ id }) => id));
  return [...kept, ...changed.filter(({ id }) => !known.has(id))];
}
