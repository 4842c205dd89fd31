/**
 * Keeps the trades of one market: the recent ones by REST first, then the stream, and the volume traded at every price.
 *
 * Shape       `traded()` is [price, shares, …] in YES terms, any order.
 * Invariants  Oldest first on the ring; a trade counts once, whichever way it came; stream trades wait for the history.
 */
import { addTrade, buildTape, type Tape, type Trade } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { openRetry } from './retry.ts';
import type { MarketSources, Schedule } from './sources.ts';

export interface TapeKeeper {
  readonly market: MarketId;
  readonly tape: Tape;
  /** Rises with every trade. */
  version(): number;
  traded(): Float64Array;
  lastPrice(): Price | null;
  onTrades(trades: readonly Trade[]): void;
  onDisconnected(): void;
  /** After a cut: what was missed is read again. */
  onConnected(): void;
  close(): void;
}

export interface TapeKeeperOptions extends Pick<MarketSources, 'listRecentTrades'> {
  readonly market: MarketId;
  readonly schedule: Schedule;
  onChange(): void;
}

export function openTapeKeeper(options: TapeKeeperOptions): TapeKeeper {
  const tape = buildTape();
  const volumes = new Map<number, number>();
  let traded: Float64Array | null = null;
  let last: Trade | null = null;
  /** Stream trades that wait for a read under way; null when they go straight to the ring. */
  let waiting: Trade[] | null = [];
  /** The stream was cut and nothing of it has come since. */
  let isCut = false;

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

  const release = (history: readonly Trade[]): void => {
    const held = waiting ?? [];
    waiting = null;
    const sorted = [...history, ...held].sort((a, b) => a.exchangeTimeMs - b.exchangeTimeMs).slice(-tape.capacity);
    // What is as old as the end of a full ring was on it once: its id is forgotten, so it would count again.
    const oldest = tape.nextSeq < tape.capacity ? null : tape.trades[tape.nextSeq % tape.capacity];
    add(oldest ? sorted.filter((trade) => trade.exchangeTimeMs > oldest.exchangeTimeMs) : sorted);
  };

  const history = openRetry(
    options.schedule,
    async () => {
      waiting ??= [];
      release(await options.listRecentTrades(options.market));
    },
    // Live trades are worth more than a complete past: they go on, and the past comes when it comes.
    () => release([]),
  );
  history.run();

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
    onTrades(trades) {
      readAfterCut();
      if (waiting) waiting.push(...trades);
      else add(trades);
    },
    onDisconnected() {
      isCut = true;
    },
    onConnected: readAfterCut,
    close: () => history.close(),
  };
}
