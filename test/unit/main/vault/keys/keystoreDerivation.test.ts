import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import type { KeystoreKdf } from '#main/vault/keys/derivationThread.ts';
import { deriveKeystoreKey } from '#main/vault/keys/keystoreDerivation.ts';
import { openKeystore } from '#main/vault/keys/keystoreV3.ts';

const password = Buffer.from('a password');
const salt = new Uint8Array(32).fill(7);
/** Minutes of work in JavaScript, which a thread leaves at once. */
const SLOW: KeystoreKdf = { name: 'scrypt', n: 2 ** 22, r: 1, p: 8 };
const derive = (kdf: KeystoreKdf, signal = new AbortController().signal) =>
  deriveKeystoreKey({ kdf, password: new Uint8Array(password), salt }, signal);

it('derives what Node derives, and scrypt with r = 1 too', async () => {
  expect(Buffer.from(await derive({ name: 'pbkdf2', c: 1_000 }))).toEqual(
    pbkdf2Sync(password, salt, 1_000, 32, 'sha256'),
  );
  const node = scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 2 });
  expect(Buffer.from(await derive({ name: 'scrypt', n: 1_024, r: 8, p: 2 }))).toEqual(node);
  expect(await derive({ name: 'scrypt', n: 2 ** 16, r: 1, p: 1 })).toHaveLength(32);
});

it('leaves the main thread free, and is ended at once by its signal', async () => {
  const end = new AbortController();
  const running = derive(SLOW, end.signal);
  let turns = 0;
  await new Promise<void>((resolve) => {
    const turn = (): void => {
      turns += 1;
      if (turns < 1_000) setImmediate(turn);
      else resolve();
    };
    turn();
  });
  const waiting = derive(SLOW, end.signal);
  end.abort();
  const cancelled = { coded: { code: 'CANCELLED', parameters: { reason: 'import' } } };
  await expect(running).rejects.toMatchObject(cancelled);
  await expect(waiting).rejects.toMatchObject(cancelled);
  await expect(derive(SLOW, end.signal)).rejects.toMatchObject(cancelled);
  // The threads have ended: the next one runs.
  expect(await derive({ name: 'pbkdf2', c: 1 })).toHaveLength(32);
});

it('ends a key file that takes too long, and refuses one that asks for too much work', async () => {
  const build = (n: number, r: number, p: number): string =>
    JSON.stringify({
      version: 3,
      crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv: '00'.repeat(16) },
        ciphertext: '11'.repeat(32),
        kdf: 'scrypt',
        kdfparams: { n, r, p, dklen: 32, salt: '22'.repeat(32) },
        mac: '33'.repeat(32),
      },
    });
  await expect(openKeystore(build(2 ** 22, 1, 8), 'a password', null, 1)).rejects.toMatchObject({
    coded: { code: 'KDF_PARAMS', parameters: { of: 'time' } },
  });
  for (const [n, r, p] of [
    [2 ** 20, 8, 8],
    [2 ** 18, 8, 17],
    [2 ** 2, 8, 2 ** 21],
  ] as const) {
    await expect(openKeystore(build(n, r, p), 'a password')).rejects.toMatchObject({
      coded: { code: 'KDF_PARAMS', parameters: { of: 'keyFile' } },
    });
  }
});
