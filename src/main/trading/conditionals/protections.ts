/**
 * Protections: for each position, the conditional orders that would sell it at a loss, their data, and why one would not act.
 *
 * Invariants  Pure. Shares count as protected only by what would sell them if its trigger were true now. A position that nothing
 *             of it protects is listed while a conditional is about it.
 * Source      docs/conditionals.md#protection
 */
import type {
  ProtectionSourceView,
  ProtectionView,
  ProtectorView,
  StandInView,
} from '#shared/ipc/conditionals/conditionals.ts';
import { filledOf } from '#shared/order/conditional/children.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import { checkBook, type OutcomeRef } from '#shared/order/conditional/observation.ts';
import { listLeaves, listTriggers } from '#shared/order/conditional/ownTrigger.ts';
import { standInOf } from '#shared/order/conditional/standIn.ts';
import { type ConditionalState, kindOf } from '#shared/order/conditional/terms.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { lifeOf } from './lifeOf.ts';
import { isEnded, type Run } from './run.ts';

export interface ProtectionContext {
  /** Exchange's clock. */
  now(): number;
  /** Null before the account is read. */
  quantityOf(outcome: OutcomeRef): Shares | null;
}

/** Ages are shown in steps, so that the view does not change with each message of a book. */
const AGE_STEP_MS = 5_000;

export function buildProtections(runs: Iterable<Run>, context: ProtectionContext): ProtectionView[] {
  const found = new Map<string, { readonly outcome: OutcomeRef; readonly protectors: ProtectorView[] }>();
  for (const run of runs) {
    const { terms } = run.state;
    if (isEnded(run) || !kindOf(terms).protects(terms)) continue;
    const { market, side } = terms.outcome;
    const key = `${market} ${side}`;
    const one = found.get(key) ?? { outcome: terms.outcome, protectors: [] };
    found.set(key, one);
    one.protectors.push(describeProtector(run, context));
  }
  return [...found.values()].flatMap(({ outcome, protectors }) => {
    const quantity = context.quantityOf(outcome);
    if (quantity === null || quantity === 0) return [];
    const working = protectors.reduce((sum, { problem, shares }) => sum + (problem === null ? shares : 0), 0);
    return [{ outcome, quantity, protectors, unprotected: toShares(Math.max(0, quantity - working)) }];
  });
}

function describeProtector(run: Run, context: ProtectionContext): ProtectorView {
  const { terms, children } = run.state;
  const life = lifeOf(run);
  const quantity = context.quantityOf(terms.outcome) ?? 0;
  // What a bracket bought is what it protects, less what it sold again.
  const sold = filledOf(children.filter(({ direction }) => direction === 'sell'));
  const bought = filledOf(children.filter(({ direction }) => direction === 'buy'));
  const intended = (kindOf(terms).turns ? bought : terms.shares) - sold;
  return {
    id: run.id,
    kind: terms.kind,
    at: life.at,
    shares: toShares(Math.max(0, Math.min(intended, quantity))),
    sources: listSources(run, context),
    problem:
      life.at === 'waiting'
        ? { kind: 'waiting', reason: life.reason }
        : life.at === 'halted'
          ? { kind: 'halted', reason: life.reason }
          : null,
  };
}

function listSources({ state }: Run, context: ProtectionContext): ProtectionSourceView[] {
  const { terms, known } = state;
  const leaves = listTriggers(terms).flatMap(listLeaves);
  const outcomes = leaves.flatMap((leaf) => (leaf.kind === 'price' ? [leaf.outcome] : []));
  if (kindOf(terms).watchesOwnBook) outcomes.push(terms.outcome);
  const sources: ProtectionSourceView[] = outcomes.map((outcome) => {
    const book = known.books[outcome.market];
    return {
      kind: 'book',
      outcome,
      provedAtMs: book === undefined ? null : toStep(book.provedAtMs),
      problem: checkBook(book, context.now()),
      standIn: describeStandIn(outcome, state),
    };
  });
  for (const leaf of leaves) {
    if (leaf.kind !== 'underlying') continue;
    const tick = known.ticks[leaf.symbol];
    sources.push({
      kind: 'tick',
      symbol: leaf.symbol,
      provedAtMs: tick === undefined ? null : toStep(tick.exchangeTimeMs),
    });
  }
  return sources.length > 0 ? sources : [{ kind: 'time' }];
}

function describeStandIn(outcome: OutcomeRef, { terms, known }: ConditionalState): StandInView | null {
  const standIn = standInOf(terms);
  if (standIn === null) return null;
  if (standIn.kind === 'rest') {
    const rest = known.restBooks?.[outcome.market];
    return { kind: 'rest', provedAtMs: rest === undefined ? null : toStep(rest.provedAtMs) };
  }
  // The underlying decides the market of the terms, not another one.
  if (keyOf(outcome) !== keyOf(terms.outcome)) return null;
  const tick = known.ticks[standIn.symbol];
  return {
    kind: 'underlying',
    symbol: standIn.symbol,
    provedAtMs: tick === undefined ? null : toStep(tick.exchangeTimeMs),
  };
}

const toStep = (atMs: number): number => Math.floor(atMs / AGE_STEP_MS) * AGE_STEP_MS;
