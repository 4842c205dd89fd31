/**
 * *Idle terminal*: share of a core that all processes of the default workspace use without input. The peers are floors, below which
 * nobody can be, so a ratio below 1 is expected: the same browser and Node with one text, or one canvas, that change as often.
 */
import path from 'node:path';
import { FLOORS, measureRest, terminalOf } from '../idle/measure.ts';
import { PARTS } from '../idle/processes.ts';
import { buildFigures, buildPairs, type Measured } from '../row.ts';
import type { Size } from './size.ts';

/** Starting costs more than resting. */
const SETTLE_MS = 15_000;

export async function measureIdle({ idle: { rounds, seconds } }: Size): Promise<Measured[]> {
  const own = terminalOf('Adyton', path.resolve(import.meta.dirname, '../..'));
  const measured = await measureRest([own, ...FLOORS], { settleMs: SETTLE_MS, seconds, rounds });
  return [
    ...FLOORS.map(({ name }, at) =>
      buildPairs(
        `idle terminal, share of a core: ${name.toLowerCase()}`,
        '%',
        measured.map((shares) => ({ ours: shares[0]!.all, peer: shares[at + 1]!.all })),
      ),
    ),
    ...PARTS.map((part) =>
      buildFigures(
        `idle terminal, share of a core, ${part}`,
        '%',
        measured.map(([ours]) => ours![part]),
      ),
    ),
  ];
}
