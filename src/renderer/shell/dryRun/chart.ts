/**
 * Chart of a dry run: where prices, times, trigger lines and marks lie.
 *
 * Units       Prices in millionths, in the terms of the order's outcome; times in ms; positions in CSS pixels.
 * Invariants  Pure: the same report and size give the same picture.
 */
import type { DryRunReport } from '#shared/ipc/conditionals/dryRun.ts';
import { inYesTerms } from '#shared/market/outcome.ts';
import { listLeaves, listTriggers } from '#shared/order/conditional/ownTrigger.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { listClockTicks } from '#shared/text/times.ts';

export interface ChartMark {
  readonly kind: 'fired' | 'placed' | 'filled';
  readonly atMs: number;
  readonly price: number;
  readonly isSale: boolean;
}

export interface ChartLine {
  readonly points: readonly { readonly atMs: number; readonly price: number }[];
}

export interface DryRunChart {
  readonly fromMs: number;
  readonly toMs: number;
  readonly low: number;
  readonly high: number;
  /** Runs of spans that have a price; each span has its own lowest and highest one. */
  readonly runs: readonly (readonly {
    readonly atMs: number;
    readonly low: number;
    readonly high: number;
    readonly close: number;
  }[])[];
  /** Prices of triggers on the order's own outcome. */
  readonly triggers: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
}

const CENT = 10_000;

export function buildChart({ start, endMs, line, trail, steps }: DryRunReport, terms: ConditionalTerms): DryRunChart {
  const fromMs = start.startMs;
  const runs: DryRunChart['runs'][number][number][][] = [];
  let isOpen = false;
  for (const [at, close] of line.closes.entries()) {
    const [low, high] = [line.lows[at] ?? null, line.highs[at] ?? null];
    if (close === null || low === null || high === null) {
      isOpen = false;
      continue;
    }
    if (!isOpen) runs.push([]);
    isOpen = true;
    runs.at(-1)!.push({ atMs: fromMs + (at + 0.5) * line.everyMs, low, high, close });
  }
  const fixed = listOwnTriggers(terms).map(
    (price): ChartLine => ({
      points: [
        { atMs: fromMs, price },
        { atMs: endMs, price },
      ],
    }),
  );
  const last = trail.at(-1);
  const followed = last === undefined ? [] : [{ points: [...trail, { atMs: endMs, price: last.price }] }];
  const triggers = [...fixed, ...followed];
  const marks = listMarks(steps, terms);
  const prices = [
    ...runs.flat().flatMap(({ low, high }) => [low, high]),
    ...triggers.flatMap(({ points }) => points.map(({ price }) => price)),
    ...marks.map(({ price }) => price),
  ];
  const low = Math.floor((Math.min(...prices, 1_000_000) - CENT) / CENT) * CENT;
  const high = Math.ceil((Math.max(...prices, 0) + CENT) / CENT) * CENT;
  return { fromMs, toMs: endMs, low: Math.max(0, low), high: Math.min(1_000_000, high), runs, triggers, marks };
}

/** Marks of its own outcome, where they happened. */
function listMarks(steps: DryRunReport['steps'], { outcome, direction }: ConditionalTerms): readonly ChartMark[] {
  const isOwn = (other: { readonly market: string; readonly side: string }): boolean =>
    other.market === outcome.market && other.side === outcome.side;
  return steps.flatMap(({ atMs, bid, ask, what }): ChartMark[] => {
    if (what.kind === 'fired') {
      const seen = direction === 'sell' ? (bid ?? ask) : (ask ?? bid);
      return seen === null ? [] : [{ kind: 'fired', atMs, price: seen, isSale: direction === 'sell' }];
    }
    if (what.kind !== 'placed' && what.kind !== 'filled') return [];
    if (!isOwn(what.outcome)) return [];
    return [{ kind: what.kind, atMs, price: what.price, isSale: what.direction === 'sell' }];
  });
}

/** About four round prices between the lowest and the highest. */
export function listPriceTicks({ low, high }: Pick<DryRunChart, 'low' | 'high'>): readonly number[] {
  const cents = (high - low) / CENT;
  const step = [1, 2, 5, 10, 20, 25, 50].find((one) => cents / one <= 5) ?? 50;
  const ticks: number[] = [];
  for (let price = Math.ceil(low / (step * CENT)) * step * CENT; price <= high; price += step * CENT) ticks.push(price);
  return ticks;
}

/** Round times of the shown clock, inside of the day. */
export function listTimeTicks(
  { fromMs, toMs }: Pick<DryRunChart, 'fromMs' | 'toMs'>,
  count: number,
): readonly number[] {
  const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360];
  const stepMs = (minutes.find((one) => (toMs - fromMs) / (one * 60_000) <= count) ?? 360) * 60_000;
  return listClockTicks(fromMs, toMs - 1, stepMs, 1_000);
}

/** Prices of an order's triggers on its own outcome: the lines that a chart of that outcome can have. */
function listOwnTriggers(terms: ConditionalTerms): readonly number[] {
  const { market, side } = terms.outcome;
  const prices = listTriggers(terms)
    .flatMap(listLeaves)
    .flatMap((leaf) => {
      if (leaf.kind !== 'price' || leaf.outcome.market !== market) return [];
      return [leaf.outcome.side === side ? leaf.price : inYesTerms('no', leaf.price)];
    });
  return [...new Set(prices)];
}
