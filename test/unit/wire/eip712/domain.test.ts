import { domainSeparator } from 'viem';
import { describe, expect, it } from 'vitest';
import type { OrderDomain } from '#shared/order/fields.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { encodeHex, hashText } from '#wire/eip712/bytes.ts';
import { encodeTypedData, hashExchangeDomain, hashSafeDomain, hashTypedData } from '#wire/eip712/domain.ts';

const base: OrderDomain = {
  name: 'Adyton Ünïcode ✓',
  version: '1',
  chainId: 8453n,
  verifyingContract: parseAddress(`0x${'1a'.repeat(20)}`),
};

describe('domain separators', () => {
  it('equals an independent hash of the exchange domain and of the wallet domain', () => {
    const { name, version, chainId, verifyingContract } = base;
    expect(encodeHex(hashExchangeDomain(base))).toBe(
      domainSeparator({ domain: { name, version, chainId, verifyingContract } }),
    );
    expect(encodeHex(hashSafeDomain({ chainId, safe: verifyingContract }))).toBe(
      domainSeparator({ domain: { chainId, verifyingContract } }),
    );
  });

  it('gives another separator when any field changes, also with a filled cache', () => {
    const variants: OrderDomain[] = [
      base,
      { ...base, name: 'Adyton' },
      { ...base, version: '2' },
      { ...base, chainId: 1n },
      { ...base, verifyingContract: parseAddress(`0x${'1b'.repeat(20)}`) },
    ];
    const seen = new Set([...variants, ...variants].map((domain) => encodeHex(hashExchangeDomain(domain))));
    expect(seen.size).toBe(variants.length);
  });

  it('keeps name and version apart in the cache key', () => {
    const one = hashExchangeDomain({ ...base, name: 'a","1', version: '1' });
    const two = hashExchangeDomain({ ...base, name: 'a', version: '1","1' });
    expect(encodeHex(one)).not.toBe(encodeHex(two));
  });

  it('stays correct beyond the size of the cache', () => {
    const first = encodeHex(hashExchangeDomain(base));
    for (let chain = 0n; chain < 200n; chain += 1n) hashExchangeDomain({ ...base, chainId: chain });
    expect(encodeHex(hashExchangeDomain(base))).toBe(first);
  });

  it('puts 0x1901 before separator and struct hash', () => {
    const [separator, struct] = [hashText('a'), hashText('b')];
    const encoded = encodeTypedData(separator, struct);
    expect(encodeHex(encoded)).toBe(`0x1901${encodeHex(separator).slice(2)}${encodeHex(struct).slice(2)}`);
    expect(hashTypedData(separator, struct)).toHaveLength(32);
  });
});
