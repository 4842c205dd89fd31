import { expect, it } from 'vitest';
import { isNonceRefusal } from '#wire/messages/errorCodes.ts';

it('recognises a nonce refusal, which proves that nothing was done', () => {
  expect(isNonceRefusal(['authz.nonce_expired'])).toBe(true);
  expect(isNonceRefusal(['authz.nonce_not_valid_timestamp'])).toBe(true);
  expect(isNonceRefusal(['authz.invalid_signature'])).toBe(false);
  expect(isNonceRefusal([])).toBe(false);
});
