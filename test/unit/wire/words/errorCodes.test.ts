import { describe, expect, it } from 'vitest';
import { findHint, isNonceRefusal } from '#wire/words/errorCodes.ts';

describe('error codes', () => {
  it('explains the known and leaves the rest raw', () => {
    expect(findHint('market.account.insufficient_balance')).toContain('Not enough free collateral');
    expect(findHint('account.custody.deposits_disabled')).not.toBeNull();
    expect(findHint('something.new')).toBeNull();
    expect(findHint('constructor')).toBeNull();
  });

  it('knows a refusal of the nonce, which proves that nothing was done', () => {
    expect(isNonceRefusal(['authz.nonce_expired'])).toBe(true);
    expect(isNonceRefusal(['authz.nonce_not_valid_timestamp'])).toBe(true);
    expect(isNonceRefusal(['authz.invalid_signature'])).toBe(false);
    expect(isNonceRefusal([])).toBe(false);
  });
});
