import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const FILE = new URL('../../../../../src/main/vault/unlock/strengthWorker.ts', import.meta.url);

it('posts score and warning of the password, and ends', async () => {
  const workerData = { password: new TextEncoder().encode('passwordpassword') };
  const worker = new Worker(FILE, { workerData });
  const ended = once(worker, 'exit');
  expect(await once(worker, 'message')).toEqual([{ score: 0, warning: expect.stringMatching(/repeat/i) }]);
  expect(await ended).toEqual([0]);
});
