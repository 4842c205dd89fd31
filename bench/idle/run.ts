/**
 * `npm run bench:idle`: share of one core that the default workspace uses without input.
 *
 * Shape       Options: `--seconds N` (60), `--rounds N` (1), `--against FOLDER` (another checkout, built, measured in turns with
 *             this one), `--profile` (which functions cost most).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os, { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PARTS, readSeconds, type Seconds } from './processes.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '1' },
    against: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});
const here = path.resolve(import.meta.dirname, '../..');
const seconds = Number.parseInt(values.seconds, 10);
/** Starting costs more than resting. */
const SETTLE_MS = 15_000;
const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Opened {
  readonly child: ChildProcess;
  close(): Promise<void>;
}

async function open(root: string): Promise<Opened> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'adyton-idle-'));
  const child = fork(path.join(root, 'bench/idle/host.ts'), [root, folder], {
    cwd: root,
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`Expected the terminal to open, found exit code ${code}`)));
  });
  return {
    child,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function measure(root: string): Promise<Seconds> {
  const { child, close } = await open(root);
  await pass(SETTLE_MS);
  const before = readSeconds(child.pid!);
  const startedMs = performance.now();
  await pass(seconds * 1_000);
  const after = readSeconds(child.pid!);
  const passed = (performance.now() - startedMs) / 1_000;
  if (values.profile) {
    child.send('profile');
    const costs = await new Promise<Record<string, readonly string[]>>((resolve) => child.once('message', resolve));
    for (const [name, lines] of Object.entries(costs)) console.log(`\n${name}\n${lines.join('\n')}`);
  }
  await close();
  const shares = PARTS.map((part) => [part, ((after[part] - before[part]) * 100) / passed]);
  return Object.fromEntries(shares) as Seconds;
}

function describe(name: string, shares: Seconds): number {
  const sum = PARTS.reduce((total, part) => total + shares[part], 0);
  const parts = PARTS.map((part) => `${part} ${shares[part].toFixed(1)}`).join(', ');
  console.log(`${name}: ${sum.toFixed(1)} % of a core (${parts}); load ${loadavg()[0]!.toFixed(1)}`);
  return sum;
}

for (let round = 0; round < Number.parseInt(values.rounds, 10); round += 1) {
  const other = values.against === undefined ? null : describe('Against', await measure(path.resolve(values.against)));
  const own = describe('This', await measure(here));
  if (other !== null) console.log(`Ratio ${(own / other).toFixed(2)}`);
}
