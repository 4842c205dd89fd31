/**
 * Silence of the shared streams that carry the trades of listed markets for their last prices.
 *
 * Invariants  A silence that is unusual is checked by one REST read, of the market that traded last. Trades that the streams
 *             did not carry prove that they are silent: they are opened again, without the other connections.
 * Errors      Never throws: a read that fails is repeated with backoff.
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import { buildSilence, noteAgreement, noteMessage, pauseSilence } from '#shared/market/silence.ts';
import type { RecentTrades, Trade } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { MarketClock, MarketSources } from './ports.ts';
import { openSilenceTimer } from './silenceTimer.ts';

const RECHECK: Backoff = { baseMs: 5_000, capMs: 60_000 };
/** Greatest age of an answer where the exchange states none (docs/assumptions.md#rest-book-age). */
const DEFAULT_MAX_AGE_MS = 5_000;

export interface ListedTapes {
  onTrades(market: MarketId, trades: readonly Trade[], receivedAtMs: number): void;
  close(): void;
}

export interface ListedTapesOptions
  extends Pick<MarketClock, 'now' | 'schedule'>,
    Pick<MarketSources, 'listRecentTrades'> {
  /** Adds the trades that the streams did not carry. */
  onMissed(market: MarketId, trades: readonly Trade[]): void;
  /** Opens the shared streams again. */
  reopen(): void;
}

export function openListedTapes(options: ListedTapesOptions): ListedTapes {
  const { now, schedule } = options;
  const silence = buildSilence();
  let last: { readonly market: MarketId; readonly atMs: number } | null = null;
  let attempts = 0;
  let isClosed = false;
  const timer = openSilenceTimer(silence, options, check);
  let cancelCheck = (): void => {};

  function check(): void {
    if (last === null) return;
    const checked = last;
    const requestedAtMs = now();
    options.listRecentTrades(checked.market).then(
      (read) => {
        if (!isClosed && last === checked) evaluate(checked, read, requestedAtMs);
      },
      () => {
        if (last === checked) checkLater();
      },
    );
  }

  function evaluate(checked: { readonly market: MarketId; readonly atMs: number }, read: RecentTrades, atMs: number) {
    const missed = read.trades.filter((trade) => trade.exchangeTimeMs > checked.atMs);
    if (missed.length === 0) {
      attempts = 0;
      noteAgreement(silence, atMs - (read.maxAgeMs ?? DEFAULT_MAX_AGE_MS), now());
      timer.update();
      return;
    }
    last = { market: checked.market, atMs: Math.max(...missed.map((trade) => trade.exchangeTimeMs)) };
    options.onMissed(checked.market, missed);
    pauseSilence(silence);
    options.reopen();
    checkLater();
  }

  function checkLater(): void {
    if (isClosed) return;
    cancelCheck();
    cancelCheck = schedule(backoffMs(RECHECK, attempts), check);
    attempts += 1;
  }

  return {
    onTrades(market, trades, receivedAtMs) {
      if (trades.length === 0) return;
      noteMessage(silence, receivedAtMs);
      last = { market, atMs: Math.max(...trades.map((trade) => trade.exchangeTimeMs)) };
      attempts = 0;
      cancelCheck();
      timer.update();
    },
    close() {
      isClosed = true;
      timer.stop();
      cancelCheck();
    },
  };
}
