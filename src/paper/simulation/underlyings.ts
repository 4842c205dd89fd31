/**
 * Prices of the underlyings: a walk whose liveliness comes in clusters, with a shock in common and a jump now and then.
 *
 * Units       Prices in cents; deviations in millionths of the price; times in ms.
 * Invariants  No transcendental function; a span's path meets the walk at its anchor.
 */
import type { UnderlyingPlan } from './catalogue.ts';
import { buildAnchoredPath } from './noise.ts';
import { hash32, type Random } from './random.ts';
import type { Span } from './span.ts';

const ONE = 1_000_000;
/** How strongly a price is drawn back to where it began, per second. */
const PULL = 90_000;
/** Chance of a jump in a second, in millionths, and how many deviations wide it is. */
const JUMP = 1_200;
const JUMP_WIDTH = 9;
/** How the variance of the next second follows from this one's: its own share, the last move's, and what calm brings. */
const KEPT = 0.91;
const STIRRED = 0.08;
const CALM = 0.01;
const LIVELIEST = 9;

export interface Underlyings {
  readonly symbols: readonly string[];
  of(symbol: string): number;
  /** Price at a moment inside a span. */
  at(symbol: string, atMs: number, span: Span): number;
  /** One second of walk; answers the symbols that jumped. */
  step(): readonly string[];
  /** Goes to where a span's path ends. */
  skip(span: Span): void;
  prices(): Record<string, number>;
}

interface Walker {
  readonly plan: UnderlyingPlan;
  readonly path: (atMs: number, anchorMs: number) => number;
  price: number;
  /** Variance now, where 1 is usual. */
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
        // Two thirds of the variance in common: 0.816 and 0.577 are square roots of two thirds and one third.
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
