import { expect, it } from 'vitest';
import { openApiSigner } from '#main/vault/keys/apiSecret.ts';
import vectors from '#test/fixtures/vectors/hmac.json' with { type: 'json' };

it('makes the hex HMAC that other programs make, for short, long and accented secrets', () => {
  for (const row of vectors.vectors) {
    const signer = openApiSigner(new Uint8Array(Buffer.from(row.secret, 'utf8')));
    expect(signer.sign(row.canonical)).toBe(row.signature);
  }
});

it('zeroes the bytes it was given and signs nothing after it was dropped', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const signer = openApiSigner(bytes);
  expect([...bytes]).toEqual([0, 0, 0]);
  expect(signer.sign('a')).toMatch(/^[0-9a-f]{64}$/);
  signer.drop();
  expect(() => signer.sign('a')).toThrow('found it locked');
});
