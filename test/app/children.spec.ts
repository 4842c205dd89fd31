/** The three built children on Electron's `parentPort`: a stand-in carries its messages over a fork's channel. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';
import { QUIT } from '../../src/shared/base/parentChannel.ts';
import { decodeMessage, encodeMessage } from '../../src/shared/ipc/codec.ts';
import type { DryRunReport } from '../../src/shared/ipc/conditionals/dryRun.ts';
import { makeRequest } from '../unit/dryRun/makers.ts';
import { STOP } from '../unit/shared/order/conditional/makers.ts';

const root = path.resolve(import.meta.dirname, '../..');
let folder = '';
const started: ChildProcess[] = [];

test.beforeAll(async () => {
  await ensureFreshBuild(root, () => undefined);
  folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-children-'));
});
test.afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

const readAll = async (folder: string): Promise<readonly string[]> =>
  Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file), 'base64')));

interface Child {
  send(message: unknown): void;
  /** The next message from the child. */
  hear(): Promise<unknown>;
  readonly printed: () => string;
  /** Exit code and signal. */
  readonly ended: Promise<readonly unknown[]>;
}

function start(entry: string, args: readonly string[] = []): Child {
  const child = fork(path.join(root, 'out/main', entry), [...args], {
    execArgv: ['--import', path.join(import.meta.dirname, 'parentPort.mjs')],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    // Without a bus the keychain answers at once.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  });
  started.push(child);
  let printed = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  const heard: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  child.on('message', (message) => {
    const next = waiting.shift();
    if (next === undefined) heard.push(message);
    else next(message);
  });
  return {
    send: (message) => void child.send(message as object),
    hear: () => (heard.length > 0 ? Promise.resolve(heard.shift()) : new Promise((resolve) => waiting.push(resolve))),
    printed: () => printed,
    ended: once(child, 'exit'),
  };
}

test('the embedded exchange says where it listens, and saves when it is asked to quit', async () => {
  const data = path.join(folder, 'exchange');
  const child = start('paper.js', ['--embedded', '--port', '0', '--data', data]);
  const listening = (await child.hear()) as { readonly kind: string; readonly port: number; readonly token: string };
  expect(listening.kind).toBe('listening');
  const answer = await fetch(`http://127.0.0.1:${listening.port}/v1/time`, {
    headers: { 'X-Adyton-Paper': listening.token },
  });
  expect(answer.status).toBeLessThan(500);
  // What it saved at its start; it saves again every five seconds, and at its end.
  const before = await readAll(data);
  child.send(QUIT);
  expect(await child.ended).toEqual([0, null]);
  expect(await readAll(data)).not.toEqual(before);
});

test('a call on the keychain gets an answer, and ends at once when it is asked to quit', async () => {
  const child = start('keychain.js');
  expect(await child.hear()).toEqual({ at: 'ready' });
  if (process.platform === 'linux') {
    child.send({ act: 'read', account: 'adyton-test' });
    expect(await child.hear()).toMatchObject({ at: 'failed' });
  }
  child.send(QUIT);
  expect(await child.ended).toEqual(process.platform === 'win32' ? [1, null] : [null, 'SIGKILL']);
});

test('a dry run answers its request, and ends when it is asked to quit', async () => {
  const child = start('dryRun.js');
  expect(await child.hear()).toEqual({ at: 'ready' });
  child.send(encodeMessage(makeRequest(STOP, 'falls')));
  const done = (await child.hear()) as { readonly at: string; readonly text: string };
  expect(done.at).toBe('done');
  expect((decodeMessage(done.text) as DryRunReport).life).toMatchObject({ at: 'done' });
  child.send(QUIT);
  expect(await child.ended).toEqual([0, null]);
});

test('a dry run that cannot read its request says so and ends with an error', async () => {
  const child = start('dryRun.js');
  await child.hear();
  child.send('no request');
  expect(await child.ended).toEqual([1, null]);
  expect(child.printed()).toContain('Dry run: ');
});
