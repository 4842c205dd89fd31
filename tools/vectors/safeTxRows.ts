/** Golden Safe transactions: hashes, both kinds of owner signature, and a batch unpacked to its last byte. */
import { z } from 'zod';
import { addressOf, checkSignature, signDigest } from '#main/vault/signing/secp256k1.ts';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { isKnownMultiSend } from '#main/wallet/knownContracts.ts';
import { encodeMultiSend, type InnerCall, parseMultiSend } from '#main/wallet/multiSend.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { hashSafeDomain, SAFE_DOMAIN_TYPE_HASH, type SafeDomain } from '#wire/eip712/domain.ts';
import { ETH_SIGN_V_OFFSET, hashPersonalMessage } from '#wire/eip712/personalMessage.ts';
import {
  buildRelayedTx,
  encodeTransactionData,
  hashSafeTx,
  SAFE_TX_TYPE,
  SAFE_TX_TYPE_HASH,
  type SafeTx,
} from '#wire/eip712/safeTx.ts';
import { type FileContent, readRow, rowCheck, type VectorKind } from './kind.ts';
import type { Row } from './row.ts';
import { address, bytes, checksummed, fields, flag, hex, list, operation, text, uint } from './schemas.ts';

const header = fields({
  typeString: text.optional(),
  typeHash: bytes.optional(),
  domainTypeHash: bytes.optional(),
  domainSeparator: bytes.optional(),
  multiSend: checksummed.optional(),
  multiSendCallOnly: checksummed.optional(),
});
const tx = fields({
  to: address,
  value: uint,
  data: hex,
  operation,
  safeTxGas: uint,
  baseGas: uint,
  gasPrice: uint,
  gasToken: address,
  refundReceiver: address,
  nonce: uint,
});
const executed = fields({
  status: text,
  signature_flavour: z.enum(['eip712', 'eth_sign'], { error: 'is unknown' }),
  txHashIsIndexedTopicOfExecutionSuccess: flag,
});
const safeTxRow = fields({
  chainId: uint,
  safe: address,
  privateKey: bytes,
  owner: address,
  tx,
  encodeTransactionData: bytes,
  safeTxHash: bytes,
  signature_eip712: bytes,
  signature_eth_sign: bytes,
  executed_on_anvil: executed.nullish(),
});
const relayedRow = fields({
  privateKey: bytes,
  from: address,
  derivedSafe: address,
  inner: list(fields({ to: address, operation, data: hex, value: uint })),
  to: address,
  data: hex,
  operation,
  nonce: uint,
  safeTxHash: bytes,
  signature_eth_sign_v31_32: bytes,
});

export const safeTxKind: VectorKind = {
  name: 'Safe transactions',
  marks: ['safeTxHash', 'tx', 'encodeTransactionData'],
  header: rowCheck(header, (row, { first }) => {
    if (row.has('typeString')) row.expect('typeString', SAFE_TX_TYPE);
    if (row.has('typeHash')) row.expect('typeHash', SAFE_TX_TYPE_HASH);
    if (row.has('domainTypeHash')) row.expect('domainTypeHash', SAFE_DOMAIN_TYPE_HASH);
    if (row.has('domainSeparator')) {
      row.expect('domainSeparator', hashSafeDomain(buildDomain(readRow(safeTxRow, first, 'vectors[0]'))));
    }
    // The schema checks the checksums of these two; nothing else is known of them.
    row.get('multiSend');
    row.get('multiSendCallOnly');
  }),
  groups: [
    { key: 'vectors', check: rowCheck(safeTxRow, checkSafeTx) },
    { key: 'relayer_eth_sign', check: rowCheck(relayedRow, checkRelayed) },
  ],
};

function buildDomain(row: Row<z.output<typeof safeTxRow>>): SafeDomain {
  return { chainId: row.get('chainId'), safe: row.get('safe') };
}

function buildTx(row: Row<z.output<typeof tx>>): SafeTx {
  return {
    to: row.get('to'),
    value: row.get('value'),
    data: row.get('data'),
    operation: row.get('operation'),
    safeTxGas: row.get('safeTxGas'),
    baseGas: row.get('baseGas'),
    gasPrice: row.get('gasPrice'),
    gasToken: row.get('gasToken'),
    refundReceiver: row.get('refundReceiver'),
    nonce: row.get('nonce'),
  };
}

/** Signature by `eth_sign`: over the prefixed hash, v raised by 4. */
function signEthSign(key: Uint8Array, hash: Uint8Array): Uint8Array {
  const signature = signDigest(key, hashPersonalMessage(hash), addressOf(key));
  signature[64]! += ETH_SIGN_V_OFFSET;
  return signature;
}

function checkSafeTx(row: Row<z.output<typeof safeTxRow>>): void {
  const domain = buildDomain(row);
  const safeTx = buildTx(row.row('tx'));
  const key = row.get('privateKey');
  const owner = addressOf(key);
  const hash = hashSafeTx(safeTx, domain);
  row.expect('owner', owner);
  row.expect('encodeTransactionData', encodeTransactionData(safeTx, domain));
  row.expect('safeTxHash', hash);
  row.expect('signature_eip712', signDigest(key, hash, owner));
  row.expect('signature_eth_sign', signEthSign(key, hash));
  const fault = checkSignature(hash, row.get('signature_eip712'), owner);
  if (fault !== null) row.fail('signature_eip712', `does not recover to the owner (${fault})`);
  if (checkSignature(hash, row.get('signature_eth_sign'), owner) === null) {
    row.fail('signature_eth_sign', 'passes as a typed signature');
  }
  if (!row.get('executed_on_anvil')) return;
  const execution = row.row('executed_on_anvil');
  execution.get('signature_flavour');
  execution.expect('status', 'success');
  execution.expect('txHashIsIndexedTopicOfExecutionSuccess', true);
}

async function checkRelayed(row: Row<z.output<typeof relayedRow>>, { first }: FileContent): Promise<void> {
  const codec = await loadCallCodec();
  const chainId = readRow(safeTxRow, first, 'vectors[0]').get('chainId');
  const key = row.get('privateKey');
  const safe = row.get('derivedSafe');
  const to = row.get('to');
  const data = row.get('data');
  const inner = row.rows('inner').map((each): InnerCall => {
    return {
      to: each.get('to'),
      value: each.get('value'),
      data: each.get('data'),
      operation: each.get('operation'),
    };
  });
  row.expect('from', addressOf(key));
  if (!isKnownMultiSend(to, toNumber(chainId), [])) row.fail('to', 'is not a published MultiSend of the chain');
  if (encodeMultiSend(inner, codec) !== data) row.fail('data', 'is not the batch of the inner calls');
  const batch = parseMultiSend(data, codec);
  const isSame =
    batch.at === 'calls' &&
    batch.calls.length === inner.length &&
    batch.calls.every((call, index) => isSameCall(call, inner[index]!));
  if (!isSame) row.fail('inner', 'is not what the batch unpacks to');
  const relayed = buildRelayedTx({ to, data, operation: row.get('operation'), nonce: row.get('nonce') });
  const hash = hashSafeTx(relayed, { chainId, safe });
  row.expect('safeTxHash', hash);
  row.expect('signature_eth_sign_v31_32', signEthSign(key, hash));
}

function isSameCall(a: InnerCall, b: InnerCall): boolean {
  return a.operation === b.operation && a.to === b.to && a.value === b.value && a.data === b.data;
}
