/** Golden SafeMessages: wrapped orders of signature type 3, and signatures that the wallet refuses, with its codes. */
import type { z } from 'zod';
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
import { type FileContent, readRow, rowCheck, type VectorKind } from './kind.ts';
import { buildOrderDomain, buildOrderFields, orderDomain, orderFields } from './orderRows.ts';
import type { Row } from './row.ts';
import { address, bytes, fields, text, uint } from './schemas.ts';

/** Reverts of Safe 1.4.1 `checkSignatures` for each fault of ours. */
const SAFE_CODES: Record<SignatureFault, string> = { length: 'GS020', v: 'GS025', 'high-s': 'GS026', signer: 'GS026' };

const header = fields({ typeString: text.optional(), typeHash: bytes.optional() });
const messageRow = fields({
  privateKey: bytes,
  owner: address,
  safe: address,
  chainId: uint,
  orderDomain,
  order: orderFields,
  orderDigest: bytes,
  safeMessageData: bytes,
  safeMessageHash: bytes,
  signature: bytes,
  onchain_isValidSignature: text,
  rawOrderHashSignature_rejected: bytes,
  rawRejectReason: text,
});
const negativeRow = fields({ label: text, result: text, reason: text });

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
  header: rowCheck(header, (row) => {
    if (row.has('typeString')) row.expect('typeString', SAFE_MESSAGE_TYPE);
    if (row.has('typeHash')) row.expect('typeHash', SAFE_MESSAGE_TYPE_HASH);
  }),
  groups: [
    { key: 'vectors', check: rowCheck(messageRow, checkMessage) },
    { key: 'negative_checkSignatures', check: rowCheck(negativeRow, checkNegative) },
  ],
};

function wrap(row: Row<z.output<typeof messageRow>>): Wrapped {
  const key = row.get('privateKey');
  const order = buildOrderFields(row.row('order'));
  const domain = buildOrderDomain(row.row('orderDomain'));
  const safe = row.get('safe');
  if (order.signatureType !== 3 || order.maker !== safe || order.signer !== safe) {
    row.fail('order', 'is not made and signed by the wallet with signature type 3');
  }
  const orderDigest = hashOrder(order, domain);
  const data = encodeSafeMessageData(orderDigest);
  const hash = hashSafeMessage(data, { chainId: row.get('chainId'), safe });
  return { owner: addressOf(key), key, orderDigest, data, hash };
}

function checkMessage(row: Row<z.output<typeof messageRow>>): void {
  const { owner, key, orderDigest, data, hash } = wrap(row);
  row.expect('owner', owner);
  row.expect('orderDigest', orderDigest);
  row.expect('safeMessageData', data);
  row.expect('safeMessageHash', hash);
  row.expect('signature', signDigest(key, hash, owner));
  const fault = checkSignature(hash, row.get('signature'), owner);
  if (fault !== null) row.fail('signature', `does not recover to the owner (${fault})`);
  row.expect('onchain_isValidSignature', ERC1271_ACCEPTED);
  row.expect('rawOrderHashSignature_rejected', signDigest(key, orderDigest, owner));
  const raw = checkSignature(hash, row.get('rawOrderHashSignature_rejected'), owner);
  if (raw === null) row.fail('rawOrderHashSignature_rejected', 'passes as a wallet signature');
  else row.expect('rawRejectReason', SAFE_CODES[raw]);
}

/** Builds the faulty signatures that the file only names, and requires the same code for each. */
function checkNegative(row: Row<z.output<typeof negativeRow>>, { first }: FileContent): void {
  const { owner, key, hash } = wrap(readRow(messageRow, first, 'vectors[0]'));
  const good = signDigest(key, hash, owner);
  row.expect('result', 'rejected');
  for (const faulty of buildFaulty(row.get('label'), good)) {
    const fault = checkSignature(hash, faulty, owner);
    if (fault === null) row.fail('label', 'passes as a wallet signature');
    else row.expect('reason', SAFE_CODES[fault]);
  }
}

function buildFaulty(label: string, good: Uint8Array): Uint8Array[] {
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
