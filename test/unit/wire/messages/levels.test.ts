import { describe, expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { mirrorLevels, readLevels } from '#wire/messages/levels.ts';

const path = new JsonPath('101.ob-inc').at('asks');

describe('levels', () => {
  it('reads pairs, objects, one flat pair, null and nothing', () => {
    const level = { price: 610_000, shares: 2_000_000 };
    expect(readLevels([['0.61', '2.0']], path)).toEqual([level]);
    expect(readLevels([{ price: '0.61', side: 'yes', volume: '2' }], path)).toEqual([level]);
    expect(readLevels(['0.61', '2.0'], path)).toEqual([level]);
    expect(readLevels(null, path)).toEqual([]);
    expect(readLevels(undefined, path)).toEqual([]);
    expect(readLevels([], path)).toEqual([]);
  });

  it('reads every form of removal as no volume', () => {
    for (const volume of ['', '0', '0.0', '0.000000']) {
      expect(readLevels([['0.61', volume]], path)).toEqual([{ price: 610_000, shares: 0 }]);
    }
  });

  it('names the level and its half that can not be read', () => {
    expect(() =>
      readLevels(
        [
          ['0.61', '2'],
          ['1.61', '2'],
        ],
        path,
      ),
    ).toThrow('at 101.ob-inc.asks[1][0], found "1.61"');
    expect(() => readLevels([['0.61', '-2']], path)).toThrow('at 101.ob-inc.asks[0][1]');
    expect(() => readLevels(['0.61', 'x'], path)).toThrow('at 101.ob-inc.asks[1]');
    expect(() => readLevels([{ price: 0.61, volume: '1' }], path)).toThrow(
      'Expected a price as text at 101.ob-inc.asks[0].price',
    );
    expect(() => readLevels([['0.61', '1', '2']], path)).toThrow('a pair of price and volume');
    expect(() => readLevels(['0.61'], path)).toThrow('a pair of price and volume');
    expect(() => readLevels({}, path)).toThrow('an array of levels');
    expect(() => readLevels([7], path)).toThrow('a level');
  });

  it('refuses a side that is too long to be a book', () => {
    expect(() => readLevels(new Array(20_001).fill(['0.5', '1']), path)).toThrow('at most 20000 levels');
  });

  it('mirrors a price and keeps the volume', () => {
    expect(mirrorLevels(readLevels([['0.39', '5']], path))).toEqual([{ price: 610_000, shares: 5_000_000 }]);
  });
});
