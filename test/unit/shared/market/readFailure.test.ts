import { expect, it } from 'vitest';
import { isKeyRefused } from '#shared/market/readFailure.ts';

it.each([
  ['authz.invalid_signature', true],
  ['authz.unexistent_apikey', true],
  ['authz.nonce_expired', false],
  ['server.internal_error', false],
])('a refusal with %s is about the API key: %s', (code, isRefused) => {
  expect(isKeyRefused({ code: 'refused', parameters: { status: 401, codes: [code] } })).toBe(isRefused);
  expect(isKeyRefused({ code: 'unreachable', parameters: { fault: 'connect' } })).toBe(false);
});
