import { describe, expect, it } from 'vitest';
import { fuzz } from '../fuzz/run.ts';

describe('any text', () => {
  it('gives a value or a WireError with a path in every parser, and nothing else', () => {
    const { counts, faults } = fuzz(60_000, 7);
    expect(faults).toEqual([]);
    for (const count of counts) {
      expect(count.values, count.name).toBeGreaterThan(0);
      expect(count.mutations, count.name).toBeGreaterThan(count.inputs / 2);
    }
  });
});
