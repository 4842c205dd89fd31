/**
 * Rate limiter: counts requests per class and refuses those that the exchange would block.
 *
 * Invariants  Requests are reserved on disk in blocks before they are sent: after a kill the stored count is at least the real
 *             one, and less than one block above it. Those that a journal records before they are sent are counted from it at the
 *             start, and write nothing here. Sliding windows: no burst passes a window boundary. A block by the exchange
 *             is never shortened. Budgets are kept per key (address, user, member): another member starts with unused
 *             budgets.
 * Source      docs/exchange-interface.md#limits.
 */
import type { Now } from '#shared/base/clock.ts';
import type { BudgetHealth, BudgetName } from '#shared/ipc/health.ts';
import { BugError } from '#shared/units/errors.ts';
import { type BudgetMemory, MAX_STORED_BUDGETS, type StoredBudget } from './budgetMemory.ts';
import { BUDGET_RULES, type BudgetRule } from './budgetRules.ts';

/** Added to the window, because the exchange counts a request when it arrives. */
const MARGIN_MS = 500;

/** In Health from the start; the others once used or blocked. */
const ALWAYS_SHOWN: readonly BudgetName[] = ['orders', 'relay', 'setup'];

export interface Limiter {
  /** Uses one request of the budget: null when granted, else the time of the next attempt. */
  acquire(name: BudgetName): number | null;
  /** The same for a request that the journal has already, where there is one. */
  acquireRecorded(name: BudgetName): number | null;
  /** Blocks the class after a 429; returns the end of the block. */
  block(name: BudgetName, retryAfterMs: number | null): number;
  blockedUntil(name: BudgetName): number | null;
  /** A journal has these requests of the next member, and every later one before it is sent. */
  countRecorded(name: BudgetName, timesMs: readonly number[]): void;
  /** Switches to the budgets of this user and member. */
  setSubject(subject: string): void;
  health(): BudgetHealth[];
  /** One budget of them. */
  budget(name: BudgetName): BudgetHealth;
  memory(): BudgetMemory;
  /** Gives back what is reserved and not used, when nothing more will be sent. */
  releaseReserved(): void;
}

interface Budget {
  readonly rule: BudgetRule;
  readonly subject: string;
  usedAtMs: number[];
  /** The uses among them that the journal does not have. */
  unrecordedAtMs: number[];
  /** The journal's requests of earlier runs are counted. */
  isCounted: boolean;
  reserved: number;
  blockedUntilMs: number | null;
}

/** Part of the allowance that one write reserves. */
const RESERVED_PART = 15;

const RULES = new Map<string, BudgetRule>(BUDGET_RULES.map((rule) => [rule.name, rule]));

export interface LimiterOptions {
  readonly now: Now;
  onChange(): void;
  readonly stored?: readonly StoredBudget[];
  /** Writes the memory to disk before it returns; a failure is reported by the caller and stops no request. */
  persist?(memory: BudgetMemory): void;
}

export function openLimiter({ now, onChange, stored = [], persist = () => {} }: LimiterOptions): Limiter {
  const budgets = new Map<string, Budget>();
  let subject = '';
  /** Times in the journal of the member whose budgets are used next; a name without an entry has no journal. */
  const recorded = new Map<BudgetName, readonly number[]>();
  const open = (
    rule: BudgetRule,
    owner: string,
    usedAtMs: readonly number[],
    blockedUntilMs: number | null,
  ): Budget => {
    const budget: Budget = {
      rule,
      subject: owner,
      usedAtMs: [...usedAtMs],
      unrecordedAtMs: [...usedAtMs],
      isCounted: false,
      reserved: 0,
      blockedUntilMs,
    };
    budgets.set(`${rule.name} ${owner}`, budget);
    return budget;
  };
  for (const { name, subject: owner, usedAtMs, blockedUntilMs } of stored) {
    const rule = RULES.get(name);
    if (rule) open(rule, owner, usedAtMs, blockedUntilMs);
  }

  const dropExpired = (budget: Budget): Budget => {
    if (budget.blockedUntilMs !== null && budget.blockedUntilMs <= now()) budget.blockedUntilMs = null;
    const windowStartMs = now() - budget.rule.windowMs - MARGIN_MS;
    if (budget.usedAtMs.length > 0 && budget.usedAtMs[0]! <= windowStartMs) {
      budget.usedAtMs = budget.usedAtMs.filter((atMs) => atMs > windowStartMs);
      budget.unrecordedAtMs = budget.unrecordedAtMs.filter((atMs) => atMs > windowStartMs);
    }
    return budget;
  };
  const find = (name: BudgetName): Budget => {
    const rule = RULES.get(name);
    if (!rule) throw new BugError(`Expected a budget rule, found none for ${name}`);
    const owner = rule.key === 'address' ? '' : subject;
    const key = `${name} ${owner}`;
    const known = budgets.get(key);
    const budget = known ?? open(rule, owner, [], null);
    const recordedAtMs = recorded.get(name);
    if (recordedAtMs !== undefined && !budget.isCounted) {
      budget.isCounted = true;
      // A time of the future was recorded while this machine's clock was wrong.
      const past = recordedAtMs.filter((atMs) => atMs <= now());
      budget.usedAtMs = [...budget.usedAtMs, ...past].sort((a, b) => a - b);
    }
    return dropExpired(budget);
  };

  const memory = (): BudgetMemory => ({
    version: 1,
    budgets: [...budgets.values()]
      .map(dropExpired)
      .filter(
        ({ unrecordedAtMs, reserved, blockedUntilMs }) =>
          unrecordedAtMs.length + reserved > 0 || blockedUntilMs !== null,
      )
      .slice(-MAX_STORED_BUDGETS)
      .map(({ rule, subject: owner, unrecordedAtMs, reserved, blockedUntilMs }) => ({
        name: rule.name,
        subject: owner,
        usedAtMs: [...unrecordedAtMs],
        ...(reserved > 0 ? { reserved } : {}),
        blockedUntilMs,
      })),
  });

  const acquire = (name: BudgetName, isRecorded: boolean): number | null => {
    const budget = find(name);
    if (budget.blockedUntilMs !== null) return budget.blockedUntilMs;
    const { allowance, windowMs } = budget.rule;
    if (allowance === null) return null;
    if (budget.usedAtMs.length >= allowance)
      return budget.usedAtMs[budget.usedAtMs.length - allowance]! + windowMs + MARGIN_MS;
    if (!isRecorded) {
      if (budget.reserved === 0) {
        // Requests that the journal records are many, and those that it does not are few.
        const block = !recorded.has(name) ? Math.max(1, Math.floor(allowance / RESERVED_PART)) : 1;
        budget.reserved = Math.min(block, allowance - budget.usedAtMs.length);
        persist(memory());
      }
      budget.reserved -= 1;
      budget.unrecordedAtMs.push(now());
    }
    budget.usedAtMs.push(now());
    onChange();
    return null;
  };

  return {
    acquire: (name) => acquire(name, false),
    acquireRecorded: (name) => acquire(name, recorded.has(name)),
    block(name, retryAfterMs) {
      const budget = find(name);
      const untilMs = now() + Math.max(retryAfterMs ?? 0, budget.rule.blockMs);
      budget.blockedUntilMs = Math.max(budget.blockedUntilMs ?? 0, untilMs);
      persist(memory());
      onChange();
      return budget.blockedUntilMs;
    },
    blockedUntil: (name) => find(name).blockedUntilMs,
    countRecorded(name, timesMs) {
      recorded.set(name, timesMs);
      onChange();
    },
    setSubject(next) {
      subject = next;
      onChange();
    },
    health() {
      return BUDGET_RULES.map(({ name }) => find(name))
        .filter(({ rule, usedAtMs, blockedUntilMs }) => {
          return ALWAYS_SHOWN.includes(rule.name) || usedAtMs.length > 0 || blockedUntilMs !== null;
        })
        .map(describe);
    },
    budget: (name) => describe(find(name)),
    memory,
    releaseReserved() {
      for (const budget of budgets.values()) budget.reserved = 0;
    },
  };
}

function describe({ rule, usedAtMs, blockedUntilMs }: Budget): BudgetHealth {
  return {
    name: rule.name,
    used: usedAtMs.length,
    allowance: rule.allowance ?? 0,
    windowMs: rule.windowMs,
    blockedUntilMs,
  };
}
