import { describe, expect, it } from 'vitest';
import { findOrderSigner } from '#shared/order/orderSigner.ts';
import { parseAddress } from '#shared/units/ids.ts';

const address = (byte: string) => parseAddress(`0x${byte.repeat(20)}`);
const OWN = address('0e');
const OLDER = address('51');
const NEWER = address('52');

describe('the key that signs orders of a wallet', () => {
  it('is the own key where that owns the wallet, whatever second keys there are', () => {
    const facts = { signatureType: 2, walletOwner: OWN, ownKey: OWN, secondKeys: [OLDER] };
    expect(findOrderSigner(facts)).toEqual({ kind: 'own', key: OWN });
  });

  it('is the newest second key where a passkey owns the wallet, and never the own one', () => {
    const facts = { signatureType: 3, walletOwner: address('99'), ownKey: OWN, secondKeys: [OLDER, NEWER] };
    expect(findOrderSigner(facts)).toEqual({ kind: 'second', key: NEWER });
    expect(findOrderSigner({ ...facts, secondKeys: [] })).toMatchObject({ kind: 'none' });
    expect(findOrderSigner({ ...facts, walletOwner: OWN, secondKeys: [] })).toMatchObject({ kind: 'none' });
  });

  it('is none where there is no such key or the type is not known, each in words that begin with read-only', () => {
    const facts = { signatureType: 2, walletOwner: OWN, ownKey: address('0f'), secondKeys: [NEWER] };
    const why = [
      findOrderSigner(facts),
      findOrderSigner({ ...facts, ownKey: null }),
      findOrderSigner({ ...facts, signatureType: 3, secondKeys: [] }),
      findOrderSigner({ ...facts, signatureType: 7 }),
    ].map((signer) => (signer.kind === 'none' ? signer.why : null));
    for (const words of why) expect(words).toMatch(/^Read-only: /);
    expect(why[1]).toContain('another key');
    expect(why[2]).toContain('passkey');
    expect(why[3]).toContain('type 7');
  });
});
