/**
 * TLS of the built main against a self-signed server under environment variables that weaken TLS.
 *
 * Shape       The built main runs on the strict fake of Electron; with the real one: test/electron/tls.spec.ts.
 * Source      docs/security-coverage.md#r18
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';
import { root } from './launch.ts';
import { openUntrusted, type UntrustedServer } from './untrustedServer.ts';

const FLAGS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

let folder: string;
let server: UntrustedServer;

test.beforeAll(async () => {
  await ensureFreshBuild(root, (line) => void process.stdout.write(`${line}\n`));
  folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-tls-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
test.beforeEach(async () => {
  server = await openUntrusted();
});
test.afterEach(() => server.close());

function start(script: string, words: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(
    process.execPath,
    [...FLAGS, path.join(root, script), ...words, '--data-dir', path.join(folder, 'data')],
    {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
}

async function collect(child: ChildProcess): Promise<{ readonly code: number | null; readonly printed: string }> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  }
  child.stdin?.on('error', () => undefined);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed };
}

const ENVIRONMENTS: readonly (readonly [string, () => Record<string, string>])[] = [
  ['NODE_TLS_REJECT_UNAUTHORIZED=0', () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })],
  ['NODE_EXTRA_CA_CERTS naming it', () => ({ NODE_EXTRA_CA_CERTS: server.certificateFile })],
  ['SSLKEYLOGFILE', () => ({ SSLKEYLOGFILE: path.join(folder, 'keys.log') })],
];

for (const [what, makeEnvironment] of ENVIRONMENTS) {
  test(`the built main sends it nothing under ${what}`, async () => {
    const { port } = server;
    const words = ['--base-url', `https://localhost:${port}`, '--ws-base-url', `wss://localhost:${port}`];
    const child = start('test/app/builtMain.ts', words, makeEnvironment());
    const ended = collect(child);
    // REST and the stream have both tried, and tried again.
    await expect.poll(() => server.brokenHandshakes(), { timeout: 60_000 }).toBeGreaterThan(3);
    child.stdin?.end();
    const { code, printed } = await ended;
    expect([code, printed]).toEqual([0, expect.not.stringContaining('Adyton failed')]);
    expect(server.requests()).toEqual([]);
    expect(existsSync(path.join(folder, 'keys.log'))).toBe(false);
  });
}

test('the same built main does speak to a server that it may believe', async () => {
  const heard: string[] = [];
  const plain = http.createServer((request, response) => {
    heard.push(request.url ?? '');
    response.writeHead(503).end();
  });
  plain.on('error', () => undefined);
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const at = `127.0.0.1:${(plain.address() as net.AddressInfo).port}`;
  const child = start('test/app/builtMain.ts', ['--base-url', `http://${at}`, '--ws-base-url', `ws://${at}`], {});
  const ended = collect(child);
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBeGreaterThan(0);
  child.stdin?.end();
  await ended;
  plain.closeAllConnections();
  plain.close();
});

test('the Chromium shell does not even look at it', async () => {
  const { port } = server;
  const words = ['--base-url', `https://localhost:${port}`, '--ws-base-url', `wss://localhost:${port}`];
  const child = start('src/cli/launch.js', ['--headless', ...words], { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  const { code, printed } = await collect(child);
  expect(code).not.toBe(0);
  expect(printed).toContain('Electron');
  expect([server.requests(), server.brokenHandshakes()]).toEqual([[], 0]);
});
