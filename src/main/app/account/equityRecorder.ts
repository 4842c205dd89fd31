/**
 * Stores what the account is worth once a minute.
 *
 * Invariants  Only while the account is live: no row is ever made of data that may be old.
 * Source      docs/profit-and-loss.md
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { BookTop } from '#shared/market/mark.ts';
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { type ExposureMarkets, listExposures } from '#shared/order/exposure/account.ts';
import { sumExposures } from '#shared/order/exposure/exposure.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { EquityHistory, EquityRow } from '../../storage/equityHistory.ts';

const MINUTE_MS = 60_000;

export interface EquityRecorderOptions {
  readonly history: Pick<EquityHistory, 'append'>;
  readonly now: Now;
  readonly schedule: Scheduler;
  account(): AccountView;
  /** Address of the account's wallet; null before it is read. */
  wallet(): string | null;
  market(id: MarketId): Market | null;
  book(id: MarketId): BookTop | null;
  onFault(where: string, error: unknown): void;
}

/** Records at every whole minute; the returned function stops it. */
export function openEquityRecorder(options: EquityRecorderOptions): () => void {
  const { history, now, schedule, onFault } = options;
  let cancel = (): void => {};
  const waitForMinute = (): void => {
    cancel = schedule(MINUTE_MS - (now() % MINUTE_MS), () => {
      try {
        const row = buildEquityRow(options, Math.floor(now() / MINUTE_MS) * MINUTE_MS);
        if (row !== null) history.append(row);
      } catch (error) {
        onFault('equity history', error);
      }
      waitForMinute();
    });
  };
  waitForMinute();
  return () => cancel();
}

/** Null while the account is not live or a part of it is not known. */
export function buildEquityRow(
  { account, wallet, market, book }: Pick<EquityRecorderOptions, 'account' | 'wallet' | 'market' | 'book'>,
  atMs: number,
): EquityRow | null {
  const { at, balance, positions, ledger, unreadableRows } = account();
  const name = wallet();
  if (name === null || at !== 'live' || balance === null || !ledger.isComplete) return null;
  if (unreadableRows !== undefined) return null;
  // Only marks count here: no level of a book is walked.
  const markets: ExposureMarkets = {
    tick: DEFAULT_TICK,
    listedAtMs: null,
    find: market,
    book: (id) => {
      const top = book(id);
      return top && { ...top, bids: levelOf(top.bestBid), asks: levelOf(top.bestAsk), provedAtMs: null };
    },
  };
  const sum = sumExposures(listExposures({ positions, ledger, orders: [], feeRateMicros: 0 }, markets));
  return {
    account: name,
    atMs,
    cash: balance.total,
    positions: sum.value,
    unrealized: sum.atMiddle,
    realized: sum.realized,
    fees: sum.fees,
    unpriced: sum.unpriced,
  };
}

function levelOf(price: number | null): readonly number[] {
  return price === null ? [] : [price, 0];
}
