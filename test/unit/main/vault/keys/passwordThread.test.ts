import { expect, it } from 'vitest';
import { startPasswordThread } from '#main/vault/keys/passwordThread.ts';

const failed = new Error('failed');
const cancelled = new Error('cancelled');
const dropped: unknown[] = [];

function start(code: string, password: Uint8Array, signal: AbortSignal | null = null) {
  const file = new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, threadId, workerData } from 'node:worker_threads';${code}`)}`,
  );
  return startPasswordThread<unknown>(
    file,
    { password },
    { signal, failed: () => failed, ended: () => cancelled, drop: (answer) => dropped.push(answer) },
  );
}

it('runs the task in another thread, with a copy of the password', async () => {
  const password = new Uint8Array([1, 2, 3]);
  const code =
    'const sum = workerData.password.reduce((a, b) => a + b); workerData.password.fill(0); parentPort.postMessage([threadId > 0, sum]);';
  const { answer, ended } = start(code, password);
  expect(await answer).toEqual([true, 6]);
  await ended;
  expect(password).toEqual(new Uint8Array([1, 2, 3]));
});

it('fails where the thread throws, or ends without an answer', async () => {
  await expect(start('throw new Error("x");', new Uint8Array(1)).answer).rejects.toBe(failed);
  await expect(start('', new Uint8Array(1)).answer).rejects.toBe(failed);
});

it('ends by the signal', async () => {
  const end = new AbortController();
  const { answer, ended } = start('setInterval(() => {}, 1_000);', new Uint8Array(1), end.signal);
  end.abort();
  await expect(answer).rejects.toBe(cancelled);
  await ended;
  expect(dropped).toEqual([]);
});
