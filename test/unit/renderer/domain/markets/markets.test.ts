import { expect, it } from 'vitest';
import { marketName, marketTitle, matchesQuery } from '#renderer/domain/markets/markets.ts';
import { marketOf } from '../../panes/facts.ts';

it('names a market by its short label under the event, else by its title', () => {
  expect(marketName(marketOf('a', { groupItemTitle: '$96,000' }))).toBe('$96,000');
  expect(marketName(marketOf('a', { title: 'Whole title' }))).toBe('Whole title');
  expect(marketName(marketOf('a', { title: 'Whole title', name: 'Cup · Whole title' }))).toBe('Cup · Whole title');
  expect(marketName(marketOf('a', { title: 'Bitcoin up at noon', groupItemTitle: 'Up' }))).toBe('Bitcoin up at noon');
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
