import { expect, it } from 'vitest';
import { marketWords } from '#renderer/domain/markets/marketWords.ts';
import { completeName } from '#renderer/shell/palette/nameCompletions.ts';
import { marketOf } from '../../panes/facts.ts';

const words = marketWords([
  marketOf('one', { title: 'Hill Alliance is the largest group', groupItemTitle: 'Hill Alliance' }),
  marketOf('two', { title: 'Harbour List is the largest group', groupItemTitle: 'Harbour List' }),
]);

/** What the text becomes with each completion. */
function complete(text: string, start: number): readonly string[] {
  return completeName(text, start, words).map((one) => `${text.slice(0, one.start)}${one.text}`);
}

it('writes the word of each market that the words fit', () => {
  expect(complete('flatten on h', 11)).toEqual(['flatten on hill-alliance', 'flatten on harbour-list']);
  expect(complete('flatten on LIST', 11)).toEqual(['flatten on harbour-list']);
  expect(complete('flatten on hill al', 11)).toEqual(['flatten on hill-alliance']);
  expect(complete('flatten on rain', 11)).toEqual([]);
});

it('lists every market before a word is typed, after a space of its own', () => {
  expect(complete('flatten on ', 11)).toEqual(['flatten on hill-alliance', 'flatten on harbour-list']);
  expect(complete('flatten on', 10)).toEqual(['flatten on hill-alliance', 'flatten on harbour-list']);
});

it('has none for a name that is whole', () => {
  expect(complete('flatten on hill-alliance', 11)).toEqual([]);
});

it('names the market that its text means', () => {
  for (const { market, text } of completeName('flatten on ', 11, words)) {
    expect(words.find(text)).toEqual({ ok: true, value: market });
  }
});
