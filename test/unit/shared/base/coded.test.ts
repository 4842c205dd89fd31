import { expect, it } from 'vitest';
import { type Coded, isSameCoded, type NoParameters } from '#shared/base/coded.ts';

interface Reasons {
  readonly closed: { readonly code: number };
  readonly silent: NoParameters;
}

it('compares coded values by code and parameters', () => {
  const closed = (code: number): Coded<Reasons> => ({ code: 'closed', parameters: { code } });
  const silent: Coded<Reasons> = { code: 'silent', parameters: {} };
  expect(isSameCoded<Reasons>(closed(1), closed(1))).toBe(true);
  expect(isSameCoded<Reasons>(closed(1), closed(2))).toBe(false);
  expect(isSameCoded<Reasons>(closed(1), silent)).toBe(false);
});

it('compares an absent value', () => {
  const silent: Coded<Reasons> = { code: 'silent', parameters: {} };
  expect(isSameCoded<Reasons>(null, null)).toBe(true);
  expect(isSameCoded<Reasons>(silent, null)).toBe(false);
  expect(isSameCoded<Reasons>(null, silent)).toBe(false);
});
