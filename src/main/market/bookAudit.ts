/**
 * Book audit: compares a tracked book with the exchange's REST book every 15 s, and at once when asked.
 *
 * Invariants  One comparison at a time; `reset` drops the running one. `onUnchecked` precedes the finding it belongs to.
 * Errors      Never throws: a read that fails is a finding.
 * Source      docs/assumptions.md#rest-book-sequence, #rest-book-age.
 */
import { isSameCoded } from '#shared/base/coded.ts';
import { type Book, type BookUpdate, joinLeftOut } from '#shared/market/book.ts';
import type { NotLiveReason, UncheckedReason } from '#shared/market/bookHealth.ts';
import type { ExplainRead, ReadFailure } from '#shared/market/readFailure.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type BookTrace, compareWithTrace, startTrace } from './bookTrace.ts';
import type { MarketClock, MarketSources, RestBook } from './ports.ts';

export const AUDIT_EVERY_MS = 15_000;
/** Updates are traced this long before the read, so that a cached answer has a traced sequence. */
export const AUDIT_LEAD_MS = 2_000;
/** Pause before the second read, which confirms a stream that is behind. */
const CONFIRM_AFTER_MS = 2_000;
/** Greatest age of a REST book where the exchange states no max-age (docs/assumptions.md#rest-book-age). */
export const DEFAULT_MAX_AGE_MS = 5_000;
/** A REST book that may be older than this cannot check a book. */
const LONGEST_MAX_AGE_MS = 60_000;
/** After this many inconclusive comparisons in a row the book is unchecked. */
const MAX_INCONCLUSIVE = 3;

export type AuditFinding =
  /** `provedAtMs`: the book is right until then at least; null when the REST book was of an older sequence. */
  | { readonly kind: 'agrees'; readonly provedAtMs: number | null; readonly isWhole: boolean }
  /** Every level of the REST book can be read, and one of ours is left out: a fresh snapshot has it. */
  | { readonly kind: 'readableNow' }
  /** The REST book neither confirms nor contradicts the book: it is older, or a match cannot be decided. */
  | { readonly kind: 'inconclusive' }
  /** The REST book is ahead of the stream; a second read decides whether the stream is silent. */
  | { readonly kind: 'ahead'; readonly restSequence: number }
  | { readonly kind: 'invalid'; readonly at: 'stale' | 'suspect'; readonly reason: NotLiveReason }
  | { readonly kind: 'readFailed'; readonly failure: ReadFailure };

export interface BookAudit {
  /** Reads at once, because the stream is silent; nothing while an answer is awaited. */
  check(): void;
  /** Records an applied increment for the running comparison. */
  addUpdate(update: BookUpdate): void;
  /** Drops the running comparison: the book was replaced or is not live. */
  reset(): void;
  close(): void;
}

export interface BookAuditOptions extends Pick<MarketClock, 'now' | 'schedule'>, Pick<MarketSources, 'fetchBook'> {
  readonly market: MarketId;
  readonly book: Book;
  readonly explainRead: ExplainRead;
  isAuditable(): boolean;
  onFinding(finding: AuditFinding): void;
  /** Called when the book becomes unchecked, with the reason, or checked, with null. */
  onUnchecked(reason: UncheckedReason | null): void;
}

export function openBookAudit(options: BookAuditOptions): BookAudit {
  const { market, book, now, schedule } = options;
  let trace: BookTrace | null = null;
  let traceStartedAtMs = 0;
  let olderAnswers = 0;
  /** The book's sequence when the REST book was first found ahead of it. */
  let aheadOfSequence: number | null = null;
  let inconclusive = 0;
  let unchecked: UncheckedReason | null = null;
  /** The comparison whose REST answer is awaited. */
  let reading: BookTrace | null = null;
  /** The running comparison has not read yet. */
  let isLeading = false;
  let isClosed = false;
  let cancelNext = schedule(AUDIT_EVERY_MS, start);
  let cancelRead = (): void => {};

  function start(): void {
    cancelNext = schedule(AUDIT_EVERY_MS, start);
    // A slow answer is awaited: another read would not be answered sooner.
    if (!options.isAuditable() || (reading !== null && reading === trace)) return;
    begin(AUDIT_LEAD_MS);
    isLeading = trace !== null;
  }

  function begin(leadMs: number): void {
    trace = startTrace(book);
    traceStartedAtMs = now();
    olderAnswers = 0;
    isLeading = false;
    if (trace) readAfter(leadMs, trace);
  }

  function readAfter(delayMs: number, started: BookTrace): void {
    const isCurrent = (): boolean => !isClosed && trace === started;
    cancelRead();
    cancelRead = schedule(delayMs, () => {
      if (!isCurrent()) return;
      reading = started;
      isLeading = false;
      const requestedAtMs = now();
      const endRead = (): boolean => {
        if (reading === started) reading = null;
        return isCurrent();
      };
      options.fetchBook(market).then(
        (rest) => {
          if (endRead()) evaluate(started, rest, requestedAtMs);
        },
        (error: unknown) => {
          if (endRead()) onReadFailed(options.explainRead(error));
        },
      );
    });
  }

  function onReadFailed(failure: ReadFailure): void {
    trace = null;
    countInconclusive({ code: 'restUnavailable', parameters: { failure } });
    options.onFinding({ kind: 'readFailed', failure });
  }

  function evaluate(started: BookTrace, rest: RestBook, requestedAtMs: number): void {
    const comparison = compareWithTrace(started, rest);
    trace = null;
    if (comparison !== 'ahead') aheadOfSequence = null;
    switch (comparison) {
      case 'agrees':
        setChecked();
        options.onFinding({
          kind: 'agrees',
          provedAtMs: findProof(started, rest, requestedAtMs),
          isWhole: rest.leftOut === undefined && rest.sequence >= 0 && rest.sequence === book.sequence,
        });
        return;
      case 'differs':
        setChecked();
        invalidate('suspect', { code: 'differsFromRest', parameters: { restSequence: sequenceOf(rest) } });
        return;
      case 'ahead':
        setChecked();
        evaluateAhead(rest);
        return;
      case 'older':
        evaluateOlder(started, rest);
        return;
      case 'leftOut': {
        const leftOut = joinLeftOut(book.leftOut, rest.leftOut ?? null);
        if (leftOut)
          countInconclusive({ code: 'levelsLeftOut', parameters: { count: leftOut.count, problem: leftOut.problem } });
        options.onFinding({ kind: rest.leftOut === undefined ? 'readableNow' : 'inconclusive' });
        return;
      }
      case 'inconclusive':
        countInconclusive({ code: 'restWithoutSequence', parameters: {} });
        options.onFinding({ kind: 'inconclusive' });
    }
  }

  function evaluateAhead(rest: RestBook): void {
    if (aheadOfSequence !== null && aheadOfSequence === book.sequence) {
      invalidate('stale', { code: 'streamSilent', parameters: { restSequence: rest.sequence } });
      return;
    }
    aheadOfSequence = book.sequence;
    trace = startTrace(book);
    if (trace) readAfter(CONFIRM_AFTER_MS, trace);
    options.onFinding({ kind: 'ahead', restSequence: rest.sequence });
  }

  /** An answer from before the trace is stale, or the exchange restarted its sequence: the answer's max-age decides. */
  function evaluateOlder(started: BookTrace, rest: RestBook): void {
    const maxAgeMs = rest.maxAgeMs ?? DEFAULT_MAX_AGE_MS;
    olderAnswers += 1;
    const remainingMs = traceStartedAtMs + maxAgeMs - now();
    if (remainingMs <= 0 && olderAnswers > 1) {
      const parameters = { restSequence: sequenceOf(rest), streamSequence: started.start.sequence };
      invalidate('suspect', { code: 'aheadOfRest', parameters });
      return;
    }
    if (remainingMs <= LONGEST_MAX_AGE_MS) {
      trace = started;
      cancelNext();
      cancelNext = schedule(AUDIT_EVERY_MS + Math.max(remainingMs, 0), start);
      readAfter(Math.max(remainingMs + CONFIRM_AFTER_MS, CONFIRM_AFTER_MS), started);
    } else {
      inconclusive = MAX_INCONCLUSIVE;
      countInconclusive({ code: 'restTooOld', parameters: { maxAgeMs } });
    }
    options.onFinding({ kind: 'inconclusive' });
  }

  /** A REST book of the current state may be as old as its max-age. */
  function findProof(started: BookTrace, rest: RestBook, requestedAtMs: number): number | null {
    const isCurrent = rest.sequence < 0 ? started.updates.length === 0 : rest.sequence === book.sequence;
    return isCurrent ? requestedAtMs - (rest.maxAgeMs ?? DEFAULT_MAX_AGE_MS) : null;
  }

  function invalidate(at: 'stale' | 'suspect', reason: NotLiveReason): void {
    options.onFinding({ kind: 'invalid', at, reason });
  }

  function setChecked(): void {
    inconclusive = 0;
    setUnchecked(null);
  }

  function countInconclusive(reason: UncheckedReason): void {
    inconclusive += 1;
    setUnchecked(inconclusive >= MAX_INCONCLUSIVE ? reason : null);
  }

  function setUnchecked(next: UncheckedReason | null): void {
    if (isSameCoded(next, unchecked)) return;
    unchecked = next;
    options.onUnchecked(next);
  }

  return {
    check() {
      if (trace === null || isLeading) begin(0);
    },
    addUpdate: (update) => void trace?.updates.push(update),
    reset() {
      trace = null;
      aheadOfSequence = null;
    },
    close() {
      isClosed = true;
      cancelNext();
      cancelRead();
    },
  };
}

function sequenceOf(rest: RestBook): number | null {
  return rest.sequence < 0 ? null : rest.sequence;
}
