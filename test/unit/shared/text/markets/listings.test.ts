import { expect, it } from 'vitest';
import { formatPartialListing } from '#shared/text/markets/listings.ts';

it.each([
  ['pages', 200, 'at most 200 pages, found more: 20,000 rows were read'],
  ['rows', 20_000, 'at most 20,000 rows, found more: 20,000 rows were read'],
  ['bytes', 64 * 1024 * 1024, 'at most 64 MB, found more: 20,000 rows were read'],
  ['time', 60_000, 'at most 1 m, found more: 20,000 rows were read'],
] as const)('names the bound of %s', (bound, limit, text) => {
  expect(formatPartialListing({ bound, limit, rows: 20_000 })).toBe(text);
});
