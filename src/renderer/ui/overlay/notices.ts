/**
 * Notices: short reports that no pane shows itself, with their history. Pure steps.
 *
 * Invariants  A notice that repeats the one that is still shown counts up instead of standing twice. What went wrong stays
 *             until it is dismissed, or its fact ends.
 */
import type { Became, NoticeFact, Report } from '../../domain/noticeFacts.ts';

export type NoticeTone = Report['tone'];

export interface Notice extends Report {
  readonly id: number;
  /** How often it came while it was shown. */
  readonly count: number;
  /** Of the last time, by this machine. */
  readonly atMs: number;
  readonly isDismissed: boolean;
}

/** Kept in the history. */
export const MAX_NOTICES = 200;

/** Until a notice leaves by itself; null: a person dismisses it. */
export const SHOWN_MS: Readonly<Record<NoticeTone, number | null>> = { good: 5_000, warn: 12_000, bad: null };

/** Newest last. */
export function addNotice(notices: readonly Notice[], report: Report, id: number, atMs: number): readonly Notice[] {
  const repeated = notices.find((one) => !one.isDismissed && isSameReport(one, report));
  const grown = repeated ?? notices.find((one) => !one.isDismissed && isSameGroup(one.fact, report.fact));
  const others = notices.filter((one) => one !== grown);
  const count = (repeated?.count ?? 0) + 1;
  return [...endAttempts(others, report.fact), { ...report, id, count, atMs, isDismissed: false }].slice(-MAX_NOTICES);
}

function isSameReport(a: Report, b: Report): boolean {
  return a.tone === b.tone && a.title === b.title && a.detail === b.detail;
}

function isSameGroup(a: NoticeFact, b: NoticeFact): boolean {
  return a.kind === 'fills' && b.kind === 'fills' && a.key === b.key;
}

/** Ends the notices about earlier tries of an act. */
export function endAttempts(notices: readonly Notice[], fact: NoticeFact): readonly Notice[] {
  if (fact.kind !== 'attempt') return notices;
  return notices.map((one) =>
    one.fact.kind === 'attempt' && one.fact.of === fact.of && !one.isDismissed ? { ...one, isDismissed: true } : one,
  );
}

/**
 * Every notice as its fact is now. What ended is dismissed; one that was dismissed changes only where it said that something
 * was wrong or unknown. The same list where nothing changed.
 */
export function followNotices(notices: readonly Notice[], follow: (report: Report) => Became): readonly Notice[] {
  let hasChanged = false;
  const next = notices.map((notice) => {
    if (notice.isDismissed && notice.tone === 'good') return notice;
    const became = follow(notice);
    if (became === null || (became === 'ended' && notice.isDismissed)) return notice;
    hasChanged = true;
    return became === 'ended' ? { ...notice, isDismissed: true } : { ...notice, ...became, count: 1 };
  });
  return hasChanged ? next : notices;
}

export function dismissNotice(notices: readonly Notice[], id: number): readonly Notice[] {
  return notices.map((one) => (one.id === id ? { ...one, isDismissed: true } : one));
}

export function dismissAll(notices: readonly Notice[]): readonly Notice[] {
  return notices.map((one) => (one.isDismissed ? one : { ...one, isDismissed: true }));
}

/** The newest that is not dismissed, and how many others wait behind it. */
export function currentNotice(notices: readonly Notice[]): {
  readonly notice: Notice | null;
  readonly waiting: number;
} {
  const open = notices.filter((one) => !one.isDismissed);
  return { notice: open.at(-1) ?? null, waiting: Math.max(0, open.length - 1) };
}
