/**
 * Keeps the trades of one market: the recent ones by REST first, then the stream, and the volume traded at every price.
 *
 * Shape       `traded()` is [price, shares, …] in YES terms, any order.
 * Invariants  A trade counts once, whichever way it came; stream trades wait for a read under way. While trades are known to be
 *             missing, `hole` says why; only a whole read that can't be older than the hole ends it.
 * Errors      Never throws: a tape that stays unreadable is read again a few times, and not more often than the trouble comes.
 */
import { addTrade, buildTape, type RecentTrades, type Tape, type Trade } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { MarketClock, MarketSources } from './ports.ts';
import { openRetry, pauseAfter } from './retry.ts';

/** Reads that try to fill one hole, with pauses of 1, 2, 4 … s. */
const MOST_REPAIRS = 6;
/** So long after the last of them another unreadable trade is worth reading again. */
const REPAIR_AGAIN_MS = 60_000;
/** How old an answer may be where the exchange names no max-age (docs/assumptions.md#rest-book-age). */
const SERVED_AGE_MS = 5_000;

export interface TapeTracker {
  readonly market: MarketId;
  readonly tape: Tape;
  /** Rises with every trade. */
  version(): number;
  traded(): Float64Array;
  lastPrice(): Price | null;
  /** Why trades are missing, or null. */
  hole(): string | null;
  onTrades(trades: readonly Trade[]): void;
  /** Trades came that could not be read: they are looked for by REST. */
  onUnreadable(why: string): void;
  onDisconnected(): void;
  /** After a cut: what was missed is read again. */
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
  /** Stream trades that wait for a read under way; null when they go straight to the ring. */
  let waiting: Trade[] | null = [];
  /** The stream was cut and nothing of it has come since. */
  let isCut = false;
  let hole: { readonly sinceMs: number; readonly why: string } | null = null;
  let repairs = 0;
  let repairedAtMs = now();
  let cancelRepair: (() => void) | null = null;

  const add = (trades: readonly Trade[]): void => {
    const before = tape.nextSeq;
    for (const trade of trades) {
      if (!addTrade(tape, trade)) continue;
      volumes.set(trade.price, (volumes.get(trade.price) ?? 0) + trade.shares);
      if (last === null || trade.exchangeTimeMs >= last.exchangeTimeMs) last = trade;
    }
    if (tape.nextSeq === before) return;
    traded = null;
    options.onChange();
  };

  const release = (past: readonly Trade[]): void => {
    const held = waiting ?? [];
    waiting = null;
    const sorted = [...past, ...held].sort((a, b) => a.exchangeTimeMs - b.exchangeTimeMs).slice(-tape.capacity);
    // What is as old as the end of a full ring was on it once: its id is forgotten, so it would count again.
    const oldest = tape.nextSeq < tape.capacity ? null : tape.trades[tape.nextSeq % tape.capacity];
    add(oldest ? sorted.filter((trade) => trade.exchangeTimeMs > oldest.exchangeTimeMs) : sorted);
  };

  const setHole = (next: typeof hole): void => {
    const hasMoved = hole?.why !== next?.why;
    hole = next;
    if (hasMoved) options.onChange();
  };

  const evaluateAudit = (read: RecentTrades, beganAtMs: number): void => {
    if (read.hole !== null) setHole({ sinceMs: hole?.sinceMs ?? beganAtMs, why: read.hole });
    else if (hole !== null && beganAtMs - hole.sinceMs >= (read.maxAgeMs ?? SERVED_AGE_MS)) {
      setHole(null);
      return;
    }
    if (hole !== null) repairLater();
  };

  const history = openRetry(
    schedule,
    async () => {
      waiting ??= [];
      const beganAtMs = now();
      const read = await options.listRecentTrades(options.market);
      release(read.trades);
      evaluateAudit(read, beganAtMs);
    },
    // Live trades are worth more than a complete past: they go on, and the past comes when it comes.
    () => release([]),
  );
  history.run();

  function repairLater(): void {
    if (cancelRepair !== null || repairs >= MOST_REPAIRS) return;
    repairs += 1;
    planRepair(pauseAfter(repairs));
  }

  function planRepair(delayMs: number): void {
    cancelRepair = schedule(delayMs, () => {
      cancelRepair = null;
      if (now() - repairedAtMs >= REPAIR_AGAIN_MS) repairs = 0;
      repairedAtMs = now();
      history.run();
    });
  }

  const readAfterCut = (): void => {
    if (!isCut) return;
    isCut = false;
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
    hole: () => hole?.why ?? null,
    onTrades(trades) {
      readAfterCut();
      if (waiting) waiting.push(...trades);
      else add(trades);
    },
    onUnreadable(why) {
      setHole({ sinceMs: now(), why });
      const restMs = REPAIR_AGAIN_MS - (now() - repairedAtMs);
      if (restMs <= 0) repairs = 0;
      // It may be the last one to come, so it is read after in any case.
      if (repairs >= MOST_REPAIRS && cancelRepair === null) planRepair(restMs);
      else repairLater();
    },
    onDisconnected() {
      isCut = true;
    },
    onConnected: readAfterCut,
    close() {
      cancelRepair?.();
      history.close();
    },
  };
}
