import { expect, it } from 'vitest';
import type { ReadFailure } from '#shared/market/readFailure.ts';
import { formatReadFailure } from '#shared/text/readFailures.ts';

it.each<[ReadFailure, string]>([
  [
    { code: 'refused', parameters: { status: 401, codes: ['authz.invalid_signature'] } },
    'The API secret does not belong to this API key: enter both again',
  ],
  [{ code: 'refused', parameters: { status: 403, codes: ['a.b'] } }, 'The exchange refuses to answer (b)'],
  [{ code: 'refused', parameters: { status: 503, codes: [] } }, 'The exchange refuses to answer (status 503)'],
  [{ code: 'unreachable', parameters: { fault: 'lost' } }, 'The connection to the exchange was lost'],
  [
    { code: 'incomplete', parameters: { list: 'openOrders', partial: { bound: 'pages', limit: 100, rows: 10_000 } } },
    'Expected a list of open orders with at most 100 pages, found more: 10,000 rows were read',
  ],
  [{ code: 'unreadable', parameters: {} }, 'The exchange’s answer could not be read: Health has the details'],
])('says what %o means', (failure, words) => {
  expect(formatReadFailure(failure)).toBe(words);
});
