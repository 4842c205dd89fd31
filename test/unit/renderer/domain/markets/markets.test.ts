import { expect, it } from 'vitest';
import { marketName, marketTitle, matchesQuery, nameMarkets } from '#renderer/domain/markets/markets.ts';
import { marketOf } from '../../panes/facts.ts';

it('names a market by its short label under the event, else by its title', () => {
  expect(marketName(marketOf('a', { groupItemTitle: '$96,000' }))).toBe('$96,000');
  expect(marketName(marketOf('a', { title: 'Whole title' }))).toBe('Whole title');
  expect(marketName(marketOf('a', { title: 'Bitcoin up at noon', groupItemTitle: 'Up' }))).toBe('Bitcoin up at noon');
});

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

it('puts the event before a title that is not the same', () => {
  expect(marketTitle(marketOf('a', { title: 'Harbour List', eventTitle: 'Council' }))).toBe('Council · Harbour List');
  expect(marketTitle(marketOf('a', { title: 'Council', eventTitle: 'Council' }))).toBe('Council');
  expect(marketTitle(marketOf('a', { title: 'Harbour List' }))).toBe('Harbour List');
});

it('finds a market by every word of the query, in any of its names and in any case', () => {
  const market = marketOf('a', { title: 'Bitcoin above', groupItemTitle: '$96,000 or more', category: 'Crypto' });
  expect(matchesQuery(market, 'BITCOIN 96')).toBe(true);
  expect(matchesQuery(market, 'crypto yes')).toBe(true);
  expect(matchesQuery(market, 'bitcoin 97')).toBe(false);
  expect(matchesQuery(market, ' ')).toBe(true);
});

it('finds words by their beginning, not by their middle', () => {
  const market = marketOf('a', { title: 'World Cup final', outcomeLabels: ['Yes', 'No'] });
  expect(matchesQuery(market, 'up')).toBe(false);
  expect(matchesQuery(market, 'cu fin')).toBe(true);
});

it('finds numbers with or without grouping, and names with or without accents', () => {
  const market = marketOf('a', { title: 'São Paulo above $96,000' });
  expect(matchesQuery(market, '96000')).toBe(true);
  expect(matchesQuery(market, '$96,000')).toBe(true);
  expect(matchesQuery(market, 'sao')).toBe(true);
});
