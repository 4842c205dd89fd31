import { expect, it } from 'vitest';
import { FACT_CODES } from '#shared/recording/record.ts';

it('has a code of its own for every kind of fact, apart from those of the market', () => {
  const codes = Object.values(FACT_CODES);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.every((code) => code >= 16 && code < 128)).toBe(true);
});
