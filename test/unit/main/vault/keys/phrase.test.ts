import { expect, it } from 'vitest';
import {
  deriveOwnKey,
  entropyOf,
  keyAt,
  LISTED_ADDRESSES,
  listAddresses,
  ownKeyPath,
  parsePhrase,
  phraseOf,
  rootOf,
  seedOf,
} from '#main/vault/keys/phrase.ts';
import { addressOf } from '#main/vault/signing/secp256k1.ts';
import vectors from '#test/fixtures/vectors/bip39_44.json' with { type: 'json' };
import { encodeHex } from '#wire/eip712/bytes.ts';

it('derives the seeds, keys and addresses that other wallets derive', async () => {
  for (const row of vectors.vectors) {
    expect(entropyOf(row.mnemonic).use(encodeHex)).toBe(row.entropy);
    expect(entropyOf(row.mnemonic).use(phraseOf)).toBe(row.mnemonic);
    const seed = await seedOf(row.mnemonic, row.passphrase);
    expect(seed.use(encodeHex)).toBe(row.seed);
    const root = rootOf(seed);
    expect(root.privateExtendedKey).toBe(row.xprv);
    for (const derived of row.derived) {
      const key = keyAt(root, derived.path);
      expect(key.use(encodeHex)).toBe(derived.privateKey);
      expect(key.use(addressOf)).toBe(derived.address.toLowerCase());
    }
  }
});

it('derives own key number 9 on the path of Ethereum accounts', async () => {
  const row = vectors.vectors[0]!;
  expect(ownKeyPath(9)).toBe("m/44'/60'/0'/0/9");
  const key = await deriveOwnKey(`  ${row.mnemonic.toUpperCase().replaceAll(' ', '\n ')} `, 9);
  expect(key.use(encodeHex)).toBe(row.derived[2]!.privateKey);
  for (const index of [-1, 0.5, 2 ** 31]) expect(() => ownKeyPath(index)).toThrow('address index');
});

it('lists the first ten addresses of a phrase, in the order of their indexes', async () => {
  const row = vectors.vectors[0]!;
  const listed = await listAddresses(row.mnemonic);
  expect(listed).toHaveLength(LISTED_ADDRESSES);
  expect(new Set(listed).size).toBe(10);
  for (const index of [0, 3, 9]) {
    expect((await deriveOwnKey(row.mnemonic, index)).use(addressOf)).toBe(listed[index]);
  }
  expect(listed).toContain(row.derived[2]!.address.toLowerCase());
  await expect(listAddresses('not a phrase')).rejects.toMatchObject({ code: 'BAD_KEY' });
});

it('refuses an invalid phrase without repeating its words', () => {
  for (const phrase of [...vectors.invalidMnemonics, '']) {
    let message = '';
    try {
      parsePhrase(phrase);
    } catch (error) {
      message = String(error);
      expect(error).toMatchObject({ code: 'BAD_KEY' });
    }
    expect(message).toMatch(/valid checksum|12, 15, 18, 21 or 24 words|English list/);
    expect(message).not.toMatch(/abandon|zzzz|junk/);
  }
});

it('reads a pasted list, and names the place of a wrong word, never the word', () => {
  const words = vectors.vectors[0]!.mnemonic.split(' ');
  const listed = words.map((word, at) => `${at + 1}. \u201c${word}\u201d\u200b`).join('\n');
  expect(parsePhrase(listed)).toBe(words.join(' '));
  const wrong = words.with(4, 'abandom').join(' ');
  expect(() => parsePhrase(wrong)).toThrow('place 5');
  expect(() => parsePhrase(wrong)).not.toThrow('abandom');
  expect(() => parsePhrase(words.slice(1).join(' '))).toThrow(`found ${words.length - 1}`);
});
