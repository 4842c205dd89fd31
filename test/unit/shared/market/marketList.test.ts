import { expect, it } from 'vitest';
import { openMarketIndex, toIndexed } from '#shared/market/marketIndex.ts';
import { MARKET_SORTS } from '#shared/market/marketList.ts';
import { marketOf } from '../../renderer/panes/facts.ts';

it.each(MARKET_SORTS)('order by %s lists every market once', (sort) => {
  const index = openMarketIndex();
  const ids = ['a', 'b', 'c'];
  for (const [place, id] of ids.entries()) index.set(toIndexed(marketOf(id, { category: 'Sport' }), place));
  const query = { text: '', category: null, watched: null, sort };
  const { rows } = index.listPart({
    list: 'list',
    query,
    from: 0,
    count: 10,
    at: null,
    keptAs: null,
    headingsId: null,
    exchangeTimeMs: 0,
  });
  expect(rows.flatMap((row) => (row.kind === 'market' ? [row.market] : [])).sort()).toEqual(ids);
});
