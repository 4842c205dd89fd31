/**
 * Book tracker: applies the stream of one watched book and decides its health.
 *
 * Shape       waiting → live → stale, resyncing or suspect → live.
 * Invariants  Each change of book or health raises `version`. Only a live book applies increments; a snapshot makes any book
 *             live again, and a silent one also recovers by an increment or audit that fits.
 *             The first invalid state requests a snapshot at once, each later one after a longer pause.
 * Errors      Never throws on data: an invalid book becomes suspect.
 * Source      docs/exchange-interface.md#sequence-rule; docs/assumptions.md#book-increments.
 */
import { backoffMs, EXCHANGE_BACKOFF } from '#shared/base/backoff.ts';
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
import type { BookHealth, NotLiveReason, UncheckedReason } from '#shared/market/bookHealth.ts';
import type { StreamReason } from '#shared/market/streamReason.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type AuditFinding, openBookAudit } from './bookAudit.ts';
import type { MarketClock, MarketSources } from './ports.ts';

/** Without a stream message or a REST answer for this long, a live book becomes stale. */
export const SILENT_AFTER_MS = 60_000;
/** A book that was live this long starts its backoff again. */
const BACKOFF_RESET_MS = 60_000;
/** A requested snapshot that does not arrive within this time is requested again. */
const SNAPSHOT_TIMEOUT_MS = 15_000;
const FIRST_SNAPSHOT_TIMEOUT_MS = 5_000;

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
  onUnreadable(error: string): void;
  onDisconnected(reason: StreamReason): void;
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
  /** Stale for lack of contact: the book is still complete. */
  let isSilent = false;
  let isConnected = true;
  /** Time of the last stream message or REST answer. */
  let contactAtMs = now();
  let invalidStates = 0;
  let liveSinceMs = 0;
  let unchecked: UncheckedReason | null = null;
  let isClosed = false;
  const audit = openBookAudit({
    ...options,
    book,
    isAuditable: () => health.at === 'live' || isSilent,
    onFinding,
    onUnchecked(reason) {
      unchecked = reason;
      if (health.at === 'live') setHealth(buildLive());
    },
  });
  let cancelRequest = schedule(FIRST_SNAPSHOT_TIMEOUT_MS, requestAgain);

  function setHealth(next: BookHealth): void {
    const becomesLive = next.at === 'live' && health.at !== 'live';
    if (becomesLive) liveSinceMs = now();
    health = next;
    version += 1;
    options.onChange();
    if (becomesLive) options.onLive();
  }

  function buildLive(): BookHealth {
    return unchecked === null ? { at: 'live' } : { at: 'live', unchecked };
  }

  function invalidate(at: 'stale' | 'resyncing' | 'suspect', reason: NotLiveReason): void {
    if (health.at === 'live' && now() - liveSinceMs >= BACKOFF_RESET_MS) invalidStates = 0;
    isSilent = false;
    audit.reset();
    setHealth({ at, sinceMs: health.at === at ? health.sinceMs : now(), reason });
    cancelRequest();
    invalidStates += 1;
    if (invalidStates === 1) requestSnapshot();
    else cancelRequest = schedule(backoffMs(EXCHANGE_BACKOFF, invalidStates - 2), requestSnapshot);
  }

  function requestSnapshot(): void {
    if (isClosed || !isConnected) return;
    options.resubscribe(market);
    cancelRequest = schedule(SNAPSHOT_TIMEOUT_MS, requestAgain);
  }

  function requestAgain(): void {
    if (health.at === 'live' || isSilent) return;
    requestSnapshot();
  }

  function recover(): void {
    isSilent = false;
    setHealth(buildLive());
  }

  function noteMessage(atMs: number): void {
    receivedAtMs = atMs;
    contactAtMs = now();
    exchangeTimeMs = options.exchangeTimeMs();
  }

  function onFinding(finding: AuditFinding): void {
    if (finding.kind !== 'readFailed') contactAtMs = now();
    switch (finding.kind) {
      case 'agrees':
        invalidStates = 0;
        if (isSilent) recover();
        return;
      case 'inconclusive':
        if (isSilent) recover();
        return;
      case 'invalid':
        invalidate(finding.at, finding.reason);
        return;
      case 'readFailed':
        if (health.at !== 'live' || now() - contactAtMs < SILENT_AFTER_MS) return;
        isSilent = true;
        setHealth({
          at: 'stale',
          sinceMs: now(),
          reason: { code: 'noContact', parameters: { error: finding.error } },
        });
        return;
      case 'ahead':
        return;
    }
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
      noteMessage(atMs);
      isConnected = true;
      audit.reset();
      if (applySnapshot(book, update) === 'offGrid') {
        clearBook(book);
        invalidate('suspect', { code: 'offGridSnapshot', parameters: {} });
      } else if (isCrossed(book)) {
        invalidate('suspect', { code: 'crossedSnapshot', parameters: {} });
      } else {
        cancelRequest();
        recover();
      }
    },
    onIncrement(update, atMs) {
      if (health.at !== 'live' && !isSilent) return;
      const result = applyIncrement(book, update);
      if (result === 'duplicate') return;
      const expected = (book.sequence ?? 0) + 1;
      noteMessage(atMs);
      if (result === 'applied') {
        audit.addUpdate(update);
        if (isCrossed(book)) invalidate('suspect', { code: 'crossed', parameters: {} });
        else if (isSilent) recover();
        else setHealth(health);
      } else if (result === 'resync') {
        invalidate('resyncing', { code: 'sequenceGap', parameters: { expected, received: update.sequence } });
      } else {
        invalidate('suspect', { code: 'offGridIncrement', parameters: {} });
      }
    },
    onUnreadable(error) {
      if (health.at !== 'live' && !isSilent) return;
      invalidate('suspect', { code: 'unreadableMessage', parameters: { error } });
    },
    onDisconnected(reason) {
      isConnected = false;
      isSilent = false;
      audit.reset();
      invalidStates = 0;
      cancelRequest();
      if (health.at === 'waiting') return;
      setHealth({ at: 'stale', sinceMs: now(), reason: { code: 'disconnected', parameters: { reason } } });
    },
    close() {
      isClosed = true;
      audit.close();
      cancelRequest();
    },
  };
}
