/**
 * Tape tracker: trades of one market from REST and the stream, and the volume traded at each price.
 *
 * Shape       `traded()` is [price, shares, …] in YES terms, in any order.
 * Invariants  A trade counts once, from whichever source; stream trades wait for a running read. `gap` says why trades are
 *             missing; only a complete read that is not older than the gap ends it. Trades that REST no longer has leave a hole.
 * Errors      Never throws. A tape that stays unreadable is read a few times, and no more often than errors arrive.
 */

import { backoffMs, EXCHANGE_BACKOFF } from '#shared/base/backoff.ts';
import { isSameCoded } from '#shared/base/coded.ts';
import type { ParseProblem } from '#shared/base/parseProblem.ts';
import {
  addTrade,
  buildTape,
  type MissedCause,
  type RecentTrades,
  type Tape,
  type TapeGap,
  type Trade,
} from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { MarketClock, MarketSources } from './ports.ts';
import { openRetry } from './retry.ts';

/** Reads that try to end one gap, after 1, 2, 4 … s. */
const MAX_REPAIRS = 6;
/** This long after the last repair, another unreadable trade starts new repairs. */
const REPAIRS_RESET_MS = 60_000;
/** Greatest age of an answer where the exchange states no max-age (docs/assumptions.md#rest-book-age). */
const DEFAULT_MAX_AGE_MS = 5_000;

export interface TapeTracker {
  readonly market: MarketId;
  readonly tape: Tape;
  /** Rises with each trade. */
  version(): number;
  traded(): Float64Array;
  lastPrice(): Price | null;
  /** Why trades are missing, or null; the same object until it changes. */
  gap(): TapeGap | null;
  /** Ids of trades directly before (older than) which some are missing that REST no longer had. */
  holesBefore(): readonly string[];
  onTrades(trades: readonly Trade[]): void;
  /** Trades could not be parsed: REST is read for them. */
  onUnreadable(problem: ParseProblem | null): void;
  /** From now on the stream carries nothing. */
  onMissing(cause: MissedCause): void;
  /** Reads what the stream did not carry. */
  onConnected(): void;
  close(): void;
}

export interface TapeTrackerOptions
  extends Pick<MarketSources, 'listRecentTrades'>,
    Pick<MarketClock, 'now' | 'schedule'> {
  readonly market: MarketId;
  onChange(): void;
}

export function openTapeTracker(options: TapeTrackerOptions): TapeTracker {
  const { now, schedule } = options;
  const tape = buildTape();
  const volumes = new Map<number, number>();
  let traded: Float64Array | null = null;
  let last: Trade | null = null;
  /** Stream trades that wait for a running read; null while none runs. */
  let waiting: Trade[] | null = [];
  /** Why the stream carried nothing, and the newest trade before; null while it delivers. */
  let missing: { readonly cause: MissedCause } | null = null;
  let lastBeforeMissing: Trade | null = null;
  const holes = new Set<string>();
  let gap: TapeGap | null = null;
  let gapSinceMs = 0;
  let repairs = 0;
  let repairedAtMs = now();
  let cancelRepair: (() => void) | null = null;

  const add = (trades: readonly Trade[]): void => {
    const seqBefore = tape.nextSeq;
    for (const trade of trades) {
      if (!addTrade(tape, trade)) continue;
      volumes.set(trade.price, (volumes.get(trade.price) ?? 0) + trade.shares);
      if (last === null || trade.exchangeTimeMs >= last.exchangeTimeMs) last = trade;
    }
    if (tape.nextSeq === seqBefore) return;
    traded = null;
    options.onChange();
  };

  /** Adds the history and the waiting trades in the order of their times. */
  const addWithWaiting = (history: readonly Trade[]): void => {
    const trades = [...history, ...(waiting ?? [])];
    waiting = null;
    const newest = trades.sort((a, b) => a.exchangeTimeMs - b.exchangeTimeMs).slice(-tape.capacity);
    // A full ring has forgotten the ids of older trades, so these would count twice.
    const oldest = tape.nextSeq < tape.capacity ? null : tape.trades[tape.nextSeq % tape.capacity];
    add(oldest ? newest.filter((trade) => trade.exchangeTimeMs > oldest.exchangeTimeMs) : newest);
  };

  const setGap = (next: TapeGap | null, sinceMs: number): void => {
    gapSinceMs = sinceMs;
    if (isSameCoded(next, gap)) return;
    gap = next;
    options.onChange();
  };

  /** The answer starts after the newest trade that was known: those in between are lost. */
  const markHole = (history: readonly Trade[]): void => {
    const before = lastBeforeMissing;
    if (before === null || history.length === 0) return;
    const [oldest] = history.toSorted((a, b) => a.exchangeTimeMs - b.exchangeTimeMs);
    if (oldest!.exchangeTimeMs <= before.exchangeTimeMs || history.some(({ id }) => id === before.id)) return;
    holes.add(oldest!.id);
  };

  const applyReadToGap = (read: RecentTrades, requestedAtMs: number): void => {
    if (read.problem !== null) {
      const sinceMs = gap === null ? requestedAtMs : gapSinceMs;
      setGap({ code: 'unreadableHistory', parameters: { problem: read.problem } }, sinceMs);
    } else if (gap !== null && requestedAtMs - gapSinceMs >= (read.maxAgeMs ?? DEFAULT_MAX_AGE_MS)) {
      setGap(null, 0);
      if (missing === null) lastBeforeMissing = null;
    }
    if (gap !== null) repairLater();
  };

  const history = openRetry(
    schedule,
    async () => {
      waiting ??= [];
      const requestedAtMs = now();
      const read = await options.listRecentTrades(options.market);
      markHole(read.trades);
      addWithWaiting(read.trades);
      applyReadToGap(read, requestedAtMs);
    },
    // Live trades do not wait for the history, which is read again.
    () => addWithWaiting([]),
  );
  history.run();

  function repairLater(): void {
    if (cancelRepair !== null || repairs >= MAX_REPAIRS) return;
    scheduleRepair(backoffMs(EXCHANGE_BACKOFF, repairs));
    repairs += 1;
  }

  function scheduleRepair(delayMs: number): void {
    cancelRepair = schedule(delayMs, () => {
      cancelRepair = null;
      if (now() - repairedAtMs >= REPAIRS_RESET_MS) repairs = 0;
      repairedAtMs = now();
      history.run();
    });
  }

  const noteMissing = (cause: MissedCause): void => setGap(gap ?? { code: 'missed', parameters: { cause } }, now());

  const readMissed = (): void => {
    if (missing === null) return;
    const { cause } = missing;
    missing = null;
    noteMissing(cause);
    repairs = 0;
    waiting ??= [];
    history.run();
  };

  return {
    market: options.market,
    tape,
    version: () => tape.nextSeq,
    traded() {
      if (traded) return traded;
      traded = new Float64Array(volumes.size * 2);
      let at = 0;
      for (const [price, shares] of volumes) {
        traded[at] = price;
        traded[at + 1] = shares;
        at += 2;
      }
      return traded;
    },
    lastPrice: () => last?.price ?? null,
    gap: () => gap,
    holesBefore() {
      for (const id of holes) if (!tape.ids.has(id)) holes.delete(id);
      return [...holes];
    },
    onTrades(trades) {
      readMissed();
      if (waiting) waiting.push(...trades);
      else add(trades);
    },
    onUnreadable(problem) {
      setGap({ code: 'unreadableMessage', parameters: { problem } }, now());
      const resetInMs = REPAIRS_RESET_MS - (now() - repairedAtMs);
      if (resetInMs <= 0) repairs = 0;
      // This may be the last unreadable trade, so a read always follows it.
      if (repairs >= MAX_REPAIRS && cancelRepair === null) scheduleRepair(resetInMs);
      else repairLater();
    },
    onMissing(cause) {
      missing ??= { cause };
      lastBeforeMissing ??= last;
      noteMissing(missing.cause);
    },
    onConnected: readMissed,
    close() {
      cancelRepair?.();
      history.close();
    },
  };
}
