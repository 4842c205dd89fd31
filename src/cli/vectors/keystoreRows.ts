/** Golden key files: opened by their password, refused by a wrong one. */
import { encodePassword } from '#main/vault/file/kdf.ts';
import { openKeystore } from '#main/vault/keys/keystoreV3.ts';
import { VaultError } from '#main/vault/vaultError.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import type { VectorKind } from './kind.ts';
import type { Row } from './row.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const keystoreKind: VectorKind = {
  name: 'key files',
  marks: ['keystore', 'password'],
  checkHeader: () => {},
  groups: [{ key: 'vectors', check: checkKeystore }],
};

async function checkKeystore(row: Row): Promise<void> {
  const password = row.text('password');
  const keystore = row.row('keystore');
  if (keystore.has('id') && !UUID.test(keystore.text('id'))) keystore.fail('id', 'is not a UUID');
  row.expect('passwordUtf8Hex', Buffer.from(password, 'utf8').toString('hex'));
  row.expect('passwordNfkcHex', Buffer.from(encodePassword(password)).toString('hex'));
  const json = JSON.stringify(row.raw('keystore'));
  const { key, address } = await openKeystore(json, password);
  row.expect('privateKey', key.use(encodeHex));
  key.destroy();
  row.expectAddress('address', address);
  const wrong = await openKeystore(json, row.text('wrongPassword')).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(wrong instanceof VaultError) || wrong.code !== 'WRONG_PASSWORD') row.fail('wrongPassword', 'is not refused');
}
