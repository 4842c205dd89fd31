/** Imports of key files and phrases: bounded, off the main thread, and ended by a lock, by quitting and by the window. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { phraseOf } from '#main/vault/keys/phrase.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, PASSWORD } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

/** Minutes of work. */
const json = JSON.stringify({
  version: 3,
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '00'.repeat(16) },
    ciphertext: '11'.repeat(32),
    kdf: 'scrypt',
    kdfparams: { n: 2 ** 22, r: 1, p: 8, dklen: 32, salt: '22'.repeat(32) },
    mac: '33'.repeat(32),
  },
});
const key = { kind: 'keystore', json, keystorePassword: 'Password-of-the-key-file' } as const;
const ENDED = { ok: false, error: { code: 'CANCELLED', parameters: { reason: 'import' } } };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const vaultText = (): string[] =>
  bench
    .files()
    .filter((file) => file.where.includes('vault'))
    .map((file) => `${file.where} ${Buffer.from(file.bytes).toString('utf8')}`);

describe('the import of a key file', () => {
  it.each([
    ['the window', () => bench.call('vault.cancelImport', {})],
    ['a lock', async () => bench.lockReason('suspend')],
    ['quitting', () => bench.restart()],
  ])('is ended by %s: nothing is asked and nothing is stored', async (_name, end) => {
    const importing = bench.call('vault.create', { password: PASSWORD, key });
    // Main answers others meanwhile.
    expect(await bench.call('app.describe', {})).toMatchObject({ ok: true });
    await end();
    expect(await importing).toMatchObject(ENDED);
    expect([bench.questions, vaultText()]).toEqual([[], []]);
  });

  it('is ended for a second signing key too, and the vault stays as it was', async () => {
    answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
    const before = vaultText();
    const importing = bench.call('vault.addSecondKey', { password: PASSWORD, key });
    await bench.call('vault.cancelImport', {});
    expect(await importing).toMatchObject(ENDED);
    expect([bench.questions, vaultText()]).toEqual([[], before]);
    expect(await bench.call('vault.unlock', { password: PASSWORD })).toMatchObject({ ok: true });
  });
});

describe('the addresses of a phrase', () => {
  it('are listed twenty times a minute at most', async () => {
    const phrase = phraseOf(hashText('a listed phrase').slice(0, 16));
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => bench.call('vault.listPhraseAddresses', { phrase })),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(20);
    const refused = answers.find((answer) => !answer.ok);
    expect(refused).toMatchObject({ error: { code: 'TOO_OFTEN' } });
    // A mistyped phrase costs nothing and is not counted.
    expect(await bench.call('vault.listPhraseAddresses', { phrase: 'abandon' })).toMatchObject({
      error: { code: 'BAD_KEY' },
    });
  });
});
