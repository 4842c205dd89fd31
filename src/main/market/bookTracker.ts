/**
 * Book tracker: applies the stream of one watched book and decides its health.
 *
 * Shape       waiting → live ⇄ quiet → stale, resyncing or suspect → live.
 * Invariants  Each change of book, health or proof raises `version`. A live or quiet book applies increments; a snapshot makes
 *             an invalid book live again, except after a silence, when only a change or a check that agrees does.
 *             `provedAtMs` never goes back. The first invalid state requests a snapshot at once, each later one after a
 *             longer pause.
 * Errors      Never throws on data: an invalid book becomes suspect.
 * Source      docs/exchange-interface.md#sequence-rule; docs/assumptions.md#book-increments; docs/life-of-a-tick.md#silence.
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import type { ParseProblem } from '#shared/base/parseProblem.ts';
import {
  applyIncrement,
  applySnapshot,
  type Book,
  type BookUpdate,
  bestAsk,
  bestBid,
  buildBook,
  isBestInDoubt,
  isCrossed,
  type LeftOutLevels,
} from '#shared/market/book.ts';
import {
  type BookHealth,
  isLost,
  type NotLiveReason,
  type QuietReason,
  type UncheckedReason,
} from '#shared/market/bookHealth.ts';
import type { ExplainRead, ReadFailure } from '#shared/market/readFailure.ts';
import {
  buildSilence,
  noteAgreement,
  noteMessage,
  pauseSilence,
  quietAfterMs,
  restartSilence,
} from '#shared/market/silence.ts';
import type { StreamReason } from '#shared/market/streamReason.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type AuditFinding, openBookAudit } from './bookAudit.ts';
import type { MarketClock, MarketSources } from './ports.ts';
import { openSilenceTimer } from './silenceTimer.ts';
import { openSnapshotRequests } from './snapshotRequests.ts';

/** Without a stream message or a REST answer for this long, a quiet book becomes stale. */
const SILENT_AFTER_MS = 60_000;
/** A book that was live this long starts its backoff again. */
const BACKOFF_RESET_MS = 60_000;
/** A book that was subscribed again after a silence is checked after this time at the latest. */
const MAX_DELIVERY_WAIT_MS = 10_000;
/** Pauses between the checks of a quiet book that were not conclusive. */
const RECHECK: Backoff = { baseMs: 2_000, capMs: 15_000 };

export interface BookTracker {
  readonly market: MarketId;
  readonly book: Book;
  health(): BookHealth;
  version(): number;
  /** Time of the last message or check that proved the book; null before the first. */
  provedAtMs(): number | null;
  exchangeTimeMs(): number | null;
  bestBid(): Price | null;
  bestAsk(): Price | null;
  /** Checks the book at once; nothing while it is not usable or a check runs. */
  prove(): void;
  onSnapshot(update: BookUpdate, receivedAtMs: number): void;
  onIncrement(update: BookUpdate, receivedAtMs: number): void;
  onUnreadable(problem: ParseProblem | null): void;
  onDisconnected(reason: StreamReason): void;
  close(): void;
}

export interface BookTrackerOptions extends MarketClock, Pick<MarketSources, 'fetchBook' | 'resubscribe'> {
  readonly market: MarketId;
  readonly explainRead: ExplainRead;
  onChange(): void;
  /** Its health is another one. */
  onHealth(health: BookHealth): void;
  onLive(): void;
  /** The book becomes stale or suspect. */
  onLost(health: BookHealth): void;
  /** A change left no level on either side. */
  onEmptied(): void;
  /** Messages of the connection were lost, with trades and candles among them. */
  onMissing(cause: 'silent' | 'skipped'): void;
}

export function openBookTracker(options: BookTrackerOptions): BookTracker {
  const { market, now, schedule } = options;
  const book = buildBook();
  let health: BookHealth = { at: 'waiting' };
  let version = 1;
  const silence = buildSilence();
  let exchangeTimeMs: number | null = null;
  /** Quiet, or stale for lack of contact: the book has every change that arrived, and applies the next one. */
  let isSilent = false;
  /** A check showed that the stream was silent: a snapshot alone does not make the book live. */
  let hasToDeliver = false;
  /** From then on a check that agrees proves a book that was subscribed again: the market is calm. */
  let provesFromMs = 0;
  let rechecks = 0;
  /** Time of the last stream message or REST answer. */
  let contactAtMs = now();
  let liveSinceMs = 0;
  let unchecked: UncheckedReason | null = null;
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
  const quietTimer = openSilenceTimer(silence, options, () => {
    if (health.at !== 'live') return;
    const reason = { code: 'silent', parameters: { limitMs: quietAfterMs(silence) } } as const;
    suspend({ at: 'quiet', sinceMs: now(), reason }, 0);
  });
  let cancelCheck = (): void => {};
  const requests = openSnapshotRequests({
    schedule,
    request: () => options.resubscribe(market),
    isWanted: () => health.at !== 'live' && !isSilent,
  });

  function setHealth(next: BookHealth): void {
    const becomesLive = next.at === 'live' && health.at !== 'live';
    const becomesLost = isLost(next) && !isLost(health);
    if (becomesLive) liveSinceMs = now();
    const isOther = next !== health;
    health = next;
    version += 1;
    if (isOther) options.onHealth(next);
    options.onChange();
    if (becomesLive) options.onLive();
    if (becomesLost) options.onLost(next);
  }

  function buildLive(): BookHealth {
    const reason = book.leftOut === null ? unchecked : explainLeftOut('levelsLeftOut', book.leftOut);
    return reason === null ? { at: 'live' } : { at: 'live', unchecked: reason };
  }

  /** Suspends the book, which keeps applying changes, until something proves or contradicts it. */
  function suspend(next: BookHealth, firstCheckMs: number): void {
    isSilent = true;
    rechecks = 0;
    setHealth(next);
    checkAfter(firstCheckMs);
  }

  function explainQuiet(reason: QuietReason): void {
    if (health.at === 'quiet') setHealth({ ...health, reason });
  }

  /** Checks until something proves or contradicts the book: one read at a time, after longer and longer pauses. */
  function checkAfter(delayMs: number): void {
    cancelCheck();
    const check = (): void => {
      if (!isSilent) return;
      if (rechecks > 0) noteLostContact(null);
      audit.check();
      checkAfter(backoffMs(RECHECK, rechecks));
      rechecks += 1;
    };
    if (delayMs > 0) cancelCheck = schedule(delayMs, check);
    else check();
  }

  /** `failure` is null while the check is not answered. */
  function noteLostContact(failure: ReadFailure | null): void {
    if (health.at !== 'quiet' || now() - contactAtMs < SILENT_AFTER_MS) return;
    setHealth({ at: 'stale', sinceMs: now(), reason: { code: 'noContact', parameters: { failure } } });
  }

  function invalidate(at: 'stale' | 'resyncing' | 'suspect', reason: NotLiveReason): void {
    if (health.at === 'live' && now() - liveSinceMs >= BACKOFF_RESET_MS) requests.reset();
    isSilent = false;
    audit.reset();
    cancelCheck();
    pauseSilence(silence);
    setHealth({ at, sinceMs: health.at === at ? health.sinceMs : now(), reason });
    requests.noteInvalid();
  }

  function recover(): void {
    isSilent = false;
    hasToDeliver = false;
    cancelCheck();
    setHealth(buildLive());
    quietTimer.update();
  }

  /** The stream was silent before this snapshot: its content is kept, but something else has to prove the book. */
  function awaitDelivery(sinceMs: number): void {
    const waitMs = Math.min(quietAfterMs(silence), MAX_DELIVERY_WAIT_MS);
    restartSilence(silence, now());
    provesFromMs = now() + waitMs;
    suspend({ at: 'stale', sinceMs, reason: { code: 'resubscribed', parameters: {} } }, waitMs);
  }

  function isEmpty(): boolean {
    return bestBid(book) === null && bestAsk(book) === null;
  }

  function noteContact(): void {
    contactAtMs = now();
    exchangeTimeMs = options.exchangeTimeMs();
  }

  function onFinding(finding: AuditFinding): void {
    if (finding.kind !== 'readFailed') contactAtMs = now();
    switch (finding.kind) {
      case 'agrees':
        requests.reset();
        // What was left out is no longer in the exchange's book.
        if (finding.isWhole && book.leftOut !== null) {
          book.leftOut = null;
          if (health.at === 'live') setHealth(buildLive());
        }
        onAgreement(finding.provedAtMs);
        return;
      case 'readableNow':
        options.resubscribe(market);
        explainQuiet({ code: 'inconclusive', parameters: {} });
        return;
      case 'inconclusive':
        explainQuiet({ code: 'inconclusive', parameters: {} });
        return;
      case 'ahead':
        explainQuiet({ code: 'behindRest', parameters: { restSequence: finding.restSequence } });
        return;
      case 'invalid':
        if (isSilent || finding.reason.code === 'streamSilent') {
          hasToDeliver = true;
          options.onMissing('silent');
        }
        invalidate(finding.at, finding.reason);
        return;
      case 'readFailed':
        explainQuiet({ code: 'checkFailed', parameters: { failure: finding.failure } });
        noteLostContact(finding.failure);
        return;
    }
  }

  function onAgreement(provedUntilMs: number | null): void {
    const isProof = provedUntilMs !== null && (silence.provedAtMs === null || provedUntilMs > silence.provedAtMs);
    if (!isProof) {
      explainQuiet({ code: 'inconclusive', parameters: {} });
      return;
    }
    // Right after a new subscription an equal book shows only that its snapshot is right.
    if (hasToDeliver && now() < provesFromMs) return;
    noteAgreement(silence, provedUntilMs, now());
    if (isSilent) recover();
    else if (health.at === 'live') {
      setHealth(health);
      quietTimer.update();
    }
  }

  return {
    market,
    book,
    health: () => health,
    version: () => version,
    provedAtMs: () => silence.provedAtMs,
    exchangeTimeMs: () => exchangeTimeMs,
    bestBid: () => bestBid(book),
    bestAsk: () => bestAsk(book),
    prove() {
      if (health.at === 'live' || isSilent) audit.check();
    },
    onSnapshot(update, atMs) {
      noteContact();
      const hadLevels = !isEmpty();
      requests.noteConnected();
      audit.reset();
      applySnapshot(book, update);
      if (isCrossed(book)) {
        invalidate('suspect', { code: 'crossedSnapshot', parameters: {} });
      } else if (book.leftOut !== null && isBestInDoubt(book)) {
        invalidate('suspect', explainLeftOut('bestInDoubt', book.leftOut));
      } else {
        requests.cancel();
        if (hasToDeliver && health.at !== 'waiting') {
          awaitDelivery(health.at === 'live' ? now() : health.sinceMs);
        } else {
          pauseSilence(silence);
          noteMessage(silence, atMs);
          recover();
        }
        if (hadLevels && isEmpty()) options.onEmptied();
      }
    },
    onIncrement(update, atMs) {
      if (health.at !== 'live' && !isSilent) return;
      const hadLevels = !isEmpty();
      const result = applyIncrement(book, update);
      if (result === 'duplicate') return;
      const expected = (book.sequence ?? 0) + 1;
      noteContact();
      hasToDeliver = false;
      if (result === 'applied') {
        noteMessage(silence, atMs);
        quietTimer.update();
        audit.addUpdate(update);
        if (isCrossed(book)) invalidate('suspect', { code: 'crossed', parameters: {} });
        else if (book.leftOut !== null && isBestInDoubt(book)) {
          invalidate('suspect', explainLeftOut('bestInDoubt', book.leftOut));
        } else if (isSilent) recover();
        else setHealth(update.leftOut === undefined ? health : buildLive());
        if (hadLevels && isEmpty()) options.onEmptied();
      } else {
        options.onMissing('skipped');
        invalidate('resyncing', { code: 'sequenceGap', parameters: { expected, received: update.sequence } });
      }
    },
    onUnreadable(problem) {
      if (health.at !== 'live' && health.at !== 'waiting' && !isSilent) return;
      invalidate('suspect', { code: 'unreadableMessage', parameters: { problem } });
    },
    onDisconnected(reason) {
      if (isSilent) hasToDeliver = true;
      isSilent = false;
      audit.reset();
      cancelCheck();
      pauseSilence(silence);
      requests.noteDisconnected();
      if (health.at === 'waiting') return;
      setHealth({ at: 'stale', sinceMs: now(), reason: { code: 'disconnected', parameters: { reason } } });
    },
    close() {
      audit.close();
      quietTimer.stop();
      cancelCheck();
      requests.close();
    },
  };
}

function explainLeftOut<C extends 'levelsLeftOut' | 'bestInDoubt'>(
  code: C,
  { count, problem }: LeftOutLevels,
): { readonly code: C; readonly parameters: Pick<LeftOutLevels, 'count' | 'problem'> } {
  return { code, parameters: { count, problem } };
}
