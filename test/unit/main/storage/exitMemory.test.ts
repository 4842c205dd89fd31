import { describe, expect, it } from 'vitest';
import { NO_EXITS, parseExitFile } from '#main/storage/exitMemory.ts';
import { StoredDataError } from '#main/storage/storedData.ts';

const leg = {
  market: 'btc-100k',
  side: 'yes',
  route: 'sell',
  worst: 550_000,
  isBookConfirmed: false,
  toExit: 200_000_000,
  exited: 0,
  at: 'ended',
  left: null,
};
const file = { version: 1, running: [{ flattenId: 'flatten-0001', startedAtMs: 1, legs: [leg] }] };

describe('the memory of running flattens', () => {
  it('reads what was stored, and nothing', () => {
    expect(parseExitFile(JSON.parse(JSON.stringify(file)))).toEqual(file);
    expect(parseExitFile(NO_EXITS)).toEqual(NO_EXITS);
  });

  it('refuses prices, sizes and versions that no version wrote', () => {
    const bad = (change: object) => ({ ...file, running: [{ ...file.running[0], legs: [{ ...leg, ...change }] }] });
    for (const value of [bad({ worst: 0 }), bad({ toExit: -1 }), bad({ market: 'a/b' }), { ...file, version: 2 }, 7]) {
      expect(() => parseExitFile(value)).toThrow(StoredDataError);
    }
  });
});
