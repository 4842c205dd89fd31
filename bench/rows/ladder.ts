/**
 * *Ladder*: 40 rows that all change 30 times a second, the same where the last price moves too, where the scale of all bars
 * changes, and where the pointer moves over ours; then 20 ladders at once. Processor time of the browser for a change, against React components with `memo`.
 *
 * Units       Microseconds for a change of all ladders; for 20 ladders the share of the page's main thread at 30 a second.
 */
import { checkSame, shuffle } from '../measure.ts';
import { buildPairs, type Measured, type Pair } from '../row.ts';
import type { LadderPlan, Who } from '../screen/page/main.ts';
import { type BrowserCpu, openScreen, type Screen } from '../screen/screen.ts';
import type { Size } from './size.ts';

const EVERY_MS = 1_000 / 30;
const ALL = 44;
const WARM_UP = 15;
const ONE: LadderPlan = {
  ladders: 1,
  levels: ALL,
  moves: 'nothing',
  columns: 1,
  width: 420,
  height: 893,
  density: 'normal',
  hasTraded: true,
};
const PLANS: readonly { readonly name: string; readonly plan: LadderPlan }[] = [
  { name: 'ladder, 40 changing rows', plan: ONE },
  { name: 'ladder, 40 changing rows and another last price', plan: { ...ONE, moves: 'last' } },
  { name: 'ladder, 40 changing rows and another scale of all bars', plan: { ...ONE, moves: 'scale' } },
  { name: 'ladder, 40 changing rows under a moving pointer', plan: { ...ONE, moves: 'pointer' } },
];
/** As a screen of 2560 × 1440 shows them. Eight levels of each, 30 times a second, are 4,800 changes a second. */
const TWENTY: LadderPlan = {
  ladders: 20,
  levels: 8,
  moves: 'nothing',
  columns: 10,
  width: 252,
  height: 716,
  density: 'compact',
  hasTraded: false,
};
const WHO: readonly Who[] = ['ours', 'peer'];

async function measure(screen: Screen, who: Who, plan: LadderPlan, changes: number): Promise<BrowserCpu> {
  await screen.call('openLadders', who, plan);
  await screen.measure(WARM_UP, EVERY_MS);
  return screen.measure(changes, EVERY_MS);
}

/** Rounds of both for each plan, in turns, after a look at what both show. */
async function compare(
  screen: Screen,
  plans: readonly LadderPlan[],
  { rounds, changes }: Size['ladder'],
): Promise<readonly (readonly Record<Who, BrowserCpu>[])[]> {
  for (const plan of plans) {
    const [ours, theirs] = [
      await screen.call('readLadders', 'ours', plan),
      await screen.call('readLadders', 'peer', plan),
    ];
    checkSame('texts', ours, theirs);
  }
  const figures = plans.map((): Record<Who, BrowserCpu>[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, plan] of plans.entries()) {
      const found: Partial<Record<Who, BrowserCpu>> = {};
      for (const who of shuffle(WHO)) found[who] = await measure(screen, who, plan, round > 0 ? changes : WARM_UP);
      // The first round warms the compiler up.
      if (round > 0) figures[at]!.push({ ours: found.ours!, peer: found.peer! });
    }
  }
  return figures;
}

const pair = (rounds: readonly Record<Who, BrowserCpu>[], read: (cpu: BrowserCpu) => number): Pair[] =>
  rounds.map(({ ours, peer }) => ({ ours: read(ours), peer: read(peer) }));

export async function measureLadder({ ladder }: Size): Promise<Measured[]> {
  const screen = await openScreen({ width: 1_440, height: 900 });
  try {
    const plans = PLANS.map(({ plan }) => plan);
    const figures = await compare(screen, plans, ladder);
    return PLANS.flatMap(({ name }, at) => {
      const runs = ladder.rounds * ladder.changes;
      return [
        buildPairs(
          `${name}, main thread: React and memo`,
          'µs',
          pair(figures[at]!, (cpu) => cpu.mainThread),
          runs,
        ),
        buildPairs(
          `${name}, whole browser: React and memo`,
          'µs',
          pair(figures[at]!, (cpu) => cpu.all),
          runs,
        ),
      ];
    });
  } finally {
    await screen.close();
  }
}

export async function measureLadders({ ladder }: Size): Promise<Measured[]> {
  const screen = await openScreen({ width: 2_560, height: 1_440 });
  try {
    const [figures = []] = await compare(screen, [TWENTY], ladder);
    const toShare = (read: (cpu: BrowserCpu) => number) => (cpu: BrowserCpu) => (read(cpu) * 30) / 10_000;
    const runs = ladder.rounds * ladder.changes;
    return [
      buildPairs(
        '20 ladders at 30 frames a second, share of the main thread: React and memo',
        '%',
        pair(
          figures,
          toShare(({ mainThread }) => mainThread),
        ),
        runs,
      ),
      buildPairs(
        '20 ladders at 30 frames a second, whole browser, share of a core: React and memo',
        '%',
        pair(
          figures,
          toShare(({ all }) => all),
        ),
        runs,
      ),
    ];
  } finally {
    await screen.close();
  }
}
