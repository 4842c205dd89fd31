/** Golden SafeMessages: the wrap of an order of signature type 3, and what a wallet must refuse, with the wallet's own codes. */
import { addressOf, checkSignature, type SignatureFault, signDigest } from '#main/vault/signing/secp256k1.ts';
import type { Address } from '#shared/units/ids.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import {
  ERC1271_ACCEPTED,
  encodeSafeMessageData,
  hashSafeMessage,
  SAFE_MESSAGE_TYPE,
  SAFE_MESSAGE_TYPE_HASH,
} from '#wire/eip712/safeMessage.ts';
import type { FileFacts, VectorKind } from './kind.ts';
import { readOrderDomain, readOrderFields } from './orderRows.ts';
import { Row } from './row.ts';

/** Reverts of Safe 1.4.1 `checkSignatures` for each fault of ours. */
const SAFE_CODES: Record<SignatureFault, string> = { length: 'GS020', v: 'GS025', 'high-s': 'GS026', signer: 'GS026' };

interface Wrapped {
  readonly owner: Address;
  readonly key: Uint8Array;
  readonly orderDigest: Uint8Array;
  readonly data: Uint8Array;
  readonly hash: Uint8Array;
}

export const safeMessageKind: VectorKind = {
  name: 'Safe messages',
  marks: ['safeMessageHash', 'orderDigest'],
  checkHeader(header) {
    if (header.has('typeString')) header.expect('typeString', SAFE_MESSAGE_TYPE);
    if (header.has('typeHash')) header.expectHex('typeHash', SAFE_MESSAGE_TYPE_HASH);
  },
  groups: [
    { key: 'vectors', check: checkMessage },
    { key: 'negative_checkSignatures', check: checkNegative },
  ],
};

function wrap(row: Row): Wrapped {
  const key = row.bytes('privateKey');
  const order = readOrderFields(row.row('order'));
  const domain = readOrderDomain(row.row('orderDomain'));
  const safe = row.address('safe');
  if (order.signatureType !== 3 || order.maker !== safe || order.signer !== safe) {
    row.fail('order', 'is not made and signed by the wallet with signature type 3');
  }
  const orderDigest = hashOrder(order, domain);
  const data = encodeSafeMessageData(orderDigest);
  const hash = hashSafeMessage(data, { chainId: row.uint('chainId'), safe });
  return { owner: addressOf(key), key, orderDigest, data, hash };
}

function checkMessage(row: Row): void {
  const { owner, key, orderDigest, data, hash } = wrap(row);
  row.expectAddress('owner', owner);
  row.expectHex('orderDigest', orderDigest);
  row.expectHex('safeMessageData', data);
  row.expectHex('safeMessageHash', hash);
  row.expectHex('signature', signDigest(key, hash, owner));
  const fault = checkSignature(hash, row.bytes('signature'), owner);
  if (fault !== null) row.fail('signature', `does not recover to the owner (${fault})`);
  row.expect('onchain_isValidSignature', ERC1271_ACCEPTED);
  row.expectHex('rawOrderHashSignature_rejected', signDigest(key, orderDigest, owner));
  const raw = checkSignature(hash, row.bytes('rawOrderHashSignature_rejected'), owner);
  if (raw === null) row.fail('rawOrderHashSignature_rejected', 'passes as a wallet signature');
  else row.expect('rawRejectReason', SAFE_CODES[raw]);
}

/** Makes the faulty signatures that the file only names, and sees them refused with the same code. */
function checkNegative(row: Row, { first }: FileFacts): void {
  const { owner, key, hash } = wrap(new Row(first, 'vectors[0]'));
  const good = signDigest(key, hash, owner);
  const label = row.text('label');
  row.expect('result', 'rejected');
  for (const faulty of makeFaulty(label, good)) {
    const fault = checkSignature(hash, faulty, owner);
    if (fault === null) row.fail('label', 'passes as a wallet signature');
    else row.expect('reason', SAFE_CODES[fault]);
  }
}

function makeFaulty(label: string, good: Uint8Array): Uint8Array[] {
  if (label.startsWith('64-byte')) return [good.slice(0, 64)];
  if (label.startsWith('v=0/1')) {
    return [0, 1].map((v) => {
      const copy = good.slice();
      copy[64] = v;
      return copy;
    });
  }
  throw new Error('The label names a fault that this check does not know');
}
