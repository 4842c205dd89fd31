/** The local EVM ends with the program that started it, also when that is killed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startAnvil } from '../../tools/chain/anvil.ts';
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

it('has no binary for other systems, and the run says why its tests are missing', () => {
  expect(whyNoChain('darwin arm64')).toBe('no anvil binary for darwin arm64');
  expect(whyNoChain()).toBeNull();
});
