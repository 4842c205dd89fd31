/** Health pane model: tones of streams and budgets, grouped errors, overall status. */
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { BudgetHealth, HealthError, HealthView, StreamHealth } from '#shared/ipc/health.ts';
import { formatHealthError } from '#shared/text/health.ts';
import { wordsOfCode } from '#shared/text/orders/exchangeErrors.ts';
import { formatTime } from '#shared/text/times.ts';
import { FEED_LOST_MS } from '../../domain/markets/bookTrust.ts';

export type Tone = 'good' | 'warn' | 'bad';

/** An open stream without messages for this long is silent: of a market without trades, that is no fault. */
const SILENT_MS = 30_000;
const WARN_USED_SHARE = 0.8;

/** One sentence while main sends nothing, so that every value here is old; else null. */
export function describeLostFeed(lastFrameAtMs: number | null, nowMs: number): string | null {
  const ageMs = lastFrameAtMs === null ? 0 : nowMs - lastFrameAtMs;
  if (ageMs <= FEED_LOST_MS) return null;
  return `Stale: nothing from the main process for ${formatDuration(ageMs, { tenths: true })}. Every value here is that old.`;
}

export function toneOfStream(stream: StreamHealth, nowMs: number): Tone {
  if (stream.at === 'closed') return 'bad';
  return stream.at !== 'open' || isSilent(stream, nowMs) ? 'warn' : 'good';
}

/** True of an open stream that has sent nothing for a while. */
export function isSilent({ at, lastMessageAtMs }: StreamHealth, nowMs: number): boolean {
  return at === 'open' && lastMessageAtMs !== null && nowMs - lastMessageAtMs > SILENT_MS;
}

/** Since when gaps and reconnects are counted, in one sentence; of at least one stream. */
export function describeCounts(streams: readonly StreamHealth[]): string {
  const times = streams.map(({ sinceMs }) => sinceMs);
  const oldest = formatTime(Math.min(...times), 'machine');
  const newest = formatTime(Math.max(...times), 'machine');
  return oldest === newest
    ? `Gaps and reconnects since ${oldest}, when the streams were opened.`
    : `Gaps and reconnects since each stream was opened, between ${oldest} and ${newest}.`;
}

/** Used share of the allowance, from 0 to 1. */
export function usedShare(budget: BudgetHealth): number {
  return budget.allowance <= 0 ? 0 : Math.min(1, budget.used / budget.allowance);
}

export function toneOfBudget(budget: BudgetHealth, nowMs: number): Tone {
  if (budget.blockedUntilMs !== null && budget.blockedUntilMs > nowMs) return 'bad';
  return usedShare(budget) > WARN_USED_SHARE ? 'warn' : 'good';
}

/** What the exchange answered, where it did, else what failed; in a few words. */
export function labelOfError({ error }: Pick<HealthError, 'error'>): string {
  switch (error.code) {
    case 'refused':
      return error.parameters.codes[0] === undefined
        ? `status ${error.parameters.status}`
        : wordsOfCode(error.parameters.codes[0]);
    case 'transport':
      return wordsOfCode(error.parameters.fault);
    default:
      return wordsOfCode(error.code);
  }
}

export interface ErrorGroup {
  readonly label: string;
  readonly count: number;
  readonly lastAtMs: number;
  /** Text of the latest error. */
  readonly text: string;
}

/** One group per label, the latest first. */
export function groupErrors(errors: HealthView['errors']): readonly ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const error of errors) {
    const label = labelOfError(error);
    const group = groups.get(label);
    const isNewer = !group || error.atMs >= group.lastAtMs;
    groups.set(label, {
      label,
      count: (group?.count ?? 0) + 1,
      lastAtMs: isNewer ? error.atMs : group.lastAtMs,
      text: isNewer ? formatHealthError(error) : group.text,
    });
  }
  return [...groups.values()].sort((a, b) => b.lastAtMs - a.lastAtMs);
}

/** Overall status for the pane's header: the worst of all parts. */
export function summarizeHealth(health: HealthView | null, nowMs: number): { tone: Tone; text: string } {
  if (!health) return { tone: 'warn', text: 'waiting' };
  const notOpen = health.streams.filter(({ at }) => at !== 'open').length;
  const silent = health.streams.filter((stream) => isSilent(stream, nowMs)).length;
  const blocked = health.budgets.filter((budget) => toneOfBudget(budget, nowMs) === 'bad').length;
  const { schemaDrift } = health;
  if (blocked > 0) return { tone: 'bad', text: blocked === 1 ? '1 budget blocked' : `${blocked} budgets blocked` };
  if (notOpen > 0) return { tone: 'warn', text: notOpen === 1 ? '1 stream not open' : `${notOpen} streams not open` };
  if (schemaDrift.length > 0) return { tone: 'warn', text: `schema drift: ${schemaDrift.length}` };
  return { tone: 'good', text: silent === 0 ? 'all open' : `all open, ${silent} silent` };
}
