/**
 * Typed-data hashes of orders, Safe transactions and messages, independent of the client's code.
 *
 * Source      EIP-712; docs/assumptions.md#order-struct, #safe-domain, #signed-order-body.
 */
import { addressWord, addressWordText, fromHex, keccak, word, wordText } from './hex.ts';

const text = (value: string): Uint8Array => Buffer.from(value, 'utf8');

/** EIP-191 prefix of structured data. */
const PREFIX = Buffer.from([0x19, 0x01]);
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

/** Domain separator of an exchange, computed once. */
export function orderDomainSeparator(domain: OrderDomain): Uint8Array {
  return keccak(
    ORDER_DOMAIN_TYPE,
    keccak(text(domain.name)),
    keccak(text(domain.version)),
    word(domain.chainId),
    addressWord(domain.exchange),
  );
}

export function orderDigest(domainSeparator: Uint8Array, order: OrderMessage): Uint8Array {
  const words =
    wordText(order.salt) +
    addressWordText(order.maker) +
    addressWordText(order.signer) +
    addressWordText(order.taker) +
    wordText(order.tokenId) +
    wordText(order.makerAmount) +
    wordText(order.takerAmount) +
    wordText(order.expiration) +
    wordText(order.nonce) +
    wordText(order.feeRateBps) +
    wordText(order.side) +
    wordText(order.signatureType);
  const struct = keccak(ORDER_TYPE, Buffer.from(words, 'hex'));
  return keccak(PREFIX, domainSeparator, struct);
}

export interface SafeTransaction {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
  readonly operation: number;
  readonly nonce: number | bigint;
}

/** The gas fields are zero, because the relay body has none. */
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
  return keccak(PREFIX, separator, struct);
}

/** Hash that a wallet's owner signs for a message: the ABI-encoded 32-byte hash in a SafeMessage. */
export function safeMessageHash(chainId: number, safe: string, hash: Uint8Array): Uint8Array {
  const separator = keccak(SAFE_DOMAIN_TYPE, word(chainId), addressWord(safe));
  return keccak(PREFIX, separator, keccak(SAFE_MESSAGE_TYPE, keccak(hash)));
}
