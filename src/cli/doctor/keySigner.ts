/** Signs orders with a key of the command line: the owner's, or a second signing key of a passkey's wallet. */
import type { ProbeSigner } from '#main/app/doctor/signatureProbe.ts';
import { addressOf, signDigestHex } from '#main/vault/signing/secp256k1.ts';
import type { Address } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import { encodeSafeMessageData, hashSafeMessage } from '#wire/eip712/safeMessage.ts';

export interface KeySigner extends ProbeSigner {
  readonly address: Address;
}

export function openKeySigner(privateKey: Uint8Array): KeySigner {
  const address = addressOf(privateKey);
  return {
    address,
    async signOrder(order, domain) {
      const digest = hashOrder(order, domain);
      return { order, digest: encodeHex32(digest), signature: signDigestHex(privateKey, digest, address) };
    },
    async signSecondKeyOrder(_key, order, domain, wallet) {
      const digest = hashOrder(order, domain);
      const message = hashSafeMessage(encodeSafeMessageData(digest), wallet);
      return { order, digest: encodeHex32(digest), signature: signDigestHex(privateKey, message, address) };
    },
  };
}

/** Without a key nothing is signed. */
export const NO_SIGNER: ProbeSigner = {
  signOrder: () => Promise.reject(new Error('Expected a key')),
  signSecondKeyOrder: () => Promise.reject(new Error('Expected a key')),
};
