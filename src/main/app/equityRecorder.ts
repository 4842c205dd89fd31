/**
 * Stores what the account is worth once a minute.
 *
 * Invariants  Only while the account is live: no row is ever made of data that may be old.
 * Source      docs/profit-and-loss.md
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { type BookTop, findMark } from '#shared/market/mark.ts';
import type { Market } from '#shared/market/market.ts';
import { settledValue } from '#shared/order/ledger.ts';
import { unrealizedPnl } from '#shared/order/pnl.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import { toUsd } from '#shared/units/usd.ts';
import type { EquityHistory, EquityRow } from '../storage/equityHistory.ts';

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
  let value = 0n;
  let unpriced = 0;
  for (const position of positions) {
    if (position.quantity === 0) continue;
    const mark = findMark(position.outcome, market(position.market), book(position.market));
    if (mark === null) unpriced += 1;
    else value += (BigInt(mark.value) * BigInt(position.quantity)) / BigInt(MICROS);
  }
  let unrealized = 0n;
  let realized = 0n;
  let fees = 0n;
  for (const line of ledger.positions) {
    realized += line.realized - line.fees;
    fees += line.fees;
    if (line.settlement !== null) {
      realized += settledValue(line, line.settlement) - line.cost;
      continue;
    }
    const mark = line.open === 0 ? null : findMark(line.side, market(line.market), book(line.market));
    if (mark !== null) unrealized += unrealizedPnl(line.open, line.cost, mark.value);
  }
  return {
    account: name,
    atMs,
    cash: balance.total,
    positions: toUsd(value),
    unrealized: toUsd(unrealized),
    realized: toUsd(realized),
    fees: toUsd(fees),
    unpriced,
  };
}
