/**
 * `npm run bench:memory`: memory of each process of the running terminal, and of the same programs with nothing in them.
 *
 * Shape       Options: `--seconds N` after the start (60), `--json`. Starts `npm start` without a window on the default workspace, with
 *             an empty data folder; then an idle Node, and the packaged browser with an empty page.
 * Source      docs/measurements.md#memory
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';
import { type Memory, PROCESSES, readMemoryByProcess, sumProcesses } from '../soak/memory.ts';
import { endChild, type Memories, readEmptyPrograms } from './empty.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, json: { type: 'boolean', default: false } },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = /^\d{1,4}$/.test(values.seconds) ? Number.parseInt(values.seconds, 10) : 0;
if (seconds < 10) {
  print(`Expected --seconds of at least 10, found ${values.seconds}`);
  process.exit(2);
}
const root = path.resolve(import.meta.dirname, '../..');
/** What `npm start` runs, from the options of Node on. */
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
const command = scripts.start.split(' ').slice(2);
/** The terminal as `npm start` opens it; its picture of the page is written into the data folder. */
async function readTerminal(folder: string): Promise<Memories> {
  const args = [...command.slice(0, -1), path.join(root, command.at(-1)!), '--headless', '--data-dir', folder];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString('utf8').includes('First live book')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`Expected the terminal to open, found exit code ${code}`)));
  });
  await pass(seconds * 1_000);
  const memory = readMemoryByProcess(child.pid!);
  await endChild(child);
  return memory;
}

await ensureFreshBuild(root, print);
const folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-memory-'));
try {
  const terminal = await readTerminal(folder);
  const floor = await readEmptyPrograms(folder, print);
  if (values.json) print(JSON.stringify({ terminal, floor }, null, 2));
  else print(formatTable(terminal, floor));
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function formatTable(terminal: Memories, floor: Memories): string {
  const head =
    'process, MB | resident | proportional | files | shared | C library | other | with nothing in it: resident | proportional';
  const inMegabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0);
  const row = (name: string, own: Memory, empty: Memory): string =>
    [
      name,
      ...[own.rss, own.pss, own.files, own.shared, own.malloc, own.anonymous, empty.rss, empty.pss].map(inMegabytes),
    ].join(' | ');
  const rows = PROCESSES.map((name) => row(name, terminal[name], floor[name]));
  const lines = [
    head,
    head.replace(/[^|]+/g, ' --- '),
    ...rows,
    row('all', sumProcesses(terminal), sumProcesses(floor)),
  ];
  return lines.map((line) => `| ${line.trim()} |`).join('\n');
}
