import { expect, it } from 'vitest';
import { marketWords } from '#renderer/domain/markets/marketWords.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { marketOf } from '../../panes/facts.ts';

const words = marketWords([
  marketOf('snow-1', { title: 'Snow in the capital by Sunday', groupItemTitle: 'Snow' }),
  marketOf('cut', { title: 'The rate is cut', groupItemTitle: 'Rate cut' }),
  marketOf('held', { title: 'The rate is held', groupItemTitle: 'Rate held' }),
  marketOf('bid', { title: 'Bid', groupItemTitle: 'Bid' }),
  marketOf('hill-alliance', { title: 'Hill Alliance is the largest group', groupItemTitle: 'Hill Alliance' }),
  marketOf('park', { title: 'Castle Hill Park wins', groupItemTitle: 'Castle Hill Park' }),
]);

it('names a market by its name, its id, or any part that no other market has', () => {
  for (const word of ['snow', 'Snow', 'SNOW-1', 'sno', 'now']) {
    expect(words.find(word)).toEqual({ ok: true, value: 'snow-1' });
  }
  for (const typed of ['rate-held', 'rate held', 'Rate HELD', 'held', 'the rate is held']) {
    expect(words.find(typed)).toEqual({ ok: true, value: 'held' });
  }
  // Its id may be its word.
  for (const typed of ['hill', 'hill all', 'Hill Alliance', 'alliance']) {
    expect(words.find(typed)).toEqual({ ok: true, value: 'hill-alliance' });
  }
  // Words of its titles, in any order.
  expect(words.find('sunday capital')).toEqual({ ok: true, value: 'snow-1' });
});

it('says which markets a word fits, and that it fits none', () => {
  expect(words.find('rate')).toEqual({ ok: false, hint: '“rate” is not one market: rate-cut, rate-held' });
  expect(words.find('the rate')).toEqual({ ok: false, hint: '“the rate” is not one market: rate-cut, rate-held' });
  expect(words.find('rain')).toEqual({ ok: false, hint: 'Expected a market by its name or id, found “rain”' });
});

it('writes a word that names the market again; the id where the name is a word of conditions', () => {
  for (const market of ['snow-1', 'cut', 'held', 'bid'] as MarketId[]) {
    expect(words.find(words.wordOf(market))).toEqual({ ok: true, value: market });
  }
  expect(words.wordOf('cut' as MarketId)).toBe('rate-cut');
});

it('lists what words fit in the order of the listing, and every market for no words', () => {
  expect(words.listFitting('rate')).toEqual(['cut', 'held']);
  expect(words.listFitting('hill')).toEqual(['hill-alliance']);
  expect(words.listFitting('rain')).toEqual([]);
  expect(words.listFitting('')).toHaveLength(6);
});

it('writes the id of a market whose name is longer than a word may be', () => {
  const title = 'The regional transport authority’s extraordinary assembly adopts the consolidated budget of the year';
  const long = marketWords([marketOf('budget-1', { title, groupItemTitle: null })]);
  expect(long.wordOf('budget-1' as MarketId)).toBe('budget-1');
  expect(long.find('transport authority')).toEqual({ ok: true, value: 'budget-1' });
});

it('leaves the commas of a number out of its word', () => {
  const strikes = marketWords([marketOf('low', { groupItemTitle: '$96,000 or more' })]);
  expect(strikes.wordOf('low' as MarketId)).toBe('96000-or-more');
  for (const typed of ['96,000', '$96,000', '96000', '96000-or-more']) {
    expect(strikes.find(typed)).toEqual({ ok: true, value: 'low' });
  }
});
