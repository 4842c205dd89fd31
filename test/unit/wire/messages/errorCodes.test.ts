import { describe, expect, it } from 'vitest';
import { findHint, isNonceRefusal, tellRefusal } from '#wire/messages/errorCodes.ts';

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

  it('says of a second signing key whose signature was refused that the wallet does not know it yet', () => {
    const code = 'account.custody.order_signature_rejected';
    const words = tellRefusal([code], 'second');
    expect(words).toContain('not an owner of the wallet yet');
    expect(words).toContain('two-factor');
    expect(words).toContain(`(${code})`);
    expect(tellRefusal([code])).toContain('did not accept the signature');
    // The interface shows this sentence and no code.
    expect(tellRefusal(['The signed order signature was not accepted by the maker wallet'], 'second')).toContain(
      'owner',
    );
    for (const other of ['authz.invalid_signature', 'account.custody.order_signature_type_mismatch']) {
      expect(tellRefusal([other], 'second')).not.toContain('owner');
    }
  });

  it('tells a refusal in a sentence that keeps the raw codes', () => {
    expect(tellRefusal(['area.new_reason', 'market.order.invalid_price'])).toBe(
      'The exchange refuses this price: check the tick (area.new_reason, market.order.invalid_price)',
    );
    expect(tellRefusal(['area.new_reason'])).toBe('The exchange refused it: area.new_reason');
    expect(tellRefusal([])).toBe('The exchange refused it: without a code');
    expect(tellRefusal(['constructor'])).toBe('The exchange refused it: constructor');
  });
});
