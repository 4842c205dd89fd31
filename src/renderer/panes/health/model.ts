/** The terminal's own state in words: is the data fresh, is there budget left, what went wrong. */
import type { BudgetHealth, HealthView, StreamHealth } from '#shared/ipc/views.ts';

export type Tone = 'good' | 'warn' | 'bad';

/** A stream that is open and silent for this long is not believed. */
const SILENT_MS = 30_000;

export function toneOfStream(stream: StreamHealth, nowMs: number): Tone {
  if (stream.at === 'closed') return 'bad';
  if (stream.at !== 'open') return 'warn';
  return stream.lastMessageAtMs !== null && nowMs - stream.lastMessageAtMs > SILENT_MS ? 'warn' : 'good';
}

export function tellStream(stream: StreamHealth): string {
  const words: Readonly<Record<StreamHealth['at'], string>> = {
    connecting: 'Connecting',
    open: 'Open',
    waiting: 'Waiting to retry',
    closed: 'Closed',
  };
  return words[stream.at];
}

export function usedPart(budget: BudgetHealth): number {
  return budget.allowance <= 0 ? 0 : Math.min(1, budget.used / budget.allowance);
}

export function toneOfBudget(budget: BudgetHealth, nowMs: number): Tone {
  if (budget.blockedUntilMs !== null && budget.blockedUntilMs > nowMs) return 'bad';
  return usedPart(budget) > 0.8 ? 'warn' : 'good';
}

/** '120 a minute', '30 in 5 m'. */
export function tellAllowance(budget: BudgetHealth): string {
  if (budget.windowMs === 60_000) return `${budget.allowance} a minute`;
  if (budget.windowMs === 3_600_000) return `${budget.allowance} an hour`;
  if (budget.windowMs % 60_000 === 0) return `${budget.allowance} in ${budget.windowMs / 60_000} m`;
  return `${budget.allowance} in ${Math.round(budget.windowMs / 1000)} s`;
}

export interface ErrorGroup {
  readonly code: string;
  readonly count: number;
  readonly lastAtMs: number;
  readonly where: string;
  readonly message: string;
}

/** One line a code, the latest first, with the words of its latest. */
export function groupErrors(errors: HealthView['errors']): readonly ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const error of errors) {
    const held = groups.get(error.code);
    const isNewer = !held || error.atMs >= held.lastAtMs;
    groups.set(error.code, {
      code: error.code,
      count: (held?.count ?? 0) + 1,
      lastAtMs: isNewer ? error.atMs : held.lastAtMs,
      where: isNewer ? error.where : held.where,
      message: isNewer ? error.message : held.message,
    });
  }
  return [...groups.values()].sort((a, b) => b.lastAtMs - a.lastAtMs);
}

/** The worst of everything, for the header: one glance is enough. */
export function judge(health: HealthView | null, nowMs: number): { tone: Tone; text: string } {
  if (!health) return { tone: 'warn', text: 'waiting' };
  const bad = health.streams.filter((stream) => toneOfStream(stream, nowMs) !== 'good').length;
  const blocked = health.budgets.filter((budget) => toneOfBudget(budget, nowMs) === 'bad').length;
  if (blocked > 0) return { tone: 'bad', text: blocked === 1 ? '1 budget blocked' : `${blocked} budgets blocked` };
  if (bad > 0) return { tone: 'warn', text: bad === 1 ? '1 stream not live' : `${bad} streams not live` };
  if (health.schemaDrift.length > 0) return { tone: 'warn', text: `${health.schemaDrift.length} schema drift` };
  return { tone: 'good', text: 'all live' };
}
