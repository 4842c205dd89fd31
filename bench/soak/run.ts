/**
 * `npm run soak`: a trader's day on the built terminal, in less time. Ends with 1 after an error, an unfinished step or growth.
 *
 * Shape       Options: `--minutes M` of the market (120), `--speed S` seconds of the market in a real one (20), `--rate R` steps
 *             of the trader in a minute of the market (2), `--seed N` (7).
 * Source      docs/measurements.md#soak
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildRandom } from '../../src/paper/simulation/random.ts';
import { judgeGrowth } from './growth.ts';
import { openMeter, QUANTITIES, type Quantity, type Sample } from './measure.ts';
import { openAtSpeed } from './terminal.ts';
import { chooseStep, listSteps, setUpWallet, unlock } from './trader.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    speed: { type: 'string', default: '20' },
    rate: { type: 'string', default: '2' },
    seed: { type: 'string', default: '7' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function readOption(name: keyof typeof values, least: number, most: number): number {
  const value = /^\d{1,6}$/.test(values[name]) ? Number.parseInt(values[name], 10) : Number.NaN;
  if (value >= least && value <= most) return value;
  print(`Expected --${name} from ${least} to ${most}, found ${values[name]}`);
  return process.exit(2);
}

const minutes = readOption('minutes', 1, 10_000);
const speed = readOption('speed', 1, 100);
const rate = readOption('rate', 1, 60);
const seed = readOption('seed', 0, 999_999);
/** Enough for a trend, few enough that collections of garbage do not become the load. */
const SAMPLES = 8;
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
// The key derivation of a set-up must not compete with a market at speed for the processor.
const first = await openAtSpeed({ dataFolder, seed, speed: 1, print, onError });
await setUpWallet(first.page);
await first.close();
const { page, close } = await openAtSpeed({ dataFolder, seed, speed, print, onError });
await unlock(page);
const meter = await openMeter(page);

const { below } = buildRandom(seed);
const random = (): number => below(1_000_000) / 1_000_000;
const steps = listSteps(page, random);
const done = new Map<string, number>();
const samples: Sample[] = [];
const realMs = (minutes * 60_000) / speed;
const stepEveryMs = 60_000 / speed / rate;
const startedMs = performance.now();
const passed = (): number => performance.now() - startedMs;
print(`${minutes} minutes of the market in ${Math.round(realMs / 1_000)} s; seed ${seed}`);

for (let at = 0; passed() < realMs && errors.length === 0; at += 1) {
  if (samples.length < SAMPLES && passed() >= (realMs * samples.length) / SAMPLES) samples.push(await meter.read());
  const step = chooseStep(steps, random);
  try {
    await step.run();
    done.set(step.name, (done.get(step.name) ?? 0) + 1);
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
samples.push(await meter.read());
await close();
await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });

const isWhole = samples.length > SAMPLES;
if (!isWhole && errors.length === 0) onError(`Expected ${SAMPLES + 1} measurements, found ${samples.length}`);
const stepCount = [...done.values()].reduce((sum, count) => sum + count, 0);
const wanted = minutes * rate;
if (errors.length === 0 && stepCount < wanted * LEAST_STEPS) {
  onError(
    `Measured too little: expected at least ${Math.ceil(wanted * LEAST_STEPS)} of ${wanted} steps, found ${stepCount}; ` +
      'this machine is too slow for the rate, use a lower --speed or --rate',
  );
}
print(`\n${stepCount} of ${wanted} steps: ${[...done].map(([name, count]) => `${name} ${count}`).join(', ')}`);
if (isWhole) {
  print('\n| kept after a collection | start | second third | last third | |\n|-|-|-|-|-|');
  for (const name of Object.keys(QUANTITIES) as Quantity[]) {
    const series = samples.map((sample) => sample[name]);
    const { before, after, isGrowing } = judgeGrowth(series, QUANTITIES[name]);
    const scale = name.endsWith('heap') ? 1_048_576 : 1;
    const texts = [series[0]!, before, after].map((value) => (value / scale).toFixed(scale === 1 ? 0 : 1));
    print(`| ${name}${scale === 1 ? '' : ', MB'} | ${texts.join(' | ')} | ${isGrowing ? 'GROWS' : ''} |`);
    if (isGrowing) errors.push(`${name} grows`);
  }
}
print(errors.length === 0 ? '\nNo error, nothing grows' : `\n${errors.length} problems`);
process.exit(errors.length === 0 ? 0 : 1);
