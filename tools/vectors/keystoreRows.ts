/** Golden key files: opened by their password, refused with a wrong one. */
import { z } from 'zod';
import { encodePassword } from '#main/vault/file/kdf.ts';
import { openKeystore } from '#main/vault/keys/keystoreV3.ts';
import { VaultError } from '#main/vault/vaultError.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import { rowCheck, type VectorKind } from './kind.ts';
import type { Row } from './row.ts';
import { address, fields, text } from './schemas.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The product parses the key file itself; only its id, which the product ignores, is checked here. */
const keystore = z.looseObject({ id: text.regex(UUID, 'is not a UUID').optional() }, { error: 'is not an object' });
const keystoreRow = fields({
  password: text,
  passwordUtf8Hex: text,
  passwordNfkcHex: text,
  privateKey: text,
  address,
  keystore,
  wrongPassword: text,
});

export const keystoreKind: VectorKind = {
  name: 'key files',
  marks: ['keystore', 'password'],
  header: rowCheck(fields({}), () => {}),
  groups: [{ key: 'vectors', check: rowCheck(keystoreRow, checkKeystore) }],
};

async function checkKeystore(row: Row<z.output<typeof keystoreRow>>): Promise<void> {
  const password = row.get('password');
  row.expect('passwordUtf8Hex', Buffer.from(password, 'utf8').toString('hex'));
  row.expect('passwordNfkcHex', Buffer.from(encodePassword(password)).toString('hex'));
  const json = JSON.stringify(row.get('keystore'));
  const opened = await openKeystore(json, password);
  row.expect('privateKey', opened.key.use(encodeHex));
  opened.key.destroy();
  row.expect('address', opened.address);
  const wrong = await openKeystore(json, row.get('wrongPassword')).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(wrong instanceof VaultError) || wrong.code !== 'WRONG_PASSWORD') row.fail('wrongPassword', 'is not refused');
}
