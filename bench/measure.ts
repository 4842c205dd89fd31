/**
 * Contenders measured in turns: each round runs all of them in a new random order, so that load and heat of the machine hit them alike.
 *
 * Units       Microseconds.
 * Invariants  The rounds of all comparisons of a process alternate.
 */
import { buildPairs, type Measured, median } from './row.ts';

/** One way to do the work; answers the microseconds of one call, measured by itself or by `timed`. */
export interface Contender {
  readonly name: string;
  /** Runs before the pause, outside the measured time. */
  prepare?(): Promise<void>;
  run(): Promise<number> | number;
}

export interface Plan {
  readonly rounds: number;
  /** Calls of each contender in one round. */
  readonly calls: number;
  /** Pause before each call; 0: back to back. */
  readonly idleMs: number;
}

export const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Processor time of this process so far, which a busy machine leaves comparable; that of a thread alone is only read at its ticks. */
export function readCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const measureBy = (read: () => number) => (work: () => unknown) => async (): Promise<number> => {
  const start = read();
  const answer = work();
  if (answer instanceof Promise) await answer;
  return read() - start;
};

/** Microseconds of one call of `work`. */
export const timed = measureBy(() => performance.now() * 1_000);
/** The same in processor time. */
export const timedCpu = measureBy(readCpu);

export function shuffle<T>(items: readonly T[]): T[] {
  const out = [...items];
  for (let at = out.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [out[at], out[other]] = [out[other]!, out[at]!];
  }
  return out;
}

/** What one row for each peer is measured by: `contenders[0]` is ours. */
export interface Comparison {
  readonly name: string;
  readonly contenders: readonly Contender[];
  readonly plan: Plan;
}

type Round = ReadonlyMap<Contender, number>;

/** The compiler is still at work in the first calls of a process: each contender runs for this long before the rounds that count. */
const WARM_UP_MS = 300;

async function warmUp(contenders: readonly Contender[]): Promise<void> {
  for (const one of contenders) {
    for (const endMs = performance.now() + WARM_UP_MS; performance.now() < endMs; ) {
      await one.prepare?.();
      await one.run();
    }
  }
}

export async function compareAll(comparisons: readonly Comparison[]): Promise<Measured[]> {
  const rounds = new Map<Comparison, Round[]>(comparisons.map((one) => [one, []]));
  const last = Math.max(...comparisons.map(({ plan }) => plan.rounds));
  // All comparisons of a process have the same contenders.
  await warmUp(comparisons[0]!.contenders);
  for (let round = 0; round <= last; round += 1) {
    for (const one of comparisons) {
      if (round > one.plan.rounds) continue;
      const measured = await measureRound(one);
      // The first round warms caches up, and is dropped.
      if (round > 0) rounds.get(one)!.push(measured);
    }
  }
  return comparisons.flatMap((one) => buildAll(one, rounds.get(one)!));
}

export function compare(name: string, contenders: readonly Contender[], plan: Plan): Promise<Measured[]> {
  return compareAll([{ name, contenders, plan }]);
}

async function measureRound({ contenders, plan }: Comparison): Promise<Round> {
  const figures = new Map<Contender, number[]>(contenders.map((one) => [one, []]));
  const turns =
    plan.idleMs > 0
      ? Array.from({ length: plan.calls }, () => shuffle(contenders)).flat()
      : shuffle(contenders).flatMap((one) => Array.from({ length: plan.calls }, () => one));
  for (const one of turns) {
    await one.prepare?.();
    if (plan.idleMs > 0) await pass(plan.idleMs);
    figures.get(one)!.push(await one.run());
  }
  return new Map([...figures].map(([one, values]) => [one, median(values)]));
}

function buildAll({ name, contenders, plan }: Comparison, rounds: readonly Round[]): Measured[] {
  const [ours, ...peers] = contenders;
  return peers.map((peer) => {
    const pairs = rounds.map((round) => ({ ours: round.get(ours!)!, peer: round.get(peer)! }));
    return buildPairs(`${name}: ${peer.name}`, 'µs', pairs, plan.rounds * plan.calls);
  });
}

/** Both ways of use: one call after another, and each after a pause, when caches and clock speed have dropped. */
export function bothWays(
  name: string,
  contenders: readonly Contender[],
  sizes: { readonly hot: Omit<Plan, 'idleMs'>; readonly idle: Omit<Plan, 'idleMs'> },
): Comparison[] {
  return [
    { name: `${name}, back to back`, contenders, plan: { ...sizes.hot, idleMs: 0 } },
    { name: `${name}, after 5 ms idle`, contenders, plan: { ...sizes.idle, idleMs: 5 } },
  ];
}

/** Throws unless both are the same: a contender that does other work is not measured. */
export function checkSame(what: string, ours: unknown, theirs: unknown): void {
  const [a, b] = [JSON.stringify(ours), JSON.stringify(theirs)];
  if (a !== b) throw new Error(`Expected the same ${what} of all contenders, found ${a} and ${b}`);
}
