import { expect, it } from 'vitest';
import { encodeKeystore, openKeystore } from '#main/vault/keys/keystoreV3.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { addressOf } from '#main/vault/signing/secp256k1.ts';
import vectors from '#test/fixtures/vectors/keystore_v3.json' with { type: 'json' };
import { encodeHex, hashText } from '#wire/eip712/bytes.ts';

// The format's published vectors: PBKDF2, scrypt with r = 1, and two with short keys.
const WIKI_SECRET = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const build = (iv: string, ciphertext: string, kdf: string, kdfparams: object, mac: string): string =>
  JSON.stringify({
    crypto: { cipher: 'aes-128-ctr', cipherparams: { iv }, ciphertext, kdf, kdfparams, mac },
    version: 3,
  });
const PBKDF2 = build(
  '6087dab2f9fdbbfaddc31a909735c1e6',
  '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
  'pbkdf2',
  {
    c: 262144,
    dklen: 32,
    prf: 'hmac-sha256',
    salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
  },
  '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
);
const SCRYPT_R1 = build(
  '83dbcc02d8ccb40e466191a123791e0e',
  'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
  'scrypt',
  { dklen: 32, n: 262144, r: 1, p: 8, salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19' },
  '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
);
const SHORT_31 = build(
  'e0c41130a323adc1446fc82f724bca2f',
  '9517cd5bdbe69076f9bf5057248c6c050141e970efa36ce53692d5d59a3984',
  'scrypt',
  { dklen: 32, n: 2, r: 8, p: 1, salt: '711f816911c92d649fb4c84b047915679933555030b3552c1212609b38208c63' },
  'd5e116151c6aa71470e67a7d42c9620c75c4d23229847dcc127794f0732b0db5',
);
const SHORT_30 = build(
  '3ca92af36ad7c2cd92454c59cea5ef00',
  '108b7d34f3442fc26ab1ab90ca91476ba6bfa8c00975a49ef9051dc675aa',
  'scrypt',
  { dklen: 32, n: 2, r: 8, p: 1, salt: 'd0769e608fb86cda848065642a9c6fa046845c928175662b8e356c77f914cd3b' },
  '75d0e6759f7b3cefa319c3be41680ab6beea7d8328653474bd06706d4cc67420',
);

it.each([
  ['PBKDF2', PBKDF2, 'testpassword', WIKI_SECRET, false],
  ['scrypt with r = 1', SCRYPT_R1, 'testpassword', WIKI_SECRET, false],
  ['a key of 31 bytes', SHORT_31, 'foo', '0x00fa7b3db73dc7dfdf8c5fbdb796d741e4488628c41fc4febd9160a866ba0f35', true],
  ['a key of 30 bytes', SHORT_30, 'foo', '0x000081c29e8142bb6a81bef5a92bda7a8328a5c85bb2f9542e76f9b0f94fc018', true],
])(
  'opens the published vector with %s',
  async (_title, json, password, secret, wasShort) => {
    const opened = await openKeystore(json, password);
    expect(opened.key.use(encodeHex)).toBe(secret);
    expect(opened.wasShort).toBe(wasShort);
  },
  30_000,
);

it('opens files of another wallet by the raw or the NFKC form of the password', async () => {
  for (const row of vectors.vectors) {
    const opened = await openKeystore(JSON.stringify(row.keystore), row.password);
    expect(opened.key.use(encodeHex)).toBe(row.privateKey);
    expect(opened.address).toBe(row.address.toLowerCase());
    await expect(openKeystore(JSON.stringify(row.keystore), row.wrongPassword)).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    });
  }
});

it('writes what it reads, in the layout of other wallets', async () => {
  const key = hashText('key');
  let draw = 0;
  const random = (length: number): Uint8Array => {
    draw += 1;
    return new Uint8Array(length).fill(draw);
  };
  const json = await encodeKeystore(
    new SecretBytes(key.slice()),
    'pass word',
    random,
    '42750ad5-307f-416a-9501-f4bea9a0c2a1',
  );
  expect(JSON.parse(json)).toMatchObject({
    version: 3,
    address: addressOf(key).slice(2),
    crypto: { cipher: 'aes-128-ctr', kdf: 'scrypt', kdfparams: { n: 262144, r: 8, p: 1, dklen: 32 } },
  });
  expect(json).not.toContain(encodeHex(key).slice(2));
  expect((await openKeystore(json, 'pass word')).key.use(encodeHex)).toBe(encodeHex(key));
});

it('refuses hostile derivation parameters before any key derivation, within the same turn of the event loop', async () => {
  const hostile = [
    { n: 2 ** 30, r: 8, p: 1 },
    { n: 2 ** 18, r: 8, p: 1000 },
    { n: 3, r: 8, p: 1 },
    { n: 2, r: 2 ** 40, p: 1 },
    { n: 2 ** 18, r: 8, p: 1, dklen: 64 },
  ];
  let isTurned = false;
  const turn = setImmediate(() => {
    isTurned = true;
  });
  for (const params of hostile) {
    const json = build(
      '00'.repeat(16),
      '00'.repeat(32),
      'scrypt',
      { dklen: 32, salt: '00', ...params },
      '00'.repeat(32),
    );
    await expect(openKeystore(json, 'x')).rejects.toMatchObject({ code: 'KDF_PARAMS' });
  }
  const rounds = { c: 10_000_001, dklen: 32, prf: 'hmac-sha256', salt: '00' };
  const json = build('00'.repeat(16), '00'.repeat(32), 'pbkdf2', rounds, '00'.repeat(32));
  await expect(openKeystore(json, 'x')).rejects.toMatchObject({ code: 'KDF_PARAMS' });
  expect(isTurned).toBe(false);
  clearImmediate(turn);
});

it('refuses other files', async () => {
  const good = JSON.parse(SHORT_31) as { crypto: object };
  const texts = [
    '',
    '[]',
    '{"version":3}',
    JSON.stringify({ ...good, version: 1 }),
    JSON.stringify({ ...good, crypto: { ...good.crypto, cipher: 'aes-128-cbc' } }),
    JSON.stringify({ ...good, crypto: { ...good.crypto, ciphertext: '' } }),
    JSON.stringify({ ...good, crypto: { ...good.crypto, ciphertext: '00'.repeat(33) } }),
    JSON.stringify({ ...good, crypto: { ...good.crypto, mac: '00' } }),
    JSON.stringify({ ...good, address: 'nothex' }),
    `${SHORT_31}${' '.repeat(70_000)}`,
  ];
  for (const text of texts) await expect(openKeystore(text, 'foo')).rejects.toMatchObject({ code: 'BAD_KEY' });
});

it('refuses a file with the address of another key', async () => {
  const json = JSON.stringify({ ...JSON.parse(SHORT_31), address: '00'.repeat(20) });
  await expect(openKeystore(json, 'foo')).rejects.toMatchObject({ code: 'BAD_KEY' });
});

it('opens files with the harmless differences of other wallets', async () => {
  const secret = '0x00fa7b3db73dc7dfdf8c5fbdb796d741e4488628c41fc4febd9160a866ba0f35';
  const file = JSON.parse(SHORT_31) as { version: unknown; address?: unknown; crypto: Record<string, never> };
  const { crypto } = file as unknown as {
    crypto: { mac: string; ciphertext: string; cipherparams: { iv: string }; kdfparams: Record<string, unknown> };
  };
  const address = addressOf(Uint8Array.from(Buffer.from(secret.slice(2), 'hex'))).slice(2);
  const variants: readonly object[] = [
    { ...file, address: null },
    { ...file, address: '' },
    { ...file, address: `0X${address.toUpperCase()}` },
    { ...file, version: '3' },
    { ...file, crypto: { ...crypto, mac: `0X${crypto.mac.toUpperCase()}` } },
    { ...file, crypto: { ...crypto, kdfparams: { ...crypto.kdfparams, n: '2', r: '8', p: '1', dklen: '32' } } },
  ];
  for (const variant of variants) {
    const opened = await openKeystore(JSON.stringify(variant), 'foo');
    expect(opened.key.use(encodeHex)).toBe(secret);
  }
  await expect(openKeystore(JSON.stringify({ ...file, version: '4' }), 'foo')).rejects.toMatchObject({
    code: 'BAD_KEY',
  });
});

it('opens a file by the composed and the decomposed form of its password', async () => {
  const key = new SecretBytes(Uint8Array.from(Buffer.from('11'.repeat(32), 'hex')));
  const json = await encodeKeystore(key, 'caf\u00e9', (length) => new Uint8Array(length).fill(7), 'id');
  const opened = await openKeystore(json, 'cafe\u0301');
  expect(opened.address).toBe(key.use(addressOf));
}, 60_000);
