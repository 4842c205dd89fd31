import { scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { DerivationRequest } from '#main/vault/keys/derivationThread.ts';

const FILE = new URL('../../../../../src/main/vault/keys/keystoreWorker.ts', import.meta.url);
const password = Buffer.from('a password');
const salt = new Uint8Array(32).fill(7);

function start(kdf: DerivationRequest['kdf']): Worker {
  return new Worker(FILE, { workerData: { kdf, password: new Uint8Array(password), salt } });
}

it('posts the derived key, also where Node refuses the parameters, and ends', async () => {
  const worker = start({ name: 'scrypt', n: 1_024, r: 8, p: 1 });
  const ended = once(worker, 'exit');
  const [key] = (await once(worker, 'message')) as [Uint8Array];
  expect(Buffer.from(key)).toEqual(scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 1 }));
  expect(await ended).toEqual([0]);
  const [small] = (await once(start({ name: 'scrypt', n: 2 ** 16, r: 1, p: 1 }), 'message')) as [Uint8Array];
  expect(small).toHaveLength(32);
});

it('fails on parameters that no library takes', async () => {
  const [error] = (await once(start({ name: 'scrypt', n: 3, r: 8, p: 1 }), 'error')) as [Error];
  expect(error).toBeInstanceOf(Error);
});
