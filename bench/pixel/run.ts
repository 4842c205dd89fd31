/**
 * `npm run bench:pixel`: where the time of *event to pixel* goes under a flood, what it costs each process, and what it leaves.
 *
 * Shape       Options: `--rate N` changes a second over all markets (5,000), `--seconds N` (20), `--profile` (the functions that take
 *             most time, and those that allocate most).
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { readCosts } from './costs.ts';
import { describeFlood, measureFlood } from './flood.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '20' },
    profile: { type: 'boolean', default: false },
  },
});
const PROFILE_MS = 10_000;
const costs: string[] = [];
const flood = await measureFlood({
  rate: Number.parseInt(values.rate, 10),
  ms: Number.parseInt(values.seconds, 10) * 1_000,
  print: (line) => console.error(line),
  async meanwhile(page) {
    if (!values.profile) return;
    for (const [name, lines] of Object.entries(await readCosts(page, PROFILE_MS))) costs.push('', name, ...lines);
  },
});
console.log([...describeFlood(flood), `Load ${loadavg()[0]!.toFixed(1)}`, ...costs].join('\n'));
process.exit(0);
