import { describe, expect, it } from 'vitest';
import { findExchangeError, formatRefusal } from '#shared/text/orders/exchangeErrors.ts';

describe('exchange errors', () => {
  it('have words for known codes and none for others', () => {
    expect(findExchangeError('market.account.insufficient_balance')).toContain('Not enough free collateral');
    expect(findExchangeError('account.custody.deposits_disabled')).not.toBeNull();
    expect(findExchangeError('market.order.too_many_requests')).toContain('Too many requests');
    expect(findExchangeError('something.new')).toBeNull();
    expect(findExchangeError('constructor')).toBeNull();
  });

  it('explain a refused signature of a second signing key: the wallet does not know the key yet', () => {
    const code = 'account.custody.order_signature_rejected';
    const words = formatRefusal({ codes: [code], signedBy: 'second' });
    expect(words).toContain('not an owner of the wallet yet');
    expect(words).toContain('two-factor');
    expect(words).not.toContain(code);
    expect(formatRefusal({ codes: [code], signedBy: 'own' })).toContain('did not accept the signature');
    // The interface shows this sentence and no code.
    expect(
      formatRefusal({ codes: ['The signed order signature was not accepted by the maker wallet'], signedBy: 'second' }),
    ).toContain('owner');
    for (const other of ['authz.invalid_signature', 'account.custody.order_signature_type_mismatch']) {
      expect(formatRefusal({ codes: [other], signedBy: 'second' })).not.toContain('owner');
    }
  });

  it('form one sentence without a code: of an unknown one the last words', () => {
    expect(formatRefusal({ codes: ['area.new_reason', 'market.order.invalid_price'], signedBy: 'own' })).toBe(
      'The exchange refuses this price: check the tick',
    );
    expect(formatRefusal({ codes: ['area.new_reason'], signedBy: 'own' })).toBe('The exchange refused it: new reason');
    expect(formatRefusal({ codes: [], signedBy: 'own' })).toBe('The exchange refused it: it gave no reason');
    expect(formatRefusal({ codes: ['constructor'], signedBy: 'own' })).toBe('The exchange refused it: constructor');
  });
});
