/**
 * `npm run chaos -- --orders N --seed S --factor F [--seeds COUNT] [--results FILE] [--one-by-one] [--custodial] [--report] [--verbose]`
 *
 * Shape       One run per seed, from S on. `--factor F`: simulated seconds in a real one; 1 is real time with the real limits.
 *             `--one-by-one`: faults do not overlap, so that each is measured. `--custodial`: the exchange holds the funds, so no
 *             order is signed. `--results FILE` appends a line per run.
 *             `--report` writes docs/chaos.md and its plot, of every run in that file or of these alone. Exits 1 at the first
 *             difference.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeReport } from './report.ts';
import { type ChaosResult, runChaos } from './run.ts';

const DEFAULTS = { orders: '500', seed: '1', seeds: '1', factor: '20' };

function readCount(name: string, text: string, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new Error(`Expected --${name} from 1 to ${most}, found ${text}`);
  return value;
}

function readResults(file: string): ChaosResult[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as ChaosResult);
}

function print(result: ChaosResult): void {
  const { seed, orders, factor, exchangeOrders, fills, outcomes, simulatedMs, realMs, differences } = result;
  const parts = Object.entries(outcomes).map(([name, count]) => `${name} ${count}`);
  console.log(
    `seed ${seed}: ${orders} intents at factor ${factor}, ${exchangeOrders} orders and ${fills} fills on the exchange`,
  );
  console.log(`  ${parts.join(', ')}; matched by a person ${result.matchedByPerson}`);
  console.log(
    `  ${(simulatedMs / 60_000).toFixed(1)} simulated minutes in ${(realMs / 1_000).toFixed(1)} s: ${differences.length} differences`,
  );
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string', default: DEFAULTS.orders },
      seed: { type: 'string', default: DEFAULTS.seed },
      seeds: { type: 'string', default: DEFAULTS.seeds },
      factor: { type: 'string', default: DEFAULTS.factor },
      results: { type: 'string' },
      'one-by-one': { type: 'boolean', default: false },
      custodial: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const orders = readCount('orders', values.orders, 100_000);
  const first = readCount('seed', values.seed, 1_000_000);
  const seeds = readCount('seeds', values.seeds, 1_000);
  const factor = readCount('factor', values.factor, 100);
  const results: ChaosResult[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const result = await runChaos({
      orders,
      seed,
      factor,
      isOneByOne: values['one-by-one'],
      isCustodial: values.custodial,
      ...(values.verbose ? { log: console.log } : {}),
    });
    print(result);
    results.push(result);
    if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(result)}\n`);
    const [difference] = result.differences;
    if (!difference) continue;
    console.error(`FAILED with seed ${seed}: ${difference.what}`);
    for (const other of result.differences.slice(1, 6)) console.error(`  also: ${other.what}`);
    console.error(`Time line from both sides:\n  ${result.timeLine.join('\n  ')}`);
    const account = values.custodial ? ' --custodial' : '';
    console.error(`Again: npm run chaos -- --orders ${orders} --seed ${seed} --factor ${factor}${account}`);
    return 1;
  }
  if (values.report) {
    const all = values.results === undefined ? results : readResults(values.results);
    console.log(`Wrote ${(await writeReport(all)).join(' and ')}`);
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  console.error(
    'Usage: npm run chaos -- [--orders N] [--seed S] [--seeds COUNT] [--factor F] [--custodial] [--results FILE] [--report]',
  );
  process.exitCode = 2;
}
