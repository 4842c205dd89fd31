import { expect, it } from 'vitest';
import { alertTerms } from '#shared/ipc/alertSchema.ts';
import { priceAbove, termsOf } from '#test/unit/shared/alerts/makers.ts';

const accepts = (value: unknown): boolean => alertTerms.safeParse(value).success;
const fine = termsOf(priceAbove(600_000));

it('accepts terms as they are stored, and nothing else', () => {
  expect(alertTerms.parse(JSON.parse(JSON.stringify(fine)))).toEqual(fine);
  expect(accepts({ ...fine, note: 'x' })).toBe(false);
  expect(accepts({ ...fine, scope: { kind: 'market', market: '../x' } })).toBe(false);
  expect(accepts({ ...fine, condition: { ...fine.condition, level: 0.5 } })).toBe(false);
  expect(accepts({ ...fine, repeat: { pauseMs: 10, rearmBy: 0 } })).toBe(false);
});
