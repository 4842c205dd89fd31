import { expect, it } from 'vitest';
import { deepFreeze } from '#shared/base/deepFreeze.ts';

it('freezes every part, and answers the same value', () => {
  const value = { list: [{ amount: 1n }], nothing: null };
  expect(deepFreeze(value)).toBe(value);
  expect([value, value.list, value.list[0]].every((part) => Object.isFrozen(part))).toBe(true);
});
