/**
 * Period of an export, from two days in UTC as date fields give them ('2025-11-28').
 *
 * Units       Unix ms; the end is excluded, the last day included.
 */
import { DAY_MS, formatIsoTime } from '#shared/units/time.ts';

export interface ExportPeriod {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export const ALL_TIME: ExportPeriod = { fromMs: null, toMs: null };

/** The period of both days and those between them, or what is wrong with them. */
export function parsePeriod(first: string, last: string): ExportPeriod | { readonly problem: string } {
  const [fromMs, lastMs] = [startOfDay(first), startOfDay(last)];
  if (fromMs === null) return { problem: 'Choose the first day' };
  if (lastMs === null) return { problem: 'Choose the last day' };
  if (lastMs < fromMs) return { problem: `The last day is before the first: ${last} is before ${first}` };
  return { fromMs, toMs: lastMs + DAY_MS };
}

/** '2025-11-28' of a time, in UTC. */
export function formatDayField(ms: number): string {
  return formatIsoTime(ms).slice(0, 10);
}

function startOfDay(text: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) || ms < 0 ? null : ms;
}
