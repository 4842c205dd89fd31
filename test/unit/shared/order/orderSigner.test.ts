import { describe, expect, it } from 'vitest';
import { findOrderSigner } from '#shared/order/orderSigner.ts';
import { parseAddress } from '#shared/units/ids.ts';

const address = (byte: string) => parseAddress(`0x${byte.repeat(20)}`);
const OWN = address('0e');
const OLDER = address('51');
const NEWER = address('52');

describe('the key that signs orders of a wallet', () => {
  it('is the own key of a wallet that the own key owns, whatever second keys there are', () => {
    const facts = { signatureType: 2, walletOwner: OWN, ownKey: OWN, secondKeys: [OLDER] };
    expect(findOrderSigner(facts)).toEqual({ kind: 'own', key: OWN });
  });

  it('is the newest second key of a wallet that a passkey owns, and never the own key', () => {
    const facts = { signatureType: 3, walletOwner: address('99'), ownKey: OWN, secondKeys: [OLDER, NEWER] };
    expect(findOrderSigner(facts)).toEqual({ kind: 'second', key: NEWER });
    expect(findOrderSigner({ ...facts, secondKeys: [] })).toMatchObject({ kind: 'none' });
    expect(findOrderSigner({ ...facts, walletOwner: OWN, secondKeys: [] })).toMatchObject({ kind: 'none' });
  });

  it('is none, with a coded reason, without such a key or for an unknown wallet type', () => {
    const facts = { signatureType: 2, walletOwner: OWN, ownKey: address('0f'), secondKeys: [NEWER] };
    const reasons = [
      findOrderSigner(facts),
      findOrderSigner({ ...facts, ownKey: null }),
      findOrderSigner({ ...facts, signatureType: 3, secondKeys: [] }),
      findOrderSigner({ ...facts, signatureType: 7 }),
    ].map((signer) => (signer.kind === 'none' ? signer.reason : null));
    expect(reasons).toEqual([
      { code: 'otherOwner', parameters: {} },
      { code: 'otherOwner', parameters: {} },
      { code: 'noSecondKey', parameters: {} },
      { code: 'unknownWalletType', parameters: { signatureType: 7 } },
    ]);
  });
});
