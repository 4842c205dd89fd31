/**
 * The plan of a run: which intents, cancels and faults happen when. It follows from the seed alone.
 *
 * Units       Times in ms after the start of the run, on the shared clock.
 * Shape       An intent says where its price lies relative to the book; the price itself comes from the book at that moment.
 */

import { buildRandom, type Random } from '#paper/simulation/random.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import { type ConditionalKind, KIND_NAMES } from '#shared/order/conditional/terms.ts';
import { buildEpisode, type Episode, FAULT_ROWS } from './faultKinds.ts';

export type Aim =
  /** Takes what rests on the other side, up to `ticks` beyond the best price. */
  | { readonly kind: 'cross'; readonly ticks: number }
  /** Rests `ticks` away from the best price of its own side. */
  | { readonly kind: 'rest'; readonly ticks: number }
  /** The terms of the last intent again: two identical orders. */
  | { readonly kind: 'repeat' };

/** They need no position. */
export const BUYING_KINDS: ReadonlySet<ConditionalKind> = new Set<ConditionalKind>([
  'bracket',
  'oneCancelsAll',
  'offset',
]);

export type Step =
  | {
      readonly kind: 'place';
      readonly number: number;
      /** Index in the list of markets. */
      readonly market: number;
      readonly side: Side;
      /** A sale becomes a purchase where nothing can be sold. */
      readonly wanted: Direction;
      readonly aim: Aim;
      readonly contracts: number;
      readonly postOnly: boolean;
      /** Cancels as soon as it is accepted. */
      readonly isRaced: boolean;
    }
  /** Cancels the open order at this share of the list, 0 … 1. */
  | { readonly kind: 'cancel'; readonly at: number; readonly isTwice: boolean }
  | { readonly kind: 'cancelAll'; readonly market: number | null }
  /** Arms a conditional order on what is held. */
  | {
      readonly kind: 'arm';
      readonly number: number;
      readonly market: number;
      readonly side: Side;
      readonly conditional: ConditionalKind;
      readonly contracts: number;
      /** Ticks from the market. */
      readonly away: number;
    }
  /** Locks the keys for a while, with exits prepared for what is held; an unlock follows. */
  | { readonly kind: 'lock'; readonly forMs: number }
  | { readonly kind: 'episode'; readonly episode: Episode };

export interface TimedStep {
  readonly atMs: number;
  readonly step: Step;
}

export interface PlanOptions {
  readonly seed: number;
  readonly orders: number;
  readonly markets: number;
  /** Faults far enough apart for each to be measured alone. */
  readonly isOneByOne?: boolean;
  /** Absent: true. */
  readonly hasConditionals?: boolean;
}

/** Below the exchange's 120 a minute on average; bursts are above it. */
const MEAN_PAUSE_MS = 640;
const EPISODE_EVERY_MS = 6_500;
const ONE_BY_ONE_EVERY_MS = 13_000;
const ARM_EVERY_MS = 3_000;
const LOCK_EVERY_MS = 20_000;
const PER_MILLION = 1_000_000;

export function buildPlan({
  seed,
  orders,
  markets,
  isOneByOne = false,
  hasConditionals = true,
}: PlanOptions): TimedStep[] {
  const steps: TimedStep[] = [];
  const endMs = planIntents(steps, buildRandom(seed, 901), orders, markets);
  planEpisodes(steps, buildRandom(seed, 902), endMs, isOneByOne ? ONE_BY_ONE_EVERY_MS : EPISODE_EVERY_MS);
  if (hasConditionals) planConditionals(steps, buildRandom(seed, 903), endMs, markets);
  if (hasConditionals && !isOneByOne) planLocks(steps, buildRandom(seed, 904), endMs);
  return steps.sort((a, b) => a.atMs - b.atMs);
}

function planIntents(steps: TimedStep[], random: Random, orders: number, markets: number): number {
  let atMs = 2_000;
  for (let number = 1; number <= orders; number += 1) {
    // A burst of a few, then a pause.
    atMs += random.chance(350_000) ? random.below(60) : random.below(MEAN_PAUSE_MS * 3);
    steps.push({ atMs, step: buildPlace(random, number, markets) });
    if (random.chance(300_000)) {
      const at = random.below(PER_MILLION) / PER_MILLION;
      steps.push({
        atMs: atMs + random.below(2_000),
        step: { kind: 'cancel', at, isTwice: random.chance(200_000) },
      });
    }
    if (random.chance(16_000)) {
      const market = random.chance(500_000) ? null : random.below(markets);
      steps.push({ atMs: atMs + random.below(500), step: { kind: 'cancelAll', market } });
    }
  }
  return atMs;
}

function planConditionals(steps: TimedStep[], random: Random, endMs: number, markets: number): void {
  let number = 0;
  for (let atMs = 8_000; atMs < endMs; atMs += random.below(ARM_EVERY_MS * 2)) {
    number += 1;
    const market = random.below(markets);
    const side = random.chance(500_000) ? 'yes' : 'no';
    const conditional = KIND_NAMES[random.below(KIND_NAMES.length)]!;
    const [contracts, away] = [1 + random.below(8), random.below(3)];
    steps.push({ atMs, step: { kind: 'arm', number, market, side, conditional, contracts, away } });
  }
}

function planLocks(steps: TimedStep[], random: Random, endMs: number): void {
  for (let atMs = 14_000; atMs < endMs; atMs += LOCK_EVERY_MS / 2 + random.below(LOCK_EVERY_MS * 2)) {
    steps.push({ atMs, step: { kind: 'lock', forMs: 6_000 + random.below(9_000) } });
  }
}

function buildPlace(random: Random, number: number, markets: number): Step {
  const dice = random.below(100);
  const aim: Aim =
    dice < 40
      ? { kind: 'cross', ticks: random.below(3) }
      : dice < 92 || number === 1
        ? { kind: 'rest', ticks: random.below(6) }
        : { kind: 'repeat' };
  return {
    kind: 'place',
    number,
    market: random.below(markets),
    side: random.chance(500_000) ? 'yes' : 'no',
    wanted: random.chance(450_000) ? 'sell' : 'buy',
    aim,
    contracts: 1 + random.below(random.chance(150_000) ? 60 : 12),
    postOnly: aim.kind === 'rest' && random.chance(250_000),
    isRaced: random.chance(100_000),
  };
}

/** Every fault once before any happens again, in an order that the seed gives. */
function planEpisodes(steps: TimedStep[], random: Random, endMs: number, everyMs: number): void {
  let waiting: (typeof FAULT_ROWS)[number][] = [];
  for (let atMs = 3_000; atMs < endMs; ) {
    if (waiting.length === 0) waiting = [...FAULT_ROWS];
    const [row] = waiting.splice(random.below(waiting.length), 1);
    steps.push({ atMs, step: { kind: 'episode', episode: buildEpisode(row!, random) } });
    atMs += Math.floor(everyMs / 3) + random.below(Math.floor((everyMs * 4) / 3));
  }
}
