import { expect, it } from 'vitest';
import { openApiSigner } from '#main/vault/keys/apiSecret.ts';
import vectors from '#test/fixtures/vectors/hmac.json' with { type: 'json' };

it('computes the hex HMAC of other programs, for short, long and accented secrets', () => {
  for (const row of vectors.vectors) {
    const signer = openApiSigner(new Uint8Array(Buffer.from(row.secret, 'utf8')));
    expect(signer.sign(row.canonical)).toBe(row.signature);
  }
});

it('computes each message alone, one after another', () => {
  const row = vectors.vectors[0]!;
  const signer = openApiSigner(new Uint8Array(Buffer.from(row.secret, 'utf8')));
  const other = signer.sign('another message');
  for (let count = 0; count < 3; count += 1) {
    expect(signer.sign(row.canonical)).toBe(row.signature);
    expect(signer.sign('another message')).toBe(other);
  }
});

it('zeroes the secret’s bytes, and signs nothing after close', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const signer = openApiSigner(bytes);
  expect([...bytes]).toEqual([0, 0, 0]);
  expect(signer.sign('a')).toMatch(/^[0-9a-f]{64}$/);
  signer.close();
  expect(() => signer.sign('a')).toThrow('found it locked');
});
