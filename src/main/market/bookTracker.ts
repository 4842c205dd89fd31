/**
 * Keeps one watched book and says whether it may be believed: waiting → live → stale → resyncing → suspect.
 *
 * Invariants  A change of book or health raises `version`. Only a live book takes increments; every other state ends with a
 *             snapshot, or, for 'unheard', with any word that fits. One resubscription is asked per bad state, the next with a pause.
 * Errors      Never throws on data: a bad book becomes suspect.
 * Source      exchange-interface, Events rule 1; docs/assumptions.md#book-increments.
 */
import {
  applyIncrement,
  applySnapshot,
  type Book,
  type BookUpdate,
  bestAsk,
  bestBid,
  buildBook,
  clearBook,
  isCrossed,
} from '#shared/market/book.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type BookTrace, checkAgainst, startTrace } from './bookAudit.ts';
import type { MarketClock, MarketSources, ServedBook } from './ports.ts';
import { pauseAfter, reasonOf } from './retry.ts';

/** How often a REST read is held against the stream's book. */
export const AUDIT_EVERY_MS = 15_000;
/** Updates are collected this long before the read, so that a cached answer still meets a known sequence. */
export const AUDIT_LEAD_MS = 2_000;
/** A second read decides when the first one was ahead of a silent stream. */
const AUDIT_CONFIRM_MS = 2_000;
/** How old a served book may be where the exchange names no max-age (docs/assumptions.md#rest-book-age). */
const SERVED_AGE_MS = 5_000;
/** A max-age above this makes the check read blind to a book that stays behind: it is waited for no longer. */
const LONGEST_AGE_MS = 60_000;
/** Neither a message nor an answered read for this long: nobody knows what the book is. */
export const SILENT_AFTER_MS = 60_000;
/** After so many checks in a row that told nothing, the book says that it is unchecked. */
const MOST_UNTOLD = 3;
/** Live for so long, a book is no longer one that stays bad: the next trouble is answered at once. */
const CALM_MS = 60_000;
/** A snapshot that was asked for and did not come is asked for again. */
const SNAPSHOT_OVERDUE_MS = 15_000;
const FIRST_SNAPSHOT_OVERDUE_MS = 5_000;

export interface BookTracker {
  readonly market: MarketId;
  readonly book: Book;
  health(): BookHealth;
  version(): number;
  receivedAtMs(): number | null;
  exchangeTimeMs(): number | null;
  bestBid(): Price | null;
  bestAsk(): Price | null;
  onSnapshot(update: BookUpdate, receivedAtMs: number): void;
  onIncrement(update: BookUpdate, receivedAtMs: number): void;
  onUnreadable(why: string): void;
  onDisconnected(why: string): void;
  close(): void;
}

export interface BookTrackerOptions extends MarketClock, Pick<MarketSources, 'fetchBook' | 'resubscribe'> {
  readonly market: MarketId;
  onChange(): void;
  onLive(): void;
}

export function openBookTracker(options: BookTrackerOptions): BookTracker {
  const { market, now, schedule } = options;
  const book = buildBook();
  let health: BookHealth = { at: 'waiting' };
  let version = 1;
  let receivedAtMs: number | null = null;
  let exchangeTimeMs: number | null = null;
  /** Stale only for want of news: the book is still whole, so an increment that fits makes it live again. */
  let isSilent = false;
  let isConnected = true;
  let heardAtMs = now();
  let bad = 0;
  let liveSinceMs = 0;
  let trace: BookTrace | null = null;
  let traceAtMs = 0;
  let olderReads = 0;
  let aheadAt: number | null = null;
  /** Checks in a row that told nothing. */
  let untold = 0;
  let unchecked: string | null = null;
  let isClosed = false;
  let cancelAudit = schedule(AUDIT_EVERY_MS, beginAudit);
  let cancelAsk = schedule(FIRST_SNAPSHOT_OVERDUE_MS, askAgain);
  let cancelRead = (): void => {};

  function change(next: BookHealth): void {
    const wasLive = health.at === 'live';
    if (next.at === 'live' && !wasLive) liveSinceMs = now();
    health = next;
    version += 1;
    options.onChange();
    if (next.at === 'live' && !wasLive) options.onLive();
  }

  const live = (): BookHealth => ({ at: 'live', ...(unchecked === null ? {} : { unchecked }) });

  /** Null: a check said something. */
  function noteCheck(why: string | null): void {
    untold = why === null ? 0 : untold + 1;
    const next = untold >= MOST_UNTOLD ? why : null;
    if (next === unchecked) return;
    unchecked = next;
    if (health.at === 'live') change(live());
  }

  function invalidate(at: 'stale' | 'resyncing' | 'suspect', why: string): void {
    if (health.at === 'live' && now() - liveSinceMs >= CALM_MS) bad = 0;
    isSilent = false;
    trace = null;
    aheadAt = null;
    change({ at, sinceMs: health.at === at ? health.sinceMs : now(), why });
    askForSnapshot();
  }

  /** At once for the first bad state in a row, later with growing pauses: a book that stays bad must not become a storm. */
  function askForSnapshot(): void {
    cancelAsk();
    bad += 1;
    if (bad === 1) ask();
    else cancelAsk = schedule(pauseAfter(bad - 1), ask);
  }

  function ask(): void {
    if (isClosed || !isConnected) return;
    options.resubscribe(market);
    cancelAsk = schedule(SNAPSHOT_OVERDUE_MS, askAgain);
  }

  function askAgain(): void {
    if (health.at === 'live' || (health.at === 'stale' && isSilent)) return;
    ask();
  }

  function take(atMs: number): void {
    receivedAtMs = atMs;
    heardAtMs = now();
    exchangeTimeMs = options.exchangeTimeMs();
  }

  function beginAudit(): void {
    cancelAudit = schedule(AUDIT_EVERY_MS, beginAudit);
    if (health.at === 'live' || isSilent) {
      trace = startTrace(book);
      traceAtMs = now();
      olderReads = 0;
      if (trace) readForAudit(trace, AUDIT_LEAD_MS);
    }
  }

  /** An answer from before the trace is old, or the exchange counts anew: its max-age tells which. */
  function evaluateOlder(held: BookTrace, served: ServedBook): void {
    const toleranceMs = served.maxAgeMs ?? SERVED_AGE_MS;
    olderReads += 1;
    const restMs = traceAtMs + toleranceMs - now();
    if (restMs <= 0 && olderReads > 1) {
      const where = served.sequence < 0 ? 'another book' : `sequence ${served.sequence}`;
      invalidate('suspect', `The exchange's own book stays at ${where}, behind ${held.start.sequence} of the stream`);
    } else if (restMs <= LONGEST_AGE_MS) {
      trace = held;
      cancelAudit();
      cancelAudit = schedule(AUDIT_EVERY_MS + Math.max(restMs, 0), beginAudit);
      readForAudit(held, Math.max(restMs + AUDIT_CONFIRM_MS, AUDIT_CONFIRM_MS));
    } else {
      const seconds = Math.round(toleranceMs / 1_000);
      untold = MOST_UNTOLD;
      noteCheck(`The exchange's own book may be ${seconds} s old, so this one cannot be checked against it`);
    }
  }

  function readForAudit(held: BookTrace, leadMs: number): void {
    cancelRead();
    cancelRead = schedule(leadMs, () => {
      if (isClosed || trace !== held) return;
      options.fetchBook(market).then(
        (served) => {
          if (!isClosed && trace === held) evaluateAudit(held, served);
        },
        (error: unknown) => {
          if (!isClosed && trace === held) hearNothing(reasonOf(error));
        },
      );
    });
  }

  function hearNothing(why: string): void {
    trace = null;
    noteCheck(`This book cannot be checked: ${why}`);
    if (health.at !== 'live' || now() - heardAtMs < SILENT_AFTER_MS) return;
    isSilent = true;
    change({ at: 'stale', sinceMs: now(), why: `No message and no answer to the check read: ${why}` });
  }

  function evaluateAudit(held: BookTrace, served: ServedBook): void {
    const verdict = checkAgainst(held, served);
    trace = null;
    heardAtMs = now();
    if (verdict === 'unclear') {
      noteCheck(
        'The exchange names no sequence of its own book, and this one moves too fast to be compared by its levels',
      );
    } else if (verdict !== 'older') noteCheck(null);
    if (verdict === 'differs') {
      invalidate('suspect', `The book differs from the exchange's own at sequence ${served.sequence}`);
      return;
    }
    if (verdict !== 'ahead') {
      aheadAt = null;
      if (verdict === 'older') evaluateOlder(held, served);
      if (health.at === 'suspect') return;
      if (verdict === 'agrees') bad = 0;
      if (isSilent) recover();
      return;
    }
    if (aheadAt !== null && aheadAt === book.sequence) {
      invalidate('stale', `The stream is silent while the exchange is at sequence ${served.sequence}`);
      return;
    }
    aheadAt = book.sequence;
    trace = startTrace(book);
    if (trace) readForAudit(trace, AUDIT_CONFIRM_MS);
  }

  function recover(): void {
    isSilent = false;
    change(live());
  }

  return {
    market,
    book,
    health: () => health,
    version: () => version,
    receivedAtMs: () => receivedAtMs,
    exchangeTimeMs: () => exchangeTimeMs,
    bestBid: () => bestBid(book),
    bestAsk: () => bestAsk(book),
    onSnapshot(update, atMs) {
      take(atMs);
      isConnected = true;
      trace = null;
      aheadAt = null;
      if (applySnapshot(book, update) === 'offGrid') {
        clearBook(book);
        invalidate('suspect', 'The snapshot has a price that no tick of ours holds');
      } else if (isCrossed(book)) {
        invalidate('suspect', 'The snapshot is crossed: its best bid is not below its best ask');
      } else {
        cancelAsk();
        isSilent = false;
        change(live());
      }
    },
    onIncrement(update, atMs) {
      if (health.at !== 'live' && !isSilent) return;
      const result = applyIncrement(book, update);
      if (result === 'duplicate') return;
      const expected = (book.sequence ?? 0) + 1;
      take(atMs);
      if (result === 'applied') {
        trace?.updates.push(update);
        if (isCrossed(book)) invalidate('suspect', 'The book is crossed: its best bid is not below its best ask');
        else if (isSilent) recover();
        else change(health);
      } else if (result === 'resync') {
        invalidate('resyncing', `Sequence ${update.sequence} came where ${expected} was expected`);
      } else {
        invalidate('suspect', 'An increment has a price that no tick of ours holds');
      }
    },
    onUnreadable(why) {
      if (health.at === 'live' || isSilent) invalidate('suspect', `A message could not be read: ${why}`);
    },
    onDisconnected(why) {
      isConnected = false;
      isSilent = false;
      trace = null;
      bad = 0;
      cancelAsk();
      if (health.at !== 'waiting') change({ at: 'stale', sinceMs: now(), why: `The stream is disconnected: ${why}` });
    },
    close() {
      isClosed = true;
      cancelAudit();
      cancelAsk();
      cancelRead();
    },
  };
}
