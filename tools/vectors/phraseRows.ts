/** Golden recovery phrases: entropy, seed, root and derived keys; phrases that must be refused. */
import type { z } from 'zod';
import { entropyOf, keyAt, parsePhrase, phraseOf, rootOf, seedOf } from '#main/vault/keys/phrase.ts';
import { addressOf, publicKeyOf } from '#main/vault/signing/secp256k1.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import { rowCheck, type VectorKind } from './kind.ts';
import type { Row } from './row.ts';
import { address, fields, list, text } from './schemas.ts';

const phraseRow = fields({
  mnemonic: text,
  passphrase: text,
  entropy: text,
  seed: text,
  xprv: text,
  derived: list(fields({ path: text, privateKey: text, publicKey: text, address })),
});
const invalidPhrase = text.transform((phrase) => ({ phrase }));

export const phraseKind: VectorKind = {
  name: 'recovery phrases',
  marks: ['mnemonic', 'derived'],
  header: rowCheck(fields({}), () => {}),
  groups: [
    { key: 'vectors', check: rowCheck(phraseRow, checkPhrase) },
    { key: 'invalidMnemonics', check: rowCheck(invalidPhrase, checkInvalid) },
  ],
};

async function checkPhrase(row: Row<z.output<typeof phraseRow>>): Promise<void> {
  const phrase = row.get('mnemonic');
  const entropy = entropyOf(phrase);
  row.expect('entropy', entropy.use(encodeHex));
  if (entropy.use(phraseOf) !== phrase) row.fail('mnemonic', 'is not the phrase of its entropy');
  const seed = await seedOf(phrase, row.get('passphrase'));
  row.expect('seed', seed.use(encodeHex));
  const root = rootOf(seed);
  row.expect('xprv', root.privateExtendedKey ?? '');
  const derived = row.rows('derived');
  if (derived.length === 0) row.fail('derived', 'is empty');
  for (const each of derived) {
    const key = keyAt(root, each.get('path'));
    each.expect('privateKey', key.use(encodeHex));
    each.expect('publicKey', encodeHex(key.use((bytes) => publicKeyOf(bytes, true))));
    each.expect('address', key.use(addressOf));
    key.destroy();
  }
}

function checkInvalid(row: Row<z.output<typeof invalidPhrase>>): void {
  try {
    parsePhrase(row.get('phrase'));
  } catch {
    return;
  }
  row.fail('phrase', 'is accepted as a recovery phrase');
}
