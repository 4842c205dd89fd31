import { expect, it } from 'vitest';
import { toReadFailure } from '#main/app/readFailure.ts';
import { ExchangeError, LockedError, RateLimitError, TransportError } from '#main/venue/errors.ts';
import { WireError } from '#wire/messages/wireError.ts';

it.each([
  [new TransportError('timeout', 'GET /a'), { code: 'unreachable', parameters: { fault: 'timeout' } }],
  [
    new ExchangeError('GET /a', 401, ['authz.invalid_signature']),
    { code: 'refused', parameters: { status: 401, codes: ['authz.invalid_signature'] } },
  ],
  [new RateLimitError('account reads', 7), { code: 'rateLimited', parameters: { untilMs: 7 } }],
  [new WireError('a', 'b', 'c'), { code: 'unreadable', parameters: {} }],
  [new LockedError('GET /a'), { code: 'noCredentials', parameters: {} }],
  [new TypeError('x is undefined'), { code: 'other', parameters: {} }],
])('maps %s to its code, without its text', (thrown, failure) => {
  expect(toReadFailure(thrown)).toEqual(failure);
});
