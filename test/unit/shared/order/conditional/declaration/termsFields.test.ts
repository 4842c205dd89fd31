import { expect, it } from 'vitest';
import { BASE_FIELDS, MAX_DURATION_MS } from '#shared/order/conditional/declaration/termsFields.ts';
import { BASE } from '../makers.ts';

it('has a field for everything that all terms have, and a stand-in that may be absent', () => {
  expect(Object.keys(BASE_FIELDS).sort()).toEqual([...Object.keys(BASE), 'standIn'].sort());
  expect(BASE_FIELDS.standIn.shape.is).toBe('optional');
  expect(MAX_DURATION_MS).toBe(30 * 24 * 3_600_000);
});
