import { expect, it } from 'vitest';
import { nameMarkets, openMarketNames } from '#shared/text/markets/marketNames.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { marketOf } from '../../../renderer/panes/facts.ts';

it('gives no two markets the same name, and none the name of an outcome', () => {
  const window = (id: string, title: string) =>
    marketOf(id, { title, groupItemTitle: 'Up', eventTitle: 'BTC up or down' });
  const names = nameMarkets([
    window('w1', 'BTC up or down, 14:00 to 14:15'),
    window('w2', 'BTC up or down, 14:15 to 14:30'),
    marketOf('cut1', { title: 'The rate is cut', groupItemTitle: 'Cut', eventTitle: 'March meeting' }),
    marketOf('cut2', { title: 'The rate is cut', groupItemTitle: 'Cut', eventTitle: 'April meeting' }),
    marketOf('bare', { title: 'Up', groupItemTitle: 'Up', eventTitle: 'Gold' }),
    marketOf('same1', { title: 'Same', groupItemTitle: 'Same' }),
    marketOf('same2', { title: 'Same', groupItemTitle: 'SAME' }),
    marketOf('alone', { title: 'Long title', groupItemTitle: 'Hill Alliance' }),
  ]);
  expect(Object.fromEntries(names)).toEqual({
    w1: 'BTC up or down, 14:00 to 14:15',
    w2: 'BTC up or down, 14:15 to 14:30',
    cut1: 'March meeting · Cut',
    cut2: 'April meeting · Cut',
    bare: 'Gold · Up',
    same1: 'Same · same1',
    same2: 'SAME · same2',
    alone: 'Hill Alliance',
  });
});

it('names alike markets by their close where nothing else tells them apart', () => {
  const at = (id: string, closeAtMs: number) => marketOf(id, { title: 'Up or down', groupItemTitle: 'Up', closeAtMs });
  const names = [...nameMarkets([at('a', 0), at('b', 3_600_000)]).values()];
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^Up or down, \d+ \w+, \d\d:\d\d$/);
});

it('names a market of a list that changes like the whole list would, and again when an alike one comes or goes', () => {
  const names = openMarketNames();
  const cut = (id: string, eventTitle: string) =>
    marketOf(id, { title: 'The rate is cut', groupItemTitle: 'Cut', eventTitle });
  const nameOf = (id: string) => names.nameOf(id as MarketId);
  names.set(cut('march', 'March meeting'));
  expect(nameOf('march')).toBe('Cut');
  names.set(cut('april', 'April meeting'));
  expect([nameOf('march'), nameOf('april')]).toEqual(['March meeting · Cut', 'April meeting · Cut']);
  names.remove('april' as MarketId);
  expect([nameOf('march'), nameOf('april')]).toEqual(['Cut', null]);
  names.set(marketOf('bare', { title: 'Up', groupItemTitle: 'Up', eventTitle: 'Gold' }));
  expect(nameOf('bare')).toBe('Gold · Up');
});
