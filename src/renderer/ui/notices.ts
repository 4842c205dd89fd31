/**
 * Notices: short reports that no pane shows itself, with their history. Pure steps.
 *
 * Invariants  A notice that repeats the one that is still shown counts up instead of standing twice. What went wrong stays
 *             until it is dismissed.
 */

export type NoticeTone = 'good' | 'warn' | 'bad';

export interface Notice {
  readonly id: number;
  readonly tone: NoticeTone;
  readonly title: string;
  readonly detail: string | null;
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

export interface Report {
  readonly tone: NoticeTone;
  readonly title: string;
  readonly detail: string | null;
}

/** Newest last. */
export function addNotice(notices: readonly Notice[], report: Report, id: number, atMs: number): readonly Notice[] {
  const repeated = notices.find((one) => !one.isDismissed && isSameReport(one, report));
  const others = notices.filter((one) => one !== repeated);
  const count = (repeated?.count ?? 0) + 1;
  return [...others, { ...report, id, count, atMs, isDismissed: false }].slice(-MAX_NOTICES);
}

function isSameReport(a: Report, b: Report): boolean {
  return a.tone === b.tone && a.title === b.title && a.detail === b.detail;
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
