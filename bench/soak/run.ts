/**
 * `npm run soak`: a trader's day on the built terminal, in less time. Ends with 1 after an error, an unfinished step or growth.
 *
 * Shape       Options: `--hours H` of the market (2), `--speed S` seconds of the market in a real one (10), `--rate R` increments a
 *             second over all markets, beside those that the market makes (500), `--steps N` of the trader in a minute of the market (2), `--seed N` (7), `--write`.
 *             Prints tables and leaves results and a plot in the temporary folder; `--write` puts them into docs/soak.md,
 *             docs/images/soak.svg and bench/soak/results.json.
 * Source      docs/soak.md
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os, { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startNodeChild } from '../../src/main/shell/chromium/child.ts';
import { buildRandom } from '../../src/paper/simulation/random.ts';
import { LEAST_POINTS } from './growth.ts';
import { FULL_AFTER_MS } from './listed.ts';
import { openMeter } from './measure.ts';
import { openPaceMeter } from './pace.ts';
import { plotReadings } from './plot.ts';
import { formatPanes, formatReadings, judgeReadings, type Reading } from './report.ts';
import { openAtSpeed } from './terminal.ts';
import { setUpAccounts, unlock } from './trader/account.ts';
import { showPlot } from './trader/screen.ts';
import { chooseStep, listSteps, takeRest, warmUp } from './trader/trader.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '2' },
    speed: { type: 'string', default: '10' },
    rate: { type: 'string', default: '500' },
    steps: { type: 'string', default: '2' },
    seed: { type: 'string', default: '7' },
    write: { type: 'boolean', default: false },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function readOption(name: Exclude<keyof typeof values, 'write'>, least: number, most: number): number {
  const value = /^\d{1,6}(\.\d{1,3})?$/.test(values[name]) ? Number.parseFloat(values[name]) : Number.NaN;
  if (value >= least && value <= most && (name === 'hours' || Number.isInteger(value))) return value;
  print(`Expected --${name} from ${least} to ${most}, found ${values[name]}`);
  return process.exit(2);
}

const minutes = readOption('hours', 0.05, 200) * 60;
const speed = readOption('speed', 1, 100);
const rate = readOption('rate', 0, 10_000);
const stepsPerMinute = readOption('steps', 1, 60);
const seed = readOption('seed', 0, 999_999);
/** A reading each five minutes of the market: more of them, and the pauses of their collections of garbage become the load. */
const READINGS = Math.min(48, Math.max(12, Math.round(minutes / 5)));
/** With a smaller share of its steps a run says nothing about a day. */
const LEAST_STEPS = 0.8;

const errors: string[] = [];
const onError = (text: string): void => {
  errors.push(text);
  print(`ERROR ${text}`);
};
process.on('unhandledRejection', (reason) => onError(`main, unhandled rejection: ${String(reason)}`));
process.on('uncaughtException', (error) => onError(`main, exception: ${error.stack ?? error.message}`));

const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'adyton-soak-'));
await fillList();
await setUp();
const { page, close, readExchange } = await openAtSpeed({ dataFolder, seed, speed, rate, print, onError });
await unlock(page);

const { below } = buildRandom(seed);
const random = (): number => below(1_000_000) / 1_000_000;
const steps = listSteps(page, random);
await warmUp(page, steps).catch((error: unknown) =>
  onError(`The warm-up did not finish: ${error instanceof Error ? error.message : String(error)}`),
);
await showPlot(page).catch((error: unknown) =>
  onError(`The plot of Equity did not appear: ${error instanceof Error ? error.message : String(error)}`),
);
const [meter, paceMeter] = [await openMeter(page, readExchange), await openPaceMeter(page)];
const done = new Map<string, number>(steps.map(({ name }) => [name, 0]));
/** Steps that had nothing to act on. */
const idle = new Map<string, number>();
/** In a file: kept in main, they would be growth of their own. */
const readingsFile = path.join(os.tmpdir(), `adyton-soak-readings-${process.pid}.jsonl`);
let readingCount = 0;
const realMs = (minutes * 60_000) / speed;
const stepEveryMs = 60_000 / speed / stepsPerMinute;
const loadBefore = loadavg()[0]!;
const startedMs = performance.now();
const passed = (): number => performance.now() - startedMs;
print(
  `${minutes} minutes of the market in ${Math.round(realMs / 1_000)} s, ${rate} increments a second more; seed ${seed}`,
);

/** The exchange runs for hours of the market before anyone trades, so that each reading finds the same number of listed markets. */
async function fillList(): Promise<void> {
  print(`The exchange fills its list of markets: ${FULL_AFTER_MS / 3_600_000} hours of the market`);
  const folder = path.join(dataFolder, 'paper', 'exchange');
  const entry = path.join(import.meta.dirname, 'history.ts');
  const child = await startNodeChild(entry, ['--data', folder, '--seed', String(seed)]);
  const code = await new Promise<number | null>((resolve) => child.onExit(resolve));
  if (code !== 0) throw new Error(`Expected a full list of markets, found exit code ${code}`);
}

/**
 * The key derivation of a set-up must not compete with a market at speed for the processor. In a function, so that nothing keeps
 * the lists of this terminal once it is closed.
 */
async function setUp(): Promise<void> {
  const first = await openAtSpeed({ dataFolder, seed, speed: 1, print, onError });
  await setUpAccounts(first.page);
  await first.close();
}

/** The pace first: a collection of garbage is a pause that no trader meets. */
async function read(): Promise<void> {
  try {
    await takeRest(page);
  } catch (error) {
    onError(`reading ${readingCount + 1} did not begin: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  const minute = (passed() * speed) / 60_000;
  const pace = await paceMeter.read();
  const reading: Reading = { minute, pace, sample: await meter.read() };
  appendFileSync(readingsFile, `${JSON.stringify(reading)}\n`);
  readingCount += 1;
  await paceMeter.restart();
}

for (let at = 0; passed() < realMs && errors.length === 0; at += 1) {
  if (readingCount < READINGS - 1 && passed() >= (realMs * (readingCount + 1)) / READINGS) await read();
  const step = chooseStep(steps, random);
  try {
    const counts = (await step.run()) ? done : idle;
    counts.set(step.name, (counts.get(step.name) ?? 0) + 1);
  } catch (error) {
    onError(`step ${at} (${step.name}) did not finish: ${error instanceof Error ? error.message : String(error)}`);
    const file = path.join(os.tmpdir(), 'adyton-soak.png');
    await page.screenshot({ path: file }).then(
      () => print(`The page is in ${file}`),
      () => undefined,
    );
  }
  const restMs = (at + 1) * stepEveryMs - passed();
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
}
if (errors.length === 0) await read();
await close();
await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });

const readings: readonly Reading[] =
  readingCount === 0
    ? []
    : readFileSync(readingsFile, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Reading);
await rm(readingsFile, { force: true });
const isWhole = readings.length >= LEAST_POINTS;
if (!isWhole && errors.length === 0) onError(`Expected at least ${LEAST_POINTS} readings, found ${readings.length}`);
const stepCount = [...done.values(), ...idle.values()].reduce((sum, count) => sum + count, 0);
const wanted = minutes * stepsPerMinute;
if (errors.length === 0 && stepCount < wanted * LEAST_STEPS) {
  onError(
    `Measured too little: expected at least ${Math.ceil(wanted * LEAST_STEPS)} of ${wanted} steps, found ${stepCount}; ` +
      'this machine is too slow for the rate, use a lower --speed, --rate or --steps',
  );
}
const listCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
print(`\n${stepCount} of ${wanted} steps: ${listCounts(done)}`);
if (idle.size > 0) print(`With nothing to act on: ${listCounts(idle)}`);
if (readings.length > 0) print(`\n${formatReadings(readings)}`);
if (isWhole) {
  const { text, growing } = judgeReadings(readings);
  print(`\n${text}\n\n${formatPanes(readings)}`);
  for (const name of growing) errors.push(`${name} grows`);
  report(text);
}
print(errors.length === 0 ? '\nNo error, nothing grows' : `\n${errors.length} problems: ${errors.join('; ')}`);
process.exit(errors.length === 0 ? 0 : 1);

/** Writes results and plot, and with `--write` the tables of the page. */
function report(growth: string): void {
  const here = import.meta.dirname;
  const folder = values.write ? here : os.tmpdir();
  const results = path.join(folder, values.write ? 'results.json' : 'adyton-soak.json');
  const plot = values.write ? path.resolve(here, '../../docs/images/soak.svg') : path.join(folder, 'adyton-soak.svg');
  const about =
    `${minutes / 60} hours of the market in ${Math.round(realMs / 1_000)} s, ${rate} increments a second more, ` +
    `${stepCount} steps of the trader, seed ${seed}. Node ${process.version}, ${cpus().length} × ` +
    `${cpus()[0]?.model.trim() ?? 'unknown'}, load ${loadBefore.toFixed(1)} to ${loadavg()[0]!.toFixed(1)}.`;
  // Without the hundreds of lists that are judged.
  const figures = JSON.stringify(
    { about, errors, readings },
    (key, value: unknown) => (key === 'lists' || key === 'shapes' ? undefined : value),
    2,
  );
  writeFileSync(results, `${figures}\n`);
  writeFileSync(plot, plotReadings(readings));
  print(`\nResults in ${results}, plot in ${plot}`);
  if (!values.write) return;
  const page = path.resolve(here, '../../docs/soak.md');
  const [start, end] = ['<!-- soak-table: written by `npm run soak -- --write` -->', '<!-- end of soak-table -->'];
  const text = readFileSync(page, 'utf8');
  const before = text.slice(0, text.indexOf(start) + start.length);
  const tables = `${about}\n\n${formatReadings(readings)}\n\n${growth}\n\n${formatPanes(readings)}`;
  writeFileSync(page, `${before}\n\n${tables}\n\n${text.slice(text.indexOf(end))}`);
}
