import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { send } from './server/member.ts';

const MAIN = fileURLToPath(new URL('../../../src/paper/main.ts', import.meta.url));
const PATH = '/api/v2/atlas/public/timestamp';

const start = async (): Promise<{ child: ChildProcess; port: number; token: string; output: () => string }> => {
  const child = fork(MAIN, ['--embedded', '--seed', '3'], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  child.stdout!.on('data', (text: Buffer) => {
    output += text.toString();
  });
  child.stderr!.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const [message] = (await once(child, 'message')) as [{ kind: string; port: number; token: string }];
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
    const { child, port } = await start();
    const exit = once(child, 'exit');
    child.disconnect();
    expect(await exit).toEqual([0, null]);
    await expect(send(port, 'GET', PATH, {})).rejects.toThrow('ECONNREFUSED');
  });

  test('refuses to run embedded with nobody to tell', async () => {
    const child = spawn(process.execPath, [MAIN, '--embedded'], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([2, null]);
  });
});
