/**
 * Typed-data hashes of orders and Safe transactions and the recovery of their signers, written apart from the client's.
 *
 * Errors      recoverSigner answers null for anything that is not a low-s 65-byte signature with v 27 or 28.
 * Source      EIP-712; protocol-facts §1 and §4; docs/assumptions.md#signed-order-body.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addressWord, bytesToBig, fromHex, keccak, toHex, word } from './hex.ts';

const text = (value: string): Uint8Array => Buffer.from(value, 'utf8');

const ORDER_TYPE = keccak(
  text(
    'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,' +
      'uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
  ),
);
const ORDER_DOMAIN_TYPE = keccak(
  text('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
);
const SAFE_TX_TYPE = keccak(
  text(
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,' +
      'address gasToken,address refundReceiver,uint256 nonce)',
  ),
);
const SAFE_DOMAIN_TYPE = keccak(text('EIP712Domain(uint256 chainId,address verifyingContract)'));
const SAFE_MESSAGE_TYPE = keccak(text('SafeMessage(bytes message)'));
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

export interface OrderMessage {
  readonly salt: bigint;
  readonly maker: string;
  readonly signer: string;
  readonly taker: string;
  readonly tokenId: bigint;
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
  readonly expiration: bigint;
  readonly nonce: bigint;
  readonly feeRateBps: bigint;
  readonly side: number;
  readonly signatureType: number;
}

export interface OrderDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly exchange: string;
}

export function orderDigest(domain: OrderDomain, order: OrderMessage): Uint8Array {
  const separator = keccak(
    ORDER_DOMAIN_TYPE,
    keccak(text(domain.name)),
    keccak(text(domain.version)),
    word(domain.chainId),
    addressWord(domain.exchange),
  );
  const struct = keccak(
    ORDER_TYPE,
    word(order.salt),
    addressWord(order.maker),
    addressWord(order.signer),
    addressWord(order.taker),
    word(order.tokenId),
    word(order.makerAmount),
    word(order.takerAmount),
    word(order.expiration),
    word(order.nonce),
    word(order.feeRateBps),
    word(order.side),
    word(order.signatureType),
  );
  return keccak(Buffer.from([0x19, 0x01]), separator, struct);
}

export interface SafeTransaction {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
  readonly operation: number;
  readonly nonce: number | bigint;
}

/** The gas fields are zero: the relay body has none. */
export function safeTxHash(chainId: number, safe: string, tx: SafeTransaction): Uint8Array {
  const separator = keccak(SAFE_DOMAIN_TYPE, word(chainId), addressWord(safe));
  const zero = word(0);
  const struct = keccak(
    SAFE_TX_TYPE,
    addressWord(tx.to),
    word(tx.value),
    keccak(fromHex(tx.data)),
    word(tx.operation),
    zero,
    zero,
    zero,
    zero,
    zero,
    word(tx.nonce),
  );
  return keccak(Buffer.from([0x19, 0x01]), separator, struct);
}

/** What an owner of a wallet signs to speak for it: the hash wrapped into a SafeMessage, ABI-encoded as 32 bytes. */
export function safeMessageHash(chainId: number, safe: string, hash: Uint8Array): Uint8Array {
  const separator = keccak(SAFE_DOMAIN_TYPE, word(chainId), addressWord(safe));
  return keccak(Buffer.from([0x19, 0x01]), separator, keccak(SAFE_MESSAGE_TYPE, keccak(hash)));
}

/** r, s and which of the two points; null for anything but a low-s 65-byte signature with v 27 or 28. */
export function splitSignature(signature: string): { r: bigint; s: bigint; recovery: number } | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null;
  const bytes = fromHex(signature);
  const recovery = bytes[64]! - 27;
  const s = bytesToBig(bytes.subarray(32, 64));
  if ((recovery !== 0 && recovery !== 1) || s > HALF_ORDER) return null;
  return { r: bytesToBig(bytes.subarray(0, 32)), s, recovery };
}

/** Public key of who signed, or null when the signature is none. */
export function recoverKey(digest: Uint8Array, signature: string): InstanceType<typeof secp256k1.Point> | null {
  const parts = splitSignature(signature);
  if (!parts) return null;
  try {
    return new secp256k1.Signature(parts.r, parts.s, parts.recovery).recoverPublicKey(digest);
  } catch {
    return null;
  }
}

/** Lower-case address of a public key. */
export function addressOfKey(key: InstanceType<typeof secp256k1.Point>): string {
  return toHex(keccak(key.toBytes(false).subarray(1)).subarray(12));
}

/** Lower-case address of who signed, or null when the signature is none. */
export function recoverSigner(digest: Uint8Array, signature: string): string | null {
  const key = recoverKey(digest, signature);
  return key && addressOfKey(key);
}
