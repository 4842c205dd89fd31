import { expect, it } from 'vitest';
import { KINDS } from '#shared/order/conditional/kinds.ts';

it('has each kind by its own name', () => {
  expect(Object.values(KINDS).map(({ kind }) => kind)).toEqual(Object.keys(KINDS));
});
