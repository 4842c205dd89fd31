import { describe, expect, it } from 'vitest';
import { describeError } from '#shared/base/describeError.ts';

describe('describeError', () => {
  it('answers a message for anything that can be thrown', () => {
    expect(describeError(new Error('disk full'))).toBe('disk full');
    expect(describeError(new TypeError(''))).toBe('TypeError');
    expect(describeError('plain text')).toBe('plain text');
    for (const odd of [undefined, null, 7, {}, '']) expect(describeError(odd)).toBe('no reason given');
  });

  it('never quotes a text that could not be parsed', () => {
    for (const parse of [
      () => JSON.parse('hunter2'),
      () => BigInt('hunter2'),
      () => JSON.parse('{"password":"hunter2"'),
    ]) {
      let thrown: unknown;
      try {
        parse();
      } catch (error) {
        thrown = error;
      }
      expect(describeError(thrown)).toBe('Expected text that can be parsed, found other text');
    }
  });
});
