/** Golden Safe transactions: hashes, both flavours of owner signature, and a batch unpacked to its last byte. */
import { addressOf, checkSignature, signDigest } from '#main/vault/signing/secp256k1.ts';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { isKnownMultiSend } from '#main/wallet/knownContracts.ts';
import { encodeMultiSend, type InnerCall, parseMultiSend } from '#main/wallet/multiSend.ts';
import { parseHex } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { formatAddress } from '#wire/eip712/address.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
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
import type { FileFacts, VectorKind } from './kind.ts';
import { Row } from './row.ts';

export const safeTxKind: VectorKind = {
  name: 'Safe transactions',
  marks: ['safeTxHash', 'tx', 'encodeTransactionData'],
  checkHeader(header, { first }) {
    if (header.has('typeString')) header.expect('typeString', SAFE_TX_TYPE);
    if (header.has('typeHash')) header.expectHex('typeHash', SAFE_TX_TYPE_HASH);
    if (header.has('domainTypeHash')) header.expectHex('domainTypeHash', SAFE_DOMAIN_TYPE_HASH);
    if (header.has('domainSeparator')) {
      header.expectHex('domainSeparator', hashSafeDomain(readDomain(new Row(first, 'vectors[0]'))));
    }
    // Nothing else is known of these two: their checksum must be right.
    for (const key of ['multiSend', 'multiSendCallOnly']) {
      if (header.has(key)) header.expect(key, formatAddress(header.address(key)));
    }
  },
  groups: [
    { key: 'vectors', check: checkSafeTx },
    { key: 'relayer_eth_sign', check: checkRelayed },
  ],
};

function readDomain(row: Row): SafeDomain {
  return { chainId: row.uint('chainId'), safe: row.address('safe') };
}

function readOperation(row: Row): 0 | 1 {
  const operation = row.uint('operation');
  if (operation !== 0n && operation !== 1n) throw new Error(`${row.path}.operation is neither 0 nor 1`);
  return operation === 0n ? 0 : 1;
}

function readTx(row: Row): SafeTx {
  const tx: SafeTx = {
    to: row.address('to'),
    value: row.uint('value'),
    data: parseHex(row.text('data')),
    operation: readOperation(row),
    safeTxGas: row.uint('safeTxGas'),
    baseGas: row.uint('baseGas'),
    gasPrice: row.uint('gasPrice'),
    gasToken: row.address('gasToken'),
    refundReceiver: row.address('refundReceiver'),
    nonce: row.uint('nonce'),
  };
  row.finish();
  return tx;
}

/** Signature by `eth_sign`: over the prefixed hash, v raised by 4. */
function signEthSign(key: Uint8Array, hash: Uint8Array): Uint8Array {
  const signature = signDigest(key, hashPersonalMessage(hash), addressOf(key));
  signature[64]! += ETH_SIGN_V_OFFSET;
  return signature;
}

function checkSafeTx(row: Row): void {
  const domain = readDomain(row);
  const tx = readTx(row.row('tx'));
  const key = row.bytes('privateKey');
  const owner = addressOf(key);
  const hash = hashSafeTx(tx, domain);
  row.expectAddress('owner', owner);
  row.expectHex('encodeTransactionData', encodeTransactionData(tx, domain));
  row.expectHex('safeTxHash', hash);
  row.expectHex('signature_eip712', signDigest(key, hash, owner));
  row.expectHex('signature_eth_sign', signEthSign(key, hash));
  const fault = checkSignature(hash, row.bytes('signature_eip712'), owner);
  if (fault !== null) row.fail('signature_eip712', `does not recover to the owner (${fault})`);
  if (checkSignature(hash, row.bytes('signature_eth_sign'), owner) === null) {
    row.fail('signature_eth_sign', 'passes as a typed signature');
  }
  const executed = row.raw('executed_on_anvil');
  if (executed !== null && executed !== undefined) checkExecuted(row.row('executed_on_anvil'));
}

function checkExecuted(row: Row): void {
  row.expect('status', 'success');
  row.expect('txHashIsIndexedTopicOfExecutionSuccess', true);
  if (!['eip712', 'eth_sign'].includes(row.text('signature_flavour'))) row.fail('signature_flavour', 'is unknown');
  row.finish();
}

async function checkRelayed(row: Row, { first }: FileFacts): Promise<void> {
  const codec = await loadCallCodec();
  const chainId = new Row(first, 'vectors[0]').uint('chainId');
  const key = row.bytes('privateKey');
  const safe = row.address('derivedSafe');
  const to = row.address('to');
  const data = parseHex(row.text('data'));
  const inner = row.rows('inner').map((each): InnerCall => {
    const call = { to: each.address('to'), value: each.uint('value'), data: parseHex(each.text('data')) };
    const operation = readOperation(each);
    each.finish();
    return { operation, ...call };
  });
  row.expectAddress('from', addressOf(key));
  if (!isKnownMultiSend(to, toNumber(chainId), [])) row.fail('to', 'is not a published MultiSend of the chain');
  if (encodeMultiSend(inner, codec) !== data) row.fail('data', 'is not the batch of the inner calls');
  const batch = parseMultiSend(data, codec);
  const isSame =
    batch.at === 'calls' &&
    batch.calls.length === inner.length &&
    batch.calls.every((call, index) => JSON.stringify(words(call)) === JSON.stringify(words(inner[index]!)));
  if (!isSame) row.fail('inner', 'is not what the batch unpacks to');
  const tx = buildRelayedTx({ to, data, operation: readOperation(row), nonce: row.uint('nonce') });
  const hash = hashSafeTx(tx, { chainId, safe });
  row.expectHex('safeTxHash', hash);
  row.expectHex('signature_eth_sign_v31_32', signEthSign(key, hash));
}

const words = (call: InnerCall): string[] => [
  encodeHex(Uint8Array.of(call.operation)),
  call.to,
  call.value.toString(),
  call.data,
];
