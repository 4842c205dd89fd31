import { expect, it } from 'vitest';
import { startDerivation } from '#main/vault/keys/derivationThread.ts';

const failed = new Error('failed');
const cancelled = new Error('cancelled');
const start = (kdf: Parameters<typeof startDerivation>[0]['kdf'], signal: AbortSignal | null = null) =>
  startDerivation(
    { kdf, password: new Uint8Array([1, 2, 3]), salt: new Uint8Array(32) },
    { signal, beyondComputer: () => failed, ended: () => cancelled },
  );

it('derives beside another derivation, each in a thread that then ends', async () => {
  const threads = [start({ name: 'pbkdf2', c: 1 }), start({ name: 'scrypt', n: 1_024, r: 8, p: 1 })];
  for (const { key } of threads) expect(await key).toHaveLength(32);
  await Promise.all(threads.map(({ ended }) => ended));
});

it('fails with the given error where the library refuses the parameters', async () => {
  const { key, ended } = start({ name: 'scrypt', n: 3, r: 8, p: 1 });
  await expect(key).rejects.toBe(failed);
  await ended;
});

it('ends with the given error when the signal ends it', async () => {
  const end = new AbortController();
  const { key, ended } = start({ name: 'scrypt', n: 2 ** 22, r: 1, p: 8 }, end.signal);
  end.abort();
  await expect(key).rejects.toBe(cancelled);
  await ended;
});
