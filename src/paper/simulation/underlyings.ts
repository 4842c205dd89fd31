/**
 * Prices of the underlyings: random walks with clustered volatility, common shocks and jumps.
 *
 * Units       Prices in cents; deviations in millionths of the price; times in ms.
 * Invariants  No transcendental function; a span's path equals the walk's price at its anchor.
 */
import type { UnderlyingPlan } from './eventPlan.ts';
import { buildAnchoredPath } from './noise.ts';
import { hash32, type Random } from './random.ts';
import type { Span } from './span.ts';

const ONE = 1_000_000;
/** Mean reversion to the initial price, per second. */
const PULL = 90_000;
/** Probability of a jump per second in millionths, and its size in deviations. */
const JUMP = 1_200;
const JUMP_WIDTH = 9;
/** Weights of the next second's variance: previous variance, last move, long-run mean. */
const KEPT = 0.91;
const STIRRED = 0.08;
const CALM = 0.01;
const LIVELIEST = 9;

export interface Underlyings {
  readonly symbols: readonly string[];
  of(symbol: string): number;
  /** Price at a time inside a span. */
  at(symbol: string, atMs: number, span: Span): number;
  /** Advances one second; returns the symbols that jumped. */
  step(): readonly string[];
  /** Moves to the end of a span's path. */
  skip(span: Span): void;
  prices(): Record<string, number>;
}

interface Walker {
  readonly plan: UnderlyingPlan;
  readonly path: (atMs: number, anchorMs: number) => number;
  price: number;
  /** Current variance relative to its mean. */
  variance: number;
}

export function buildUnderlyings(
  seed: number,
  plans: readonly UnderlyingPlan[],
  random: Random,
  saved: Readonly<Record<string, number>> = {},
): Underlyings {
  const walkers = plans.map(
    (plan, at): Walker => ({
      plan,
      path: buildAnchoredPath(hash32(seed, 13, at), plan.secondDeviation),
      price: saved[plan.symbol] ?? plan.startCents,
      variance: 1,
    }),
  );
  const bySymbol = new Map(walkers.map((walker) => [walker.plan.symbol, walker]));

  const at = (symbol: string, atMs: number, span: Span): number => {
    const { path, plan } = bySymbol.get(symbol)!;
    const anchor = span.prices[symbol] ?? plan.startCents;
    return Math.max(1, Math.round(anchor * (1 + path(atMs, span.anchorMs) / ONE)));
  };

  return {
    symbols: plans.map(({ symbol }) => symbol),
    of: (symbol) => bySymbol.get(symbol)!.price,
    at,
    step() {
      const jumped: string[] = [];
      const common = random.bell(ONE);
      for (const walker of walkers) {
        const { plan, variance, price } = walker;
        const jumps = random.chance(JUMP);
        // Two thirds of the variance are common: 0.816 and 0.577 are the square roots of 2/3 and 1/3.
        const shock = (0.816 * common + 0.577 * random.bell(ONE)) / ONE;
        const move = price * (plan.secondDeviation / ONE) * Math.sqrt(variance) * shock * (jumps ? JUMP_WIDTH : 1);
        walker.price = Math.max(1, Math.round(price + move - (price - plan.startCents) / PULL));
        const stirred = jumps ? LIVELIEST : shock * shock;
        walker.variance = Math.min(LIVELIEST, CALM + KEPT * variance + STIRRED * variance * stirred);
        if (jumps) jumped.push(plan.symbol);
      }
      return jumped;
    },
    skip(span) {
      for (const walker of walkers) walker.price = at(walker.plan.symbol, span.toMs, span);
    },
    prices: () => Object.fromEntries(walkers.map(({ plan, price }) => [plan.symbol, price])),
  };
}
