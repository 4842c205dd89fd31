/** The local EVM ends with the program that started it, also when that is killed, and serves no browser. */
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startAnvil } from '../../tools/chain/anvil.ts';
import { openChainGuard } from '../../tools/chain/guard.ts';
import { whyNoChain } from './presence.ts';

const isListening = (url: string): Promise<boolean> =>
  fetch(url, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  );

it('ends after kill -9 of its parent', async () => {
  const module = join(import.meta.dirname, '../../tools/chain/anvil.ts');
  const program = `
    const { startAnvil } = await import(${JSON.stringify(module)});
    process.stdout.write((await startAnvil(1337)).url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--no-warnings', '-e', program], { stdio: 'pipe' });
  const url = await new Promise<string>((resolve, reject) => {
    parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
    parent.once('close', () => reject(new Error('Expected a running parent')));
  });
  expect(await isListening(url)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(async () => expect(await isListening(url)).toBe(false), { timeout: 10_000 });
});

it('ends when it is closed', async () => {
  const anvil = await startAnvil(1337);
  expect(await isListening(anvil.url)).toBe(true);
  await anvil.close();
  expect(await isListening(anvil.url)).toBe(false);
});

const CHAIN_ID = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });

/** Status and body of a call with these headers. */
function callWith(url: string, headers: Readonly<Record<string, string>>, method = 'POST'): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { 'Content-Type': 'application/json', ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve([answer.statusCode ?? 0, text]));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? CHAIN_ID : undefined);
  });
}

it('is not at 127.0.0.1, and its guard refuses what a web page sends', async () => {
  const anvil = await startAnvil(1337);
  const guard = await openChainGuard(anvil.url);
  try {
    const { hostname, port } = new URL(anvil.url);
    expect(hostname).not.toBe('127.0.0.1');
    expect(await isListening(`http://127.0.0.1:${port}`)).toBe(false);
    const { host } = new URL(guard.url);
    expect(await callWith(guard.url, {})).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":"0x539"}']);
    expect(await callWith(guard.url, { Origin: 'https://evil.example' })).toMatchObject([403, expect.any(String)]);
    expect(await callWith(guard.url, { Origin: `http://${host}` })).toMatchObject([403, expect.any(String)]);
    expect(await callWith(guard.url, { 'Sec-Fetch-Site': 'cross-site' })).toMatchObject([403, expect.any(String)]);
    expect(await callWith(guard.url, { Host: `evil.example:${port}` })).toMatchObject([421, expect.any(String)]);
    expect(await callWith(guard.url, {}, 'OPTIONS')).toMatchObject([403, expect.any(String)]);
    // Also where a page guessed the address, it may not send JSON.
    const preflight = await fetch(anvil.url, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect((await callWith(anvil.url, { 'Content-Type': 'text/plain' }))[1]).not.toContain('0x539');
  } finally {
    await guard.close();
    await anvil.close();
  }
});

it('has no binary for other systems, and the run says why its tests are missing', () => {
  expect(whyNoChain('darwin arm64')).toBe('no anvil binary for darwin arm64');
  expect(whyNoChain()).toBeNull();
});
