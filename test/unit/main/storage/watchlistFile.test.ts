import { describe, expect, it } from 'vitest';
import { StoredDataError } from '#main/storage/storedData.ts';
import { NO_WATCHLISTS, parseWatchlistFile } from '#main/storage/watchlistFile.ts';

const parse = (value: unknown) => {
  const problems: string[] = [];
  return { file: parseWatchlistFile(value, (problem) => void problems.push(problem)), problems };
};

describe('stored watchlists', () => {
  it('reads what was stored, and nothing', () => {
    const file = { version: 1, lists: [{ name: 'Mine', markets: ['btc-100k'] }] };
    expect(parse(JSON.parse(JSON.stringify(file)))).toEqual({ file, problems: [] });
    expect(parse(NO_WATCHLISTS)).toEqual({ file: NO_WATCHLISTS, problems: [] });
  });

  it('keeps the readable lists and reports the others', () => {
    const good = { name: 'Mine', markets: ['btc'] };
    const lists = [{ name: 'Bad', markets: ['a/b'] }, good, { name: 'mine', markets: [] }, { name: 7, markets: [] }];
    const { file, problems } = parse({ version: 1, lists });
    expect(file.lists).toEqual([good]);
    expect(problems).toEqual([0, 2, 3].map((at) => expect.stringContaining(`lists.${at}`)));
  });

  it('refuses another version', () => {
    expect(() => parse({ version: 2, lists: [] })).toThrow(StoredDataError);
  });
});
