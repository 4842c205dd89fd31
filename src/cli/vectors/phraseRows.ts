/** Golden recovery phrases: entropy, seed, root and derived keys; phrases that must be refused. */
import { entropyOf, keyAt, parsePhrase, phraseOf, rootOf, seedOf } from '#main/vault/keys/phrase.ts';
import { addressOf, publicKeyOf } from '#main/vault/signing/secp256k1.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import type { VectorKind } from './kind.ts';
import type { Row } from './row.ts';

export const phraseKind: VectorKind = {
  name: 'recovery phrases',
  marks: ['mnemonic', 'derived'],
  checkHeader: () => {},
  groups: [
    { key: 'vectors', check: checkPhrase },
    { key: 'invalidMnemonics', check: checkInvalid, plain: true },
  ],
};

async function checkPhrase(row: Row): Promise<void> {
  const phrase = row.text('mnemonic');
  const entropy = entropyOf(phrase);
  row.expect('entropy', entropy.use(encodeHex));
  if (entropy.use(phraseOf) !== phrase) row.fail('mnemonic', 'is not the phrase of its entropy');
  const seed = await seedOf(phrase, row.text('passphrase'));
  row.expect('seed', seed.use(encodeHex));
  const root = rootOf(seed);
  row.expect('xprv', root.privateExtendedKey ?? '');
  const derived = row.rows('derived');
  if (derived.length === 0) row.fail('derived', 'is empty');
  for (const each of derived) {
    const key = keyAt(root, each.text('path'));
    each.expect('privateKey', key.use(encodeHex));
    each.expect('publicKey', encodeHex(key.use((bytes) => publicKeyOf(bytes, true))));
    each.expectAddress('address', key.use(addressOf));
    key.destroy();
    each.finish();
  }
}

function checkInvalid(row: Row): void {
  const phrase = row.text('value');
  try {
    parsePhrase(phrase);
  } catch {
    return;
  }
  row.fail('value', 'is taken for a recovery phrase');
}
