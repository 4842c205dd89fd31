/**
 * Search of an Alerts pane: alerts and entries of the log by words of their market, their condition and their state.
 *
 * Invariants  Pure. Words are those that the rows show.
 */
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import type { AlertView } from '#shared/alerts/view.ts';
import { matchesWords } from '#shared/base/searchWords.ts';
import type { Market } from '#shared/market/market.ts';
import {
  formatCondition,
  formatEntryNote,
  formatFact,
  formatRepeat,
  formatStatus,
} from '#shared/text/alerts/alerts.ts';
import { nameMarket, nameScope } from './names.ts';

export function filterAlerts(
  alerts: readonly AlertView[],
  query: string,
  markets: readonly Market[],
  nowMs: number,
): readonly AlertView[] {
  if (query.trim() === '') return alerts;
  return alerts.filter(({ terms, status }) =>
    matchesWords(
      [
        nameScope(terms, markets),
        formatCondition(terms.condition),
        formatStatus(status, nowMs),
        formatRepeat(terms.repeat),
      ],
      query,
    ),
  );
}

export function filterLog(
  log: readonly AlertLogEntry[],
  query: string,
  markets: readonly Market[],
  nowMs: number,
): readonly AlertLogEntry[] {
  if (query.trim() === '') return log;
  return log.filter((entry) =>
    matchesWords([nameMarket(entry.market, markets), formatFact(entry.fact), formatEntryNote(entry, nowMs)], query),
  );
}
