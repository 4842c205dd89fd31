import { describe, expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { mirrorLevels, readLevels } from '#wire/messages/levels.ts';

const path = new JsonPath('101.ob-inc').at('asks');
const read = (value: unknown) => readLevels(value, path, 'ask', false);
const problemOf = (value: unknown) => read(value).leftOut?.problem;

describe('levels', () => {
  it('reads pairs, objects, one flat pair, null and nothing', () => {
    const level = { price: 610_000, shares: 2_000_000 };
    expect(read([['0.61', '2.0']]).levels).toEqual([level]);
    expect(read([{ price: '0.61', side: 'yes', volume: '2' }]).levels).toEqual([level]);
    expect(read(['0.61', '2.0']).levels).toEqual([level]);
    expect(read(null).levels).toEqual([]);
    expect(read(undefined).levels).toEqual([]);
    expect(read([]).levels).toEqual([]);
  });

  it('reads every form of removal as no volume', () => {
    for (const volume of ['', '0', '0.0', '0.000000']) {
      expect(read([['0.61', volume]]).levels).toEqual([{ price: 610_000, shares: 0 }]);
    }
  });

  it.each([
    [
      [
        ['0.61', '2'],
        ['1.61', '2'],
      ],
      { path: '101.ob-inc.asks[1][0]', found: '"1.61"' },
    ],
    [[['0.61', '-2']], { path: '101.ob-inc.asks[0][1]' }],
    [['0.61', 'x'], { path: '101.ob-inc.asks[1]' }],
    [[{ price: 0.61, volume: '1' }], { path: '101.ob-inc.asks[0].price', expected: 'a price as text' }],
    [[['0.61', '1', '2']], { expected: 'a pair of price and volume' }],
    [['0.61'], { expected: 'a pair of price and volume' }],
    [{}, { expected: 'an array of levels' }],
    [[7], { expected: 'a level' }],
    [[['0.61', '1000000000.1']], { expected: 'a volume up to 1000000000' }],
    [[['0.61', '1e3']], { path: '101.ob-inc.asks[0][1]' }],
  ])('leaves out a level that can not be read and names its half: %j', (value, problem) => {
    expect(problemOf(value)).toMatchObject(problem);
    expect(read(value).levels).toHaveLength(
      Array.isArray(value) && value.length === 2 && Array.isArray(value[0]) ? 1 : 0,
    );
  });

  it('refuses a side that is too long to be a book', () => {
    expect(() => read(new Array(2_001).fill(['0.5', '1']))).toThrow('at most 2000 levels');
  });

  it('mirrors a price and keeps the volume', () => {
    expect(mirrorLevels(read([['0.39', '5']])).levels).toEqual([{ price: 610_000, shares: 5_000_000 }]);
  });
});
