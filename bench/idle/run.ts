/**
 * `npm run bench:idle`: share of one core that the default workspace uses without input, and beside it what the browser and
 * Node use for changes as frequent.
 *
 * Shape       Options: `--seconds N` (60), `--rounds N` (1), `--against FOLDER` (another checkout, built, measured in the same
 *             seconds), `--profile` (which functions cost most).
 */
import type { ChildProcess } from 'node:child_process';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FLOORS, measureRest, type Shares, terminalOf } from './measure.ts';
import { PARTS } from './processes.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '1' },
    against: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});
const seconds = Number.parseInt(values.seconds, 10);
/** Starting costs more than resting. */
const SETTLE_MS = 15_000;
const own = terminalOf('This', path.resolve(import.meta.dirname, '../..'));
const other = values.against === undefined ? null : terminalOf('Against', path.resolve(values.against));

async function profile(name: string, child: ChildProcess): Promise<void> {
  if (!values.profile || name !== own.name) return;
  child.send('profile');
  const costs = await new Promise<Record<string, readonly string[]>>((resolve) => child.once('message', resolve));
  for (const [title, lines] of Object.entries(costs)) console.log(`\n${title}\n${lines.join('\n')}`);
}

function describe(shares: Shares): string {
  const parts = PARTS.filter((part) => shares[part] > 0).map((part) => `${part} ${shares[part].toFixed(1)}`);
  return `${shares.name}: ${shares.all.toFixed(1)} % of a core (${parts.join(', ')})`;
}

for (let round = 0; round < Number.parseInt(values.rounds, 10); round += 1) {
  const contenders = [own, ...(other === null ? [] : [other]), ...FLOORS];
  const [measured = []] = await measureRest(contenders, { settleMs: SETTLE_MS, seconds }, profile);
  for (const shares of measured) console.log(describe(shares));
  const [mine, theirs] = measured;
  if (other !== null) console.log(`Ratio ${(mine!.all / theirs!.all).toFixed(2)}`);
  console.log(`Load ${loadavg()[0]!.toFixed(1)}`);
}
