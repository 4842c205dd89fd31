/**
 * `npm run bench`: the order path, market data and the screen against their peers, in turns, on this machine.
 *
 * Shape       Options: `--only NAME` (one of GROUPS), `--quick`, `--json`, `--write`, `--compare`. A whole run, and `--write`,
 *             which keeps the other rows, write bench/results.json, the tables in docs/bench.md and docs/performance.md and their plots; `--compare`
 *             writes nothing, and ends with 1 where a ratio is outside the stored range. The peers are installed into
 *             bench/node_modules on demand.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareRatios, describeComparison, listColumns } from './compare.ts';
import { formatGoals } from './goals.ts';
import { GROUPS } from './groups.ts';
import { formatGrowths } from './growth/law.ts';
import { plotGrowths, printGrowths } from './growth/plot.ts';
import { plotRows } from './plot.ts';
import { buildRows, type Measured, type Row } from './row.ts';
import { formatTable } from './table.ts';
import { listTurns, measureTurn } from './turns.ts';

const here = import.meta.dirname;
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
});

/** The peers as the lock file names them; their install scripts do not run. */
function installPeers(): void {
  const installed = path.join(here, 'node_modules/.package-lock.json');
  const lock = path.join(here, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error('Installing the peers into bench/node_modules …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
}

/** Replaces what is between two marks of a page of docs. */
function writePart(page: string, name: 'bench-table' | 'bench-goals', part: string): void {
  const [start, end] = [`<!-- ${name}: written by \`npm run bench\` -->`, `<!-- end of ${name} -->`];
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`Expected "${start}" and "${end}" in ${page}, found others`);
  writeFileSync(page, `${text.slice(0, from + start.length)}\n\n${part}\n\n${text.slice(to)}`);
}

/** Writes the rows, with those of other runs where they are kept. */
function write(rows: readonly Row[], about: string): void {
  const kept = values.write ? stored : [];
  const added = rows.filter(({ name }) => !kept.some((row) => row.name === name));
  const all = [...kept.map((row) => rows.find(({ name }) => name === row.name) ?? row), ...added];
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(path.resolve(here, '../docs/images/bench.svg'), plotRows(all));
  if (formatGrowths(all) !== null) writeFileSync(path.resolve(here, '../docs/images/growth.svg'), plotGrowths(all));
  writePart(
    path.resolve(here, '../docs/bench.md'),
    'bench-table',
    formatTable(all, values.write ? `${about} Rows of other runs had another load.` : about),
  );
  writePart(path.resolve(here, '../docs/performance.md'), 'bench-goals', formatGoals(all));
}

function fail(text: string): never {
  console.error(text);
  process.exit(2);
}

const RESULTS = path.join(here, 'results.json');
const names = values.only === undefined ? Object.keys(GROUPS) : [values.only];
if (GROUPS[names[0]!] === undefined)
  fail(`Expected one of ${Object.keys(GROUPS).join(', ')} after --only, found ${values.only}`);
if (values.compare && values.write) fail('Expected --compare or --write, found both');
const stored = JSON.parse(readFileSync(RESULTS, 'utf8')) as readonly Row[];
installPeers();
const loadBefore = loadavg()[0]!;
const measured = new Map<string, Measured[][]>(names.map((name) => [name, []]));
const turns = listTurns(
  Object.fromEntries(names.map((name) => [name, { processes: values.quick ? 1 : GROUPS[name]!.processes }])),
);
for (const [at, turn] of turns.entries()) {
  console.error(`${at + 1} of ${turns.length}: ${turn.group}`);
  measured.get(turn.group)!.push(await measureTurn(turn, values.quick));
}
const rows = names.flatMap((name) => buildRows(name, measured.get(name)!));
const about = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, load ${loadBefore.toFixed(1)} to ${loadavg()[0]!.toFixed(1)}.`;
const compared = values.compare ? compareRatios(rows, stored) : [];
if (values.json) console.log(JSON.stringify(rows, null, 2));
else console.log(formatTable(rows, about, values.compare ? listColumns(compared) : []));
const growths = formatGrowths(rows);
if (growths !== null) (values.json ? console.error : console.log)(`\n${growths}\n\n${printGrowths(rows)}`);
if (values.compare) (values.json ? console.error : console.log)(`\n${describeComparison(compared)}`);
else if (values.write || (values.only === undefined && !values.quick)) write(rows, about);
process.exit(compared.some(({ isInRange }) => !isInRange) ? 1 : 0);
