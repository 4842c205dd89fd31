import { expect, it } from 'vitest';
import { openKeySource, parseHexKey } from '#main/vault/keys/keySource.ts';
import { addressOf } from '#main/vault/signing/secp256k1.ts';
import phrases from '#test/fixtures/vectors/bip39_44.json' with { type: 'json' };
import keystores from '#test/fixtures/vectors/keystore_v3.json' with { type: 'json' };
import { encodeHex } from '#wire/eip712/bytes.ts';

const never = (): Uint8Array => {
  throw new Error('No randomness was expected');
};

it('draws random keys until one is within the order', async () => {
  const draws = [new Uint8Array(32).fill(255), new Uint8Array(32), new Uint8Array(32).fill(3)];
  const key = await openKeySource({ kind: 'random' }, () => draws.shift()!);
  expect(key.use(encodeHex)).toBe(`0x${'03'.repeat(32)}`);
});

it('parses hex with and without 0x', () => {
  const digits = 'aB'.repeat(32);
  expect(parseHexKey(` ${digits}\n`).use(encodeHex)).toBe(`0x${digits.toLowerCase()}`);
  expect(parseHexKey(`0x${digits}`).use(encodeHex)).toBe(`0x${digits.toLowerCase()}`);
});

it('refuses hex that is not a key, without repeating it', () => {
  for (const text of ['', '0x', 'ab'.repeat(31), 'ab'.repeat(33), 'zz'.repeat(32), '0'.repeat(64), 'f'.repeat(64)]) {
    let thrown: unknown;
    try {
      parseHexKey(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'BAD_KEY', message: 'Expected a private key of 64 hex digits' });
  }
});

it('imports a key from a phrase and from a key file', async () => {
  const row = phrases.vectors[0]!;
  const fromPhrase = await openKeySource({ kind: 'phrase', phrase: row.mnemonic, index: 1 }, never);
  expect(fromPhrase.use(addressOf)).toBe(row.derived[1]!.address.toLowerCase());
  const file = keystores.vectors[2]!;
  const json = JSON.stringify(file.keystore);
  const fromFile = await openKeySource({ kind: 'keystore', json, keystorePassword: file.password }, never);
  expect(fromFile.use(encodeHex)).toBe(file.privateKey);
});
