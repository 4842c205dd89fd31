import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { PaperExchange } from '#paper/server/exchange.ts';
import { send, TestMember } from './server/member.ts';

const MAIN = fileURLToPath(new URL('../../../src/paper/main.ts', import.meta.url));
const PATH = '/api/v2/atlas/public/timestamp';

const children: ChildProcess[] = [];
/** Ended after the test in any case. */
function keep<C extends ChildProcess>(child: C): C {
  children.push(child);
  child.on('error', () => undefined);
  return child;
}
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const start = async (
  ...more: string[]
): Promise<{ child: ChildProcess; port: number; token: string; output: () => string }> => {
  const child = keep(fork(MAIN, ['--embedded', '--seed', '3', ...more], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }));
  let output = '';
  child.stdout!.on('data', (text: Buffer) => {
    output += text.toString();
  });
  child.stderr!.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`Expected the exchange to listen, found that it ended with ${code}: ${output}`);
  });
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [
    { kind: string; port: number; token: string },
  ];
  expect(message.kind).toBe('listening');
  return { child, port: message.port, token: message.token, output: () => output };
};

describe('the exchange’s own process', () => {
  test('tells port and token over the channel alone and serves there', async () => {
    const { child, port, token, output } = await start();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const Host = `127.0.0.1:${port}`;
    expect((await send(port, 'GET', PATH, { Host, 'X-Adyton-Paper': token })).status).toBe(200);
    expect((await send(port, 'GET', PATH, { Host })).status).toBe(401);
    expect(output()).not.toContain(token);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('ends when its parent’s channel closes', async () => {
    const { child } = await start();
    const exit = once(child, 'exit');
    child.disconnect();
    expect(await exit).toEqual([0, null]);
  });

  test('finds its members again in its folder when it is started again', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'adyton-paper-'));
    const first = await start('--data', folder);
    const member = await new TestMember(first as unknown as PaperExchange).join();
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    const second = await start('--data', folder);
    const again = Object.assign(new TestMember(second as unknown as PaperExchange), {
      apiKey: member.apiKey,
      apiSecret: member.apiSecret,
    });
    const { value } = await again.call('GET', '/api/v2/atlas/account/balances');
    expect(value).toMatchObject([{ balance_safe: '10000' }]);
    const third = keep(fork(MAIN, ['--embedded', '--data', folder], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }));
    let said = '';
    third.stderr!.on('data', (text: Buffer) => {
      said += text.toString();
    });
    expect(await once(third, 'close')).toEqual([1, null]);
    expect(said).toContain('found it locked');
    second.child.kill('SIGTERM');
    await once(second.child, 'exit');
    rmSync(folder, { recursive: true });
  });

  test('refuses to run embedded with nobody to tell', async () => {
    const child = keep(spawn(process.execPath, [MAIN, '--embedded'], { stdio: 'ignore' }));
    expect(await once(child, 'exit')).toEqual([2, null]);
  });
});
