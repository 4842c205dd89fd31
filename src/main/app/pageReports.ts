/**
 * Page reports: faults that the page reports, in `page.log`, within a budget.
 *
 * Units       At most 20 reports in 60 s; the number of those dropped is written once at the end of that time.
 * Invariants  Never writes to main's own log: the page can't flush it.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import type { Log } from '../storage/log.ts';

const MAX_REPORTS = 20;
const WINDOW_MS = 60_000;

export interface PageReports {
  write(where: string, message: string): void;
  /** Writes the number of reports dropped so far. */
  close(): void;
}

export function openPageReports(log: Log, schedule: Scheduler): PageReports {
  let count = 0;
  let cancelEnd = (): void => undefined;

  function endWindow(): void {
    cancelEnd();
    const dropped = count - MAX_REPORTS;
    count = 0;
    if (dropped > 0) log.write('warn', 'page reports', 'Reports beyond the budget were dropped', { count: dropped });
  }

  return {
    write(where, message) {
      if (count === 0) cancelEnd = schedule(WINDOW_MS, endWindow);
      count += 1;
      if (count <= MAX_REPORTS) log.write('error', `page: ${where}`, message);
    },
    close: endWindow,
  };
}
