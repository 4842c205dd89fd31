import { expect, it } from 'vitest';
import { breakLeaf, startLeaf } from '#shared/order/conditional/triggerProgress.ts';

it('starts again after a gap, and knows of it', () => {
  const fresh = startLeaf(false);
  expect(breakLeaf(fresh)).toBe(fresh);
  expect(breakLeaf({ ...fresh, seenAtMs: 5, sinceMs: 5 })).toEqual(startLeaf(true));
});
