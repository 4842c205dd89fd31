import { describe, expect, it } from 'vitest';
import {
  addLevel,
  changeLevel,
  type Levels,
  levelsOf,
  parseLevels,
  removeLevel,
} from '#renderer/panes/chart/lines/levels.ts';

describe('levels', () => {
  it('are added, moved, named and removed per market', () => {
    let levels = addLevel(addLevel({}, 'a', 400_000), 'a', 500_000, 'stop');
    levels = addLevel(levels, 'b', 100_000);
    levels = changeLevel(levels, 'a', 1, { price: 450_000, label: 'entry' });
    expect(levelsOf(levels, 'a')).toEqual([
      { id: 1, price: 450_000, label: 'entry' },
      { id: 2, price: 500_000, label: 'stop' },
    ]);
    levels = removeLevel(removeLevel(levels, 'a', 1), 'a', 2);
    expect(levels).toEqual({ b: [{ id: 1, price: 100_000, label: '' }] });
  });

  it('have a bound for a market and for all', () => {
    let levels: Levels = {};
    for (let at = 0; at < 30; at += 1) levels = addLevel(levels, 'a', 400_000);
    expect(levelsOf(levels, 'a')).toHaveLength(20);
    for (let at = 0; at < 60; at += 1) levels = addLevel(levels, `m${at}`, 400_000);
    expect(Object.keys(levels)).toHaveLength(40);
    expect(levelsOf(levels, 'a')).toEqual([]);
    expect(levelsOf(levels, 'm59')).toHaveLength(1);
  });

  it('are read back as they were saved, and nothing else is', () => {
    const levels = addLevel({}, 'a', 400_000, 'entry');
    expect(parseLevels(JSON.parse(JSON.stringify(levels)))).toEqual(levels);
    for (const wrong of [null, [], { a: {} }, { a: [{ id: 1, price: 0, label: '' }] }, { a: [{ id: 1, price: 5 }] }]) {
      expect(parseLevels(wrong)).toBeNull();
    }
  });
});
