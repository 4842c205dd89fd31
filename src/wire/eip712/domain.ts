/**
 * EIP-712 domain separators of the exchange and of a Safe, and the digest of typed data.
 *
 * Shape       The exchange's domain has name, version, chain and contract; a Safe's has chain and wallet only.
 * Invariants  The cache key of a separator contains every field that it hashes.
 * Source      docs/assumptions.md#order-domain-version, #safe-domain.
 */
import type { OrderDomain } from '#shared/order/fields.ts';
import type { Address } from '#shared/units/ids.ts';
import { WORD, writeAddress, writeUint } from './abiWord.ts';
import { hashBytes, hashText } from './bytes.ts';

export const EXCHANGE_DOMAIN_TYPE =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
export const EXCHANGE_DOMAIN_TYPE_HASH = hashText(EXCHANGE_DOMAIN_TYPE);
const SAFE_DOMAIN_TYPE = 'EIP712Domain(uint256 chainId,address verifyingContract)';
export const SAFE_DOMAIN_TYPE_HASH = hashText(SAFE_DOMAIN_TYPE);

/** EIP-712 domain of a Safe of version 1.3.0 or later. */
export interface SafeDomain {
  readonly chainId: bigint;
  readonly safe: Address;
}

const MAX_CACHED = 64;
const separators = new Map<string, Uint8Array>();

function getCached(key: string, build: () => Uint8Array): Uint8Array {
  const cached = separators.get(key);
  if (cached) return cached;
  const separator = build();
  if (separators.size >= MAX_CACHED) separators.clear();
  separators.set(key, separator);
  return separator;
}

/** The domain of the order before, which is that of nearly every order. */
let latest: { readonly domain: OrderDomain; readonly separator: Uint8Array } | null = null;

/** Domain separator of the exchange, 32 bytes; callers must not write to it. */
export function hashExchangeDomain(domain: OrderDomain): Uint8Array {
  if (latest === null || !isSameDomain(latest.domain, domain)) {
    latest = { domain: { ...domain }, separator: findExchangeSeparator(domain) };
  }
  return latest.separator;
}

function isSameDomain(a: OrderDomain, b: OrderDomain): boolean {
  return (
    a.name === b.name &&
    a.version === b.version &&
    a.chainId === b.chainId &&
    a.verifyingContract === b.verifyingContract
  );
}

function findExchangeSeparator(domain: OrderDomain): Uint8Array {
  const key = JSON.stringify([domain.name, domain.version, domain.chainId.toString(), domain.verifyingContract]);
  return getCached(key, () => {
    const words = new Uint8Array(5 * WORD);
    words.set(EXCHANGE_DOMAIN_TYPE_HASH, 0);
    words.set(hashText(domain.name), WORD);
    words.set(hashText(domain.version), 2 * WORD);
    writeUint(words, 3 * WORD, domain.chainId);
    writeAddress(words, 4 * WORD, domain.verifyingContract);
    return hashBytes(words);
  });
}

/** Domain separator of a Safe, 32 bytes; callers must not write to it. */
export function hashSafeDomain(domain: SafeDomain): Uint8Array {
  return getCached(`${domain.chainId}/${domain.safe}`, () => {
    const words = new Uint8Array(3 * WORD);
    words.set(SAFE_DOMAIN_TYPE_HASH, 0);
    writeUint(words, WORD, domain.chainId);
    writeAddress(words, 2 * WORD, domain.safe);
    return hashBytes(words);
  });
}

const envelope = new Uint8Array(2 + 2 * WORD);
envelope[0] = 0x19;
envelope[1] = 0x01;

/** 0x1901 ‖ separator ‖ struct hash, the preimage of the digest. */
export function encodeTypedData(separator: Uint8Array, structHash: Uint8Array): Uint8Array {
  const bytes = envelope.slice();
  bytes.set(separator, 2);
  bytes.set(structHash, 2 + WORD);
  return bytes;
}

/** Digest to sign, 32 bytes. */
export function hashTypedData(separator: Uint8Array, structHash: Uint8Array): Uint8Array {
  envelope.set(separator, 2);
  envelope.set(structHash, 2 + WORD);
  return hashBytes(envelope);
}
