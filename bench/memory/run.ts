/**
 * `npm run bench:memory`: memory of each process of the running terminal, and of the same programs with nothing in them.
 *
 * Shape       Options: `--seconds N` after the start (60), `--json`. Starts `npm start` without a window on the default workspace, with
 *             an empty data folder; then an idle Node, and the packaged browser with an empty page.
 * Source      docs/measurements.md#memory
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';
import { launchBrowser } from '../../src/main/shell/chromium/launch.ts';
import { unpackPackagedBrowser } from '../../src/main/shell/chromium/packaged.ts';
import { chooseCacheFolder } from '../../src/main/shell/folders.ts';
import { type Memory, PROCESSES, type Process, readMemoryByProcess, sumProcesses } from '../soak/memory.ts';

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
type Memories = Readonly<Record<Process, Memory>>;

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

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
  await end(child);
  return memory;
}

async function readNode(): Promise<Memory> {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1_000_000)'], { stdio: 'ignore' });
  await pass(3_000);
  const { main } = readMemoryByProcess(child.pid!);
  await end(child);
  return main;
}

/** Of this process, the browser's parts alone. */
async function readBrowser(folder: string): Promise<Memories> {
  const browser = await unpackPackagedBrowser(chooseCacheFolder(), print);
  const { close } = await launchBrowser({ browser, dataFolder: folder, headless: true, report: () => undefined });
  await pass(10_000);
  const memory = readMemoryByProcess(process.pid);
  await close();
  return memory;
}

await ensureFreshBuild(root, print);
const folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-memory-'));
try {
  const terminal = await readTerminal(folder);
  const node = await readNode();
  const browser = await readBrowser(folder);
  const floor: Memories = { ...browser, main: node, exchange: node };
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
