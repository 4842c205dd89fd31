/**
 * Contenders measured in turns: each round runs all of them in a new random order, so that load and heat of the machine hit them alike.
 *
 * Units       Microseconds, or the unit of the row. A ratio is the peer's figure by ours in one round, so above 1 we need less.
 * Invariants  Figures of different rounds are never compared: only ratios within one round, of which the median and the range count.
 *             The rounds of the rows of one run alternate, so that each row's range covers the whole run.
 */

/** One way to do the work; answers the microseconds of one call, measured by itself or by `timed`. */
export interface Contender {
  readonly name: string;
  /** Runs before the pause, outside the measured time. */
  prepare?(): Promise<void>;
  run(): Promise<number> | number;
}

export interface Row {
  /** Name of what was asked for by `--only`; given by the run. */
  readonly group?: string;
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** Null where nothing else does the same work. */
  readonly peer: number | null;
  /** Median of the rounds' ratios; null for counts and without a peer. */
  readonly ratio: number | null;
  /** Range of the rounds' ratios, without a peer that of our figures; null for counts. */
  readonly low: number | null;
  readonly high: number | null;
  /** Calls of each contender. */
  readonly runs: number;
  /** Those of which `low` and `high` are the range, in the order of the rounds, where the row has several. */
  readonly rounds?: readonly number[];
}

/** What both used in one round. */
export interface Pair {
  readonly ours: number;
  readonly peer: number;
}

export interface Plan {
  readonly rounds: number;
  /** Calls of each contender in one round. */
  readonly calls: number;
  /** Pause before each call; 0: back to back. */
  readonly idleMs: number;
}

export const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

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

export async function compareAll(comparisons: readonly Comparison[]): Promise<Row[]> {
  const rounds = new Map<Comparison, Round[]>(comparisons.map((one) => [one, []]));
  const last = Math.max(...comparisons.map(({ plan }) => plan.rounds));
  for (let round = 0; round <= last; round += 1) {
    for (const one of comparisons) {
      if (round > one.plan.rounds) continue;
      const measured = await measureRound(one);
      // The first round warms caches and the compiler up, and is dropped.
      if (round > 0) rounds.get(one)!.push(measured);
    }
  }
  return comparisons.flatMap((one) => buildRows(one, rounds.get(one)!));
}

export function compare(name: string, contenders: readonly Contender[], plan: Plan): Promise<Row[]> {
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

function buildRows({ name, contenders, plan }: Comparison, rounds: readonly Round[]): Row[] {
  const [ours, ...peers] = contenders;
  return peers.map((peer) => {
    const pairs = rounds.map((round) => ({ ours: round.get(ours!)!, peer: round.get(peer)! }));
    return buildRow(`${name}: ${peer.name}`, 'µs', pairs, plan.rounds * plan.calls);
  });
}

/** A row of rounds in which both were measured. */
export function buildRow(name: string, unit: string, pairs: readonly Pair[], runs: number = pairs.length): Row {
  const ratios = pairs.map(({ ours, peer }) => peer / ours);
  return {
    name,
    unit,
    ours: median(pairs.map(({ ours }) => ours)),
    peer: median(pairs.map(({ peer }) => peer)),
    ratio: median(ratios),
    ...rangeOf(ratios),
    runs,
  };
}

/** A row without a peer. */
export function buildOwnRow(
  name: string,
  unit: string,
  figures: readonly number[],
  runs: number = figures.length,
): Row {
  return { name, unit, ours: median(figures), peer: null, ratio: null, ...rangeOf(figures), runs };
}

function rangeOf(values: readonly number[]) {
  const rounds = values.map((value) => Number(value.toPrecision(4)));
  return { low: Math.min(...values), high: Math.max(...values), rounds };
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
