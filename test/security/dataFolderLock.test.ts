import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const CHILD = fileURLToPath(new URL('./fixture/lockDataFolder.ts', import.meta.url));
const PROCESSES = 20;
const STARTS_EACH = 20;

let folder = '';
let children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-lock-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface Starter {
  readonly child: ChildProcess;
  nextLine(): Promise<string>;
}

async function spawnStarter(): Promise<Starter> {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, CHILD, folder, `${STARTS_EACH}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => (await lines.next()).value ?? 'ended';
  expect(await nextLine()).toBe('ready');
  return { child, nextLine };
}

describe('data folder lock', () => {
  it('has exactly one winner of 400 simultaneous starts, also after the winner was killed', async () => {
    // A lock file of an earlier version, left by a process that no longer runs.
    writeFileSync(path.join(folder, 'open.lock'), '999999\n');
    const starters = await Promise.all(Array.from({ length: PROCESSES }, spawnStarter));
    const compete = async (): Promise<Starter[]> => {
      for (const { child } of starters)
        if (child.exitCode === null && child.signalCode === null) child.stdin!.write('go\n');
      const running = starters.filter(({ child }) => child.exitCode === null && child.signalCode === null);
      const results = await Promise.all(running.map(async (one) => ({ one, won: await one.nextLine() })));
      expect(results.map(({ won }) => won).sort()).toEqual([...Array(running.length - 1).fill('0'), '1']);
      return results.filter(({ won }) => won === '1').map(({ one }) => one);
    };
    const [winner] = await compete();
    expect(existsSync(path.join(folder, 'open.lock'))).toBe(false);
    winner!.child.kill('SIGKILL');
    await once(winner!.child, 'close');
    await compete();
  });
});
