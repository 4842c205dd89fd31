/**
 * Budgets of the exchange's endpoint classes: what may still be asked now, and else until when.
 *
 * Invariants  Sliding window, so that no window boundary lets a burst through; a block is never shortened.
 * Source      exchange-interface, Limits.
 */
import type { BudgetHealth } from '#shared/ipc/views.ts';
import { BugError } from '#shared/units/errors.ts';

export interface BudgetRule {
  readonly name: BudgetName;
  /** Requests in a window; null where the exchange states no allowance. */
  readonly allowance: number | null;
  readonly windowMs: number;
  /** Least wait after a 429; the window where none is stated. */
  readonly blockMs: number;
}

/** A request is counted when it arrives: one sent just inside our window may arrive just inside the exchange's. */
const MARGIN_MS = 500;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type BudgetName =
  | 'sign-in'
  | 'account creation'
  | 'code confirmation'
  | 'two-factor'
  | 'phone send'
  | 'phone verify'
  | 'orders'
  | 'relay'
  | 'setup'
  | 'public reads'
  | 'account reads';

/** The Limits table; reads have no allowance but can be blocked by a 429. */
export const BUDGETS: readonly BudgetRule[] = [
  { name: 'orders', allowance: 120, windowMs: MINUTE, blockMs: MINUTE },
  { name: 'relay', allowance: 30, windowMs: 5 * MINUTE, blockMs: 5 * MINUTE },
  { name: 'setup', allowance: 5, windowMs: HOUR, blockMs: HOUR },
  { name: 'sign-in', allowance: 10, windowMs: MINUTE, blockMs: 5 * MINUTE },
  { name: 'account creation', allowance: 5, windowMs: MINUTE, blockMs: 5 * MINUTE },
  { name: 'code confirmation', allowance: 10, windowMs: MINUTE, blockMs: 15 * MINUTE },
  { name: 'two-factor', allowance: 5, windowMs: MINUTE, blockMs: 15 * MINUTE },
  { name: 'phone send', allowance: 3, windowMs: HOUR, blockMs: HOUR },
  { name: 'phone verify', allowance: 5, windowMs: 15 * MINUTE, blockMs: HOUR },
  { name: 'public reads', allowance: null, windowMs: 1_000, blockMs: 1_000 },
  { name: 'account reads', allowance: null, windowMs: 1_000, blockMs: 1_000 },
];

/** Always shown; the rest only once used or blocked. */
const SHOWN: readonly BudgetName[] = ['orders', 'relay', 'setup'];

/** What must survive a restart, so that it does not re-arm a block. */
export type BudgetMemory = Partial<
  Record<BudgetName, { readonly usedAtMs: readonly number[]; readonly blockedUntilMs: number | null }>
>;

export interface Limiter {
  /** Takes one request out of the budget: null when granted, else the time from which to ask again. */
  take(name: BudgetName): number | null;
  /** The exchange said 429: answers until when the class is blocked. */
  block(name: BudgetName, retryAfterMs: number | null): number;
  blockedUntil(name: BudgetName): number | null;
  health(): BudgetHealth[];
  memory(): BudgetMemory;
}

interface Budget {
  readonly rule: BudgetRule;
  usedAtMs: number[];
  blockedUntilMs: number | null;
}

export function openLimiter(now: () => number, onChange: () => void, memory: BudgetMemory = {}): Limiter {
  const budgets = new Map<BudgetName, Budget>(
    BUDGETS.map((rule) => [
      rule.name,
      {
        rule,
        usedAtMs: [...(memory[rule.name]?.usedAtMs ?? [])],
        blockedUntilMs: memory[rule.name]?.blockedUntilMs ?? null,
      },
    ]),
  );
  const find = (name: BudgetName): Budget => {
    const budget = budgets.get(name);
    if (!budget) throw new BugError(`No budget is called ${name}`);
    if (budget.blockedUntilMs !== null && budget.blockedUntilMs <= now()) budget.blockedUntilMs = null;
    const oldest = now() - budget.rule.windowMs - MARGIN_MS;
    if (budget.usedAtMs.length > 0 && budget.usedAtMs[0]! <= oldest) {
      budget.usedAtMs = budget.usedAtMs.filter((atMs) => atMs > oldest);
    }
    return budget;
  };
  return {
    take(name) {
      const budget = find(name);
      if (budget.blockedUntilMs !== null) return budget.blockedUntilMs;
      const { allowance, windowMs } = budget.rule;
      if (allowance === null) return null;
      if (budget.usedAtMs.length >= allowance)
        return budget.usedAtMs[budget.usedAtMs.length - allowance]! + windowMs + MARGIN_MS;
      budget.usedAtMs.push(now());
      return null;
    },
    block(name, retryAfterMs) {
      const budget = find(name);
      const untilMs = now() + Math.max(retryAfterMs ?? 0, budget.rule.blockMs);
      budget.blockedUntilMs = Math.max(budget.blockedUntilMs ?? 0, untilMs);
      onChange();
      return budget.blockedUntilMs;
    },
    blockedUntil: (name) => find(name).blockedUntilMs,
    health() {
      return BUDGETS.map(({ name }) => find(name))
        .filter(({ rule, usedAtMs, blockedUntilMs }) => {
          return SHOWN.includes(rule.name) || usedAtMs.length > 0 || blockedUntilMs !== null;
        })
        .map(({ rule, usedAtMs, blockedUntilMs }) => ({
          name: rule.name,
          used: usedAtMs.length,
          allowance: rule.allowance ?? 0,
          windowMs: rule.windowMs,
          blockedUntilMs,
        }));
    },
    memory() {
      const kept: BudgetMemory = {};
      for (const { name } of BUDGETS) {
        const { usedAtMs, blockedUntilMs } = find(name);
        if (usedAtMs.length > 0 || blockedUntilMs !== null) kept[name] = { usedAtMs: [...usedAtMs], blockedUntilMs };
      }
      return kept;
    },
  };
}
