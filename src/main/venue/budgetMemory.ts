/**
 * Budget memory: used and reserved requests and blocks, stored so that a restart does not reset them.
 *
 * Units       Unix ms of this machine's clock.
 * Shape       Version 1 is `{version, budgets}`; version 0 was the bare list.
 * Invariants  A reserved request may have been sent before a kill, so it counts as used at the restart.
 * Errors      Never throws: what does not match, or lies in the future, is omitted.
 */
import { z } from 'zod';
import type { BudgetName } from '#shared/ipc/health.ts';
import { BUDGET_RULES } from './budgetRules.ts';

/** A longer block was stored while this machine's clock was wrong. */
const MAX_BLOCK_MS = 86_400_000;
export const MAX_STORED_BUDGETS = 200;
/** Above every block of the limiter. */
const MAX_RESERVED = 1_000;

export interface StoredBudget {
  readonly name: BudgetName;
  /** Owner of the budget: a hash that does not reveal the API key, or '' for budgets by address. */
  readonly subject: string;
  readonly usedAtMs: readonly number[];
  /** Requests that may be sent without another write. */
  readonly reserved?: number;
  readonly blockedUntilMs: number | null;
}

export interface BudgetMemory {
  readonly version: 1;
  readonly budgets: readonly StoredBudget[];
}

const BUDGETS = z.array(z.unknown());
const MEMORY = z.union([
  z.object({ version: z.literal(1), budgets: BUDGETS }).transform(({ budgets }) => budgets),
  // Version 0.
  BUDGETS,
]);
const BUDGET = z.object({
  name: z.string(),
  subject: z.string().max(64),
  usedAtMs: z.array(z.unknown()),
  reserved: z.int().min(0).max(MAX_RESERVED).optional().catch(0),
  blockedUntilMs: z.unknown().optional(),
});
const TIME = z.int();

/** Parses a stored memory of any version. */
export function parseBudgetMemory(value: unknown, nowMs: number): readonly StoredBudget[] {
  const memory = MEMORY.safeParse(value);
  if (!memory.success) return [];
  return memory.data.slice(0, MAX_STORED_BUDGETS).flatMap((entry) => parseBudget(entry, nowMs));
}

function parseBudget(value: unknown, nowMs: number): StoredBudget[] {
  const entry = BUDGET.safeParse(value);
  if (!entry.success) return [];
  const { name, subject, usedAtMs, reserved = 0, blockedUntilMs } = entry.data;
  const rule = BUDGET_RULES.find((candidate) => candidate.name === name);
  if (!rule) return [];
  const used = usedAtMs
    .filter((atMs): atMs is number => TIME.safeParse(atMs).success)
    .filter((atMs) => atMs <= nowMs && atMs > nowMs - rule.windowMs * 2)
    .sort((a, b) => a - b)
    .concat(Array.from({ length: reserved }, () => nowMs))
    .slice(-(rule.allowance ?? 0) || undefined);
  const isBlocked =
    typeof blockedUntilMs === 'number' && blockedUntilMs > nowMs && blockedUntilMs <= nowMs + MAX_BLOCK_MS;
  return [{ name: rule.name, subject, usedAtMs: used, blockedUntilMs: isBlocked ? blockedUntilMs : null }];
}
