/**
 * Budgets of the exchange's endpoint classes: what may still be asked now, and else until when.
 *
 * Invariants  Sliding window, so that no window boundary lets a burst through; a block is never shortened. What a class is
 *             counted by (address, user, member) is kept apart: another member starts with budgets of their own.
 * Source      exchange-interface, Limits.
 */
import type { BudgetHealth } from '#shared/ipc/views.ts';
import { BugError } from '#shared/units/errors.ts';

export interface BudgetRule {
  readonly name: BudgetName;
  /** What the exchange counts by; user and member are both the owner of the API key here. */
  readonly key: 'address' | 'user' | 'member';
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
  { name: 'orders', key: 'member', allowance: 120, windowMs: MINUTE, blockMs: MINUTE },
  { name: 'relay', key: 'member', allowance: 30, windowMs: 5 * MINUTE, blockMs: 5 * MINUTE },
  { name: 'setup', key: 'member', allowance: 5, windowMs: HOUR, blockMs: HOUR },
  { name: 'sign-in', key: 'address', allowance: 10, windowMs: MINUTE, blockMs: 5 * MINUTE },
  { name: 'account creation', key: 'address', allowance: 5, windowMs: MINUTE, blockMs: 5 * MINUTE },
  { name: 'code confirmation', key: 'address', allowance: 10, windowMs: MINUTE, blockMs: 15 * MINUTE },
  { name: 'two-factor', key: 'user', allowance: 5, windowMs: MINUTE, blockMs: 15 * MINUTE },
  { name: 'phone send', key: 'user', allowance: 3, windowMs: HOUR, blockMs: HOUR },
  { name: 'phone verify', key: 'user', allowance: 5, windowMs: 15 * MINUTE, blockMs: HOUR },
  { name: 'public reads', key: 'address', allowance: null, windowMs: 1_000, blockMs: 1_000 },
  { name: 'account reads', key: 'member', allowance: null, windowMs: 1_000, blockMs: 1_000 },
];

/** Always shown; the rest only once used or blocked. */
const SHOWN: readonly BudgetName[] = ['orders', 'relay', 'setup'];

/** A block that a stored memory may claim; a longer one comes from a clock that was wrong. */
const LONGEST_BLOCK_MS = 86_400_000;
const MOST_REMEMBERED = 200;

/** What must survive a restart, so that it does not re-arm a block; plain JSON. */
export type BudgetMemory = readonly {
  readonly name: BudgetName;
  /** Whose budget: a name that tells nothing of the key, or '' for the address. */
  readonly subject: string;
  readonly usedAtMs: readonly number[];
  readonly blockedUntilMs: number | null;
}[];

export interface Limiter {
  /** Takes one request out of the budget: null when granted, else the time from which to ask again. */
  take(name: BudgetName): number | null;
  /** The exchange said 429: answers until when the class is blocked. */
  block(name: BudgetName, retryAfterMs: number | null): number;
  blockedUntil(name: BudgetName): number | null;
  /** From now on the budgets of this user and member count. */
  setSubject(subject: string): void;
  health(): BudgetHealth[];
  memory(): BudgetMemory;
}

interface Budget {
  readonly rule: BudgetRule;
  readonly subject: string;
  usedAtMs: number[];
  blockedUntilMs: number | null;
}

const RULES = new Map<string, BudgetRule>(BUDGETS.map((rule) => [rule.name, rule]));

export function openLimiter(now: () => number, onChange: () => void, memory: BudgetMemory = []): Limiter {
  const budgets = new Map<string, Budget>();
  let subject = '';
  for (const { name, subject: whose, usedAtMs, blockedUntilMs } of memory) {
    const rule = RULES.get(name);
    if (rule) budgets.set(`${name} ${whose}`, { rule, subject: whose, usedAtMs: [...usedAtMs], blockedUntilMs });
  }

  const tidy = (budget: Budget): Budget => {
    if (budget.blockedUntilMs !== null && budget.blockedUntilMs <= now()) budget.blockedUntilMs = null;
    const oldest = now() - budget.rule.windowMs - MARGIN_MS;
    if (budget.usedAtMs.length > 0 && budget.usedAtMs[0]! <= oldest) {
      budget.usedAtMs = budget.usedAtMs.filter((atMs) => atMs > oldest);
    }
    return budget;
  };
  const find = (name: BudgetName): Budget => {
    const rule = RULES.get(name);
    if (!rule) throw new BugError(`No budget is called ${name}`);
    const whose = rule.key === 'address' ? '' : subject;
    const key = `${name} ${whose}`;
    const known = budgets.get(key);
    if (known) return tidy(known);
    const budget: Budget = { rule, subject: whose, usedAtMs: [], blockedUntilMs: null };
    budgets.set(key, budget);
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
      onChange();
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
    setSubject(next) {
      subject = next;
      onChange();
    },
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
    memory: () =>
      [...budgets.values()]
        .map(tidy)
        .filter(({ usedAtMs, blockedUntilMs }) => usedAtMs.length > 0 || blockedUntilMs !== null)
        .slice(-MOST_REMEMBERED)
        .map(({ rule, subject: whose, usedAtMs, blockedUntilMs }) => ({
          name: rule.name,
          subject: whose,
          usedAtMs: [...usedAtMs],
          blockedUntilMs,
        })),
  };
}

/** Reads a stored memory: what does not fit, or lies in the future by a wrong clock, is left out. */
export function parseBudgetMemory(value: unknown, nowMs: number): BudgetMemory {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_REMEMBERED).flatMap((entry: unknown): BudgetMemory => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { name, subject, usedAtMs, blockedUntilMs } = entry as Readonly<Record<string, unknown>>;
    const rule = typeof name === 'string' ? RULES.get(name) : undefined;
    if (!rule || typeof subject !== 'string' || subject.length > 64 || !Array.isArray(usedAtMs)) return [];
    const isBlock =
      typeof blockedUntilMs === 'number' && blockedUntilMs > nowMs && blockedUntilMs <= nowMs + LONGEST_BLOCK_MS;
    const used = usedAtMs
      .filter((atMs): atMs is number => Number.isSafeInteger(atMs) && atMs <= nowMs && atMs > nowMs - rule.windowMs * 2)
      .sort((a, b) => a - b)
      .slice(-(rule.allowance ?? 0) || undefined);
    return [{ name: rule.name, subject, usedAtMs: used, blockedUntilMs: isBlock ? blockedUntilMs : null }];
  });
}
