/** Secret leaks: runs every flow with known secrets, and searches for them in everything that leaves main and in every file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { encodePassword } from '#main/vault/file/kdf.ts';
import { openItem, unwrapMaster } from '#main/vault/file/sealedVault.ts';
import { parseVaultFile } from '#main/vault/file/vaultFile.ts';
import { encodeKeystore } from '#main/vault/keys/keystoreV3.ts';
import { deriveOwnKey, entropyOf, phraseOf } from '#main/vault/keys/phrase.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import type { KeySource } from '#shared/ipc/contract.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { cheapKdf } from '#test/unit/main/vault/cheapKdf.ts';
import { openFakeKeychain } from '#test/unit/main/vault/unlock/fakeKeychain.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { buildPatterns, findSecrets, type Secret, secretText } from './findSecrets.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, buildRestingIntent, PASSWORD, setUp, until } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});
vi.mock('#main/vault/keys/keystoreDerivation.ts', async () => {
  const { cheapKdf } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { deriveKeystoreKey: ({ kdf, password, salt }: never) => cheapKdf(password, salt, kdf) };
});

const WRONG = 'Secret-72-is-the-wrong-one';
const BACKUP = 'Secret-73-seals-the-backup';
const FOREIGN = 'Secret-74-of-another-wallet';
const TYPO = 'secret abandon ability seventyfive able about above absent absorb abstract absurd abuse';
const KEY = hashText('secret 76');
const NEXT = 'Secret-79-unlocks-it-from-now-on';
const LISTED = phraseOf(hashText('secret 78').slice(0, 32));
const PHRASE = phraseOf(hashText('secret 77').slice(0, 16));
const SECOND = hashText('secret 80');
const bytesOf = (secret: SecretBytes): Uint8Array => secret.use((bytes) => bytes.slice());
const random = (length: number): Uint8Array => hashText(`secret salt ${length}`).slice(0, length);

async function createKind(kind: KeySource['kind']): Promise<{ readonly key: KeySource; readonly secrets: Secret[] }> {
  switch (kind) {
    case 'random':
      return { key: { kind }, secrets: [] };
    case 'hex':
      return {
        key: { kind, privateKey: `0x${Buffer.from(KEY).toString('hex')}` },
        secrets: [{ name: 'own key', bytes: KEY }],
      };
    case 'phrase': {
      const own = bytesOf(await deriveOwnKey(PHRASE, 3));
      return {
        key: { kind, phrase: PHRASE, index: 3 },
        secrets: [
          secretText('phrase', PHRASE),
          { name: 'entropy', bytes: bytesOf(entropyOf(PHRASE)) },
          { name: 'own key', bytes: own },
        ],
      };
    }
    case 'keystore': {
      const json = await encodeKeystore(
        new SecretBytes(KEY.slice()),
        FOREIGN,
        random,
        '42750ad5-307f-416a-9501-f4bea9a0c2a1',
      );
      return {
        key: { kind, json, keystorePassword: FOREIGN },
        secrets: [{ name: 'own key', bytes: KEY }, secretText('password of the key file', FOREIGN)],
      };
    }
  }
}

/** Secrets inside the vault file, opened with the password. */
async function readInnerSecrets(bench: Bench): Promise<Secret[]> {
  const path = bench.files().find((file) => file.where.endsWith('/vault.json'))!.where;
  const file = parseVaultFile(readFileSync(join(bench.dataFolder, path), 'utf8'));
  const master = await unwrapMaster(file, PASSWORD, cheapKdf);
  const salt = Buffer.from(file.slots[0].kdf.salt, 'base64');
  const { n, r, p } = file.slots[0].kdf;
  return [
    { name: 'master key', bytes: bytesOf(master) },
    { name: 'stretched password', bytes: await cheapKdf(encodePassword(PASSWORD), salt, { n, r, p }) },
    ...file.items.map((item) => ({
      name: `item ${item.meta.type}`,
      bytes: bytesOf(openItem(file.vaultId, item, master)),
    })),
  ];
}

/** Every custody command with right and wrong input; ends unlocked by the keychain, with the first password. */
async function walkCustody(bench: Bench): Promise<void> {
  answerOf(await bench.call('vault.listPhraseAddresses', { phrase: LISTED }));
  await bench.call('vault.listPhraseAddresses', { phrase: TYPO });
  await bench.call('vault.changePassword', { password: WRONG, newPassword: NEXT });
  await bench.call('vault.changePassword', { password: PASSWORD, newPassword: 'short' });
  answerOf(await bench.call('vault.changePassword', { password: PASSWORD, newPassword: NEXT }));
  await bench.call('vault.saveCopy', { password: PASSWORD });
  const copy = answerOf(await bench.call('vault.saveCopy', { password: NEXT }));
  expect(parseVaultFile(readFileSync(copy.path, 'utf8')).gen).toBeGreaterThan(1);
  answerOf(await bench.call('vault.changePassword', { password: NEXT, newPassword: PASSWORD }));
  answerOf(await bench.call('vault.setLockTimes', { password: PASSWORD, screenMinutes: 11, keysMinutes: 31 }));
  answerOf(await bench.call('risk.setLimits', { password: PASSWORD, limits: { orderCost: 6_000_000_000n } }));
  const second = { kind: 'hex', privateKey: Buffer.from(SECOND).toString('hex') } as const;
  await bench.call('vault.addSecondKey', { password: WRONG, key: second });
  await bench.call('vault.addSecondKey', { password: PASSWORD, key: { kind: 'phrase', phrase: TYPO, index: 0 } });
  answerOf(await bench.call('vault.addSecondKey', { password: PASSWORD, key: second }));
  await bench.call('vault.addSecondKey', { password: PASSWORD, key: second });
  const { address } = answerOf(await bench.call('vault.addSecondKey', { password: PASSWORD, key: { kind: 'random' } }));
  const { id } = await until(() => {
    const shown = bench.shown.wallet?.custody.keys.find((one) => one.public === address);
    if (shown === undefined) throw new Error('Expected the new key to be shown');
    return shown;
  });
  await bench.call('vault.removeKey', { password: WRONG, id });
  answerOf(await bench.call('vault.removeKey', { password: PASSWORD, id }));
  answerOf(await bench.call('vault.enableKeychainUnlock', { password: PASSWORD }));
  await bench.restart();
  await until(() => expect(bench.shown.wallet?.custody.keychainUnlock.at).toBe('ready'));
  expect(bench.shown.wallet?.custody.lastLock?.reason.code).toBe('quit');
  expect(bench.shown.wallet?.custody.copiedAtMs).toBeTypeOf('number');
  answerOf(await bench.call('vault.unlockWithKeychain', {}));
  const uses = () => bench.shown.wallet?.custody.keys.map(({ use }) => use);
  await until(() => expect(uses()).toEqual(['own', 'api', 'second']));
  expect(bench.shown.wallet?.custody.lockTimes).toEqual({ screenMinutes: 11, keysMinutes: 31 });
}

async function walk(bench: Bench, key: KeySource): Promise<string> {
  await bench.call('vault.unlock', { password: WRONG });
  await bench.call('vault.create', { password: 'short', key });
  await bench.call('vault.create', { password: PASSWORD, key: { kind: 'phrase', phrase: TYPO, index: 0 } });
  await bench.call('vault.create', { password: PASSWORD, key: { kind: 'hex', privateKey: `${WRONG}${WRONG}` } });
  await bench.call('vault.create', {
    password: PASSWORD,
    key: { kind: 'keystore', json: `{"${WRONG}":1}`, keystorePassword: WRONG },
  });
  const member = await setUp(bench, key);
  await bench.call('vault.create', { password: WRONG, key });
  const { apiKey, apiSecret } = member;
  await bench.call('account.connect', { apiKey, apiSecret, password: WRONG });
  await bench.call('vault.backup', { password: WRONG, backupPassword: BACKUP });
  answerOf(await bench.call('vault.unlock', { password: PASSWORD }));
  const backup = answerOf(await bench.call('vault.backup', { password: PASSWORD, backupPassword: BACKUP }));
  expect(readFileSync(backup.path, 'utf8')).toContain(member.owner.slice(2));
  await walkCustody(bench);
  await until(() => expect(bench.shown.wallet?.setup?.status).toBe('ready'));
  // The clock is measured again after it jumped.
  expect(await until(async () => answerOf(await bench.call('account.arm', { armed: true })))).toEqual({ armed: true });
  const receipt = answerOf(await bench.call('order.place', await buildRestingIntent(bench)));
  expect(receipt).toMatchObject({ outcome: 'accepted' });
  expect(answerOf(await bench.call('order.cancel', { orderId: receipt.orderId! })).outcome).toBe('cancelled');
  answerOf(await bench.call('order.cancelAll', ALL_ORDERS));
  await bench.send('vault.unlock', JSON.stringify({ password: PASSWORD, extra: WRONG }));
  await bench.send('vault.unlock', `{"password": "${PASSWORD}"`);
  await bench.send(PASSWORD, '{}');
  answerOf(await bench.call('vault.lock', {}));
  await bench.call('vault.backup', { password: PASSWORD, backupPassword: BACKUP });
  await bench.call('vault.unlock', { password: WRONG });
  answerOf(await bench.call('vault.unlock', { password: PASSWORD }));
  bench.lockReason('suspend');
  return member.apiSecret;
}

describe.each(['hex', 'phrase', 'keystore', 'random'] as const)('with a key from "%s"', (kind) => {
  it('leaks no secret in an answer, frame, question, request, file or printed line', async () => {
    const { key, secrets } = await createKind(kind);
    const keychain = openFakeKeychain();
    const readClock = Date.now;
    let count = (): number => 0;
    // Each question takes the person 21 s, so that no more than three are asked in a minute; the exchange's clock agrees.
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => readClock() + count() * 21_000);
    const bench = await openBench(keychain);
    count = () => bench.questions.length;
    try {
      const apiSecret = await walk(bench, key);
      const all = [
        ...secrets,
        ...(await readInnerSecrets(bench)),
        secretText('password', PASSWORD),
        secretText('wrong password', WRONG),
        secretText('backup password', BACKUP),
        secretText('mistyped phrase', TYPO),
        secretText('next password', NEXT),
        { name: 'second key', bytes: SECOND },
        secretText('listed phrase', LISTED),
        { name: 'entropy of the listed phrase', bytes: bytesOf(entropyOf(LISTED)) },
        { name: 'first key of the listed phrase', bytes: bytesOf(await deriveOwnKey(LISTED, 0)) },
        ...[...keychain.entries.values()].map((bytes) => ({ name: 'secret in the keychain', bytes })),
        secretText('API secret', apiSecret),
        { name: 'API secret as bytes', bytes: Buffer.from(apiSecret, 'hex') },
      ];
      expect(keychain.entries.size).toBe(1);
      const patterns = buildPatterns(all);
      const outputs = [...bench.taps, ...bench.files()];
      const channels = new Set(bench.taps.map((tap) => tap.where.split(' of ')[0]));
      expect([...channels]).toEqual(
        expect.arrayContaining(['answer', 'frame', 'question', 'save dialog', 'to the exchange']),
      );
      expect(bench.files().map((file) => file.where.split('/').at(-1))).toEqual(
        expect.arrayContaining([
          'vault.json',
          'vault.json.1',
          'custody.json',
          'protected-settings.json',
          'adyton.log',
          'journal.sqlite',
        ]),
      );
      const found = outputs.flatMap(({ where, bytes }) =>
        findSecrets(bytes, patterns).map((what) => `${where}: ${what}`),
      );
      expect([...new Set(found)]).toEqual([]);
    } finally {
      await bench.close();
      clock.mockRestore();
    }
  }, 90_000);
});
