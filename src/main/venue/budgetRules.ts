/**
 * Budget rules: how many requests of each class the exchange allows.
 *
 * Source      docs/exchange-interface.md#limits.
 */
import type { BudgetName } from '#shared/ipc/health.ts';

export interface BudgetRule {
  readonly name: BudgetName;
  /** What the exchange counts by; user and member are both the owner of the API key here. */
  readonly key: 'address' | 'user' | 'member';
  /** Requests per window; null where the exchange states none. */
  readonly allowance: number | null;
  readonly windowMs: number;
  /** Shortest block after a 429; the window where the exchange states none. */
  readonly blockMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The Limits table; reads have no allowance, but a 429 blocks them. */
export const BUDGET_RULES: readonly BudgetRule[] = [
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
