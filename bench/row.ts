/**
 * Rows of the table: made of the rounds that several processes have measured.
 *
 * Units       Of each row. A ratio is the peer's figure by ours in one round, so above 1 we need less.
 * Invariants  Figures of different rounds are never compared: only ratios within one round, of which the median and the range count.
 */

export interface Row {
  /** Name of what was asked for by `--only`. */
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
  /** Those of which `low` and `high` are the range, in the order of the rounds. */
  readonly rounds?: readonly number[];
}

/** What both used in one round. */
export interface Pair {
  readonly ours: number;
  readonly peer: number;
}

/** What one process has measured of a row. */
export interface Measured {
  readonly name: string;
  readonly unit: string;
  /** A figure has no peer; of counts the greatest is shown. */
  readonly kind: 'ratio' | 'figure' | 'count';
  readonly rounds: readonly { readonly ours: number; readonly peer: number | null }[];
  /** Calls of each contender in all rounds. */
  readonly runs: number;
}

export const buildPairs = (
  name: string,
  unit: string,
  rounds: readonly Pair[],
  runs: number = rounds.length,
): Measured => ({ name, unit, kind: 'ratio', rounds, runs });

export const buildFigures = (
  name: string,
  unit: string,
  figures: readonly number[],
  runs: number = figures.length,
): Measured => ({ name, unit, kind: 'figure', rounds: figures.map((ours) => ({ ours, peer: null })), runs });

export const buildCounts = (name: string, unit: string, rounds: Measured['rounds']): Measured => ({
  name,
  unit,
  kind: 'count',
  rounds,
  runs: rounds.length,
});

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The rows of a group from what each of its processes has measured. */
export function buildRows(group: string, processes: readonly (readonly Measured[])[]): Row[] {
  const names = new Set(processes.flat().map(({ name }) => name));
  return [...names].map((wanted) =>
    buildRow(
      group,
      processes.flat().filter(({ name }) => name === wanted),
    ),
  );
}

function buildRow(group: string, parts: readonly Measured[]): Row {
  const { name, unit, kind } = parts[0]!;
  const rounds = parts.flatMap((part) => part.rounds);
  const ours = rounds.map((round) => round.ours);
  const peers = rounds.flatMap(({ peer }) => peer ?? []);
  const runs = parts.reduce((sum, part) => sum + part.runs, 0);
  const about = { group, name, unit, runs };
  if (kind === 'count') {
    const peer = peers.length === 0 ? null : Math.max(...peers);
    return { ...about, ours: Math.max(...ours), peer, ratio: null, low: null, high: null };
  }
  const isRatio = kind === 'ratio';
  const figures = isRatio ? rounds.map((round) => round.peer! / round.ours) : ours;
  return {
    ...about,
    ours: median(ours),
    peer: isRatio ? median(peers) : null,
    ratio: isRatio ? median(figures) : null,
    low: Math.min(...figures),
    high: Math.max(...figures),
    rounds: figures.map((value) => Number(value.toPrecision(4))),
  };
}
