/**
 * `npm run bench`: the order path, market data and the screen against their peers, in turns, on this machine.
 *
 * Shape       Options: `--only NAME` (one of ROWS), `--quick`, `--json`, `--write`. A whole run,
 *             and `--write`, which keeps the other rows, write bench/results.json, the tables in docs/performance.md and their plots. The peers are installed into bench/node_modules on demand.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatGoals } from './goals.ts';
import type { Row } from './measure.ts';
import { plotRows } from './plot.ts';
import { QUICK, type Size, WHOLE } from './rows/size.ts';

const here = import.meta.dirname;
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const ROWS: Readonly<Record<string, (size: Size) => Promise<Row[]>>> = {
  sign: async (size) => (await import('./rows/sign.ts')).measureSigning(size),
  memory: async (size) => (await import('./rows/click.ts')).measureClick(size, false),
  fsync: async (size) => (await import('./rows/click.ts')).measureClick(size, true),
  first: async (size) => (await import('./rows/first.ts')).measureFirst(size),
  hmac: async (size) => (await import('./rows/hmac.ts')).measureHmac(size),
  book: async (size) => (await import('./rows/book.ts')).measureBook(size),
  pixel: async (size) => (await import('./rows/pixel.ts')).measurePixel(size),
  flood: async (size) => (await import('./rows/flood.ts')).measureFloodRows(size),
  start: async (size) => (await import('./rows/start.ts')).measureStart(size),
  receive: async (size) => (await import('./rows/receive.ts')).measureReceive(size),
  ladder: async (size) => (await import('./rows/ladder.ts')).measureLadder(size),
  ladders: async (size) => (await import('./rows/ladder.ts')).measureLadders(size),
  chart: async (size) => (await import('./rows/chart.ts')).measureChart(size),
  idle: async (size) => (await import('./rows/idle.ts')).measureIdle(size),
  footprint: async (size) => (await import('./rows/footprint.ts')).measureFootprint(size),
  exchange: async (size) => (await import('./rows/exchange.ts')).measureExchange(size),
};

/** The peers as the lock file names them; their install scripts do not run. */
function installPeers(): void {
  const installed = path.join(here, 'node_modules/.package-lock.json');
  const lock = path.join(here, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error('Installing the peers into bench/node_modules …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
}

const round = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 0));

function formatRow(row: Row): string[] {
  const [name = '', peerName = ''] = row.name.split(': ');
  const { ours, peer, ratio, low, high } = row;
  const write = ratio === null ? round : (value: number): string => value.toFixed(2);
  // The unit of a count is in its name.
  const unit = low === null ? '' : ` ${row.unit}`;
  return [
    name,
    peerName,
    `${round(ours)}${unit}`,
    peer === null ? '' : `${round(peer)}${unit}`,
    ratio === null ? '' : `${ratio.toFixed(2)}×`,
    low === null || high === null ? '' : `${write(low)}–${write(high)}`,
    String(row.runs),
  ];
}

function formatTable(rows: readonly Row[], about: string): string {
  const head = ['work', 'peer', 'Adyton', 'peer', 'ratio', 'range', 'runs'];
  const lines = [head, head.map(() => '---'), ...rows.map(formatRow)];
  return `${about}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
}

/** Replaces what is between two marks of docs/performance.md. */
function writePart(name: 'bench-table' | 'bench-goals', part: string): void {
  const page = path.resolve(here, '../docs/performance.md');
  const [start, end] = [`<!-- ${name}: written by \`npm run bench\` -->`, `<!-- end of ${name} -->`];
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`Expected "${start}" and "${end}" in ${page}, found others`);
  writeFileSync(page, `${text.slice(0, from + start.length)}\n\n${part}\n\n${text.slice(to)}`);
}

const names = values.only === undefined ? Object.keys(ROWS) : [values.only];
for (const name of names) {
  if (ROWS[name] === undefined) {
    console.error(`Expected one of ${Object.keys(ROWS).join(', ')} after --only, found ${name}`);
    process.exit(2);
  }
}
installPeers();
const loadBefore = loadavg()[0]!;
const rows: Row[] = [];
for (const name of names) {
  const found = await ROWS[name]!(values.quick ? QUICK : WHOLE);
  rows.push(...found.map((row) => ({ group: name, ...row })));
}
const about = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, load ${loadBefore.toFixed(1)} to ${loadavg()[0]!.toFixed(1)}.`;
if (values.json) console.log(JSON.stringify(rows, null, 2));
else console.log(formatTable(rows, about));
if (values.write || (values.only === undefined && !values.quick)) {
  const results = path.join(here, 'results.json');
  const before = JSON.parse(readFileSync(results, 'utf8')) as readonly Row[];
  const added = rows.filter(({ name }) => !before.some((row) => row.name === name));
  const merged = [...before.map((row) => rows.find(({ name }) => name === row.name) ?? row), ...added];
  const all = values.write ? merged : rows;
  writeFileSync(results, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(path.resolve(here, '../docs/images/bench.svg'), plotRows(all));
  writePart('bench-table', formatTable(all, values.write ? `${about} Rows of other runs had another load.` : about));
  writePart('bench-goals', formatGoals(all));
}
process.exit(0);
