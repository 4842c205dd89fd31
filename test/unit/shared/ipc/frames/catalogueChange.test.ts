import { expect, it } from 'vitest';
import { changeCatalogue } from '#shared/ipc/frames/catalogueChange.ts';
import type { CatalogueView } from '#shared/ipc/views.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { marketOf } from '#test/unit/renderer/panes/facts.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => marketOf(id));
const view: CatalogueView = { at: 'loading', markets: [a!, b!], tick: DEFAULT_TICK, receivedAtMs: null, failure: null };

it('replaces changed markets, adds new ones at the end, and drops forgotten ones', () => {
  const changed = { ...b!, title: 'Another title' };
  const next = changeCatalogue(view, { changedMarkets: [c!, changed], forgottenMarkets: ['a' as MarketId] });
  expect(next).toEqual({ ...view, markets: [changed, c] });
});

it('takes a new head and keeps the markets, and is the same view where nothing of it changed', () => {
  const { markets: _markets, ...head } = { ...view, at: 'live' as const, receivedAtMs: 5 };
  expect(changeCatalogue(view, { catalogueHead: head })).toEqual({ ...view, at: 'live', receivedAtMs: 5 });
  expect(changeCatalogue(view, {})).toBe(view);
});
