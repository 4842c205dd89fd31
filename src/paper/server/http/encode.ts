/**
 * Encodes engine state for the interface: decimal text, ISO 8601 times.
 *
 * Source      docs/exchange-interface.md#order, #balance, #position; docs/assumptions.md#contract-shape, #custodial-balance, #rest-positions, #rewards-shape, #sell-locks.
 */
import type { Side } from '#shared/market/outcome.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { available, averagePrice } from '../../engine/account.ts';
import { TICKS } from '../../engine/fees.ts';
import { type BookChanges, type LevelChange, levelsOf } from '../../engine/orderBook.ts';
import type { Account, BookMarket, Fill, Holding, Order, Result, Trade } from '../../engine/state.ts';
import type { PaperCandle } from '../../simulation/paperCandle.ts';
import { isoTime } from '../clock.ts';
import type { MemberKind } from '../members/memberKind.ts';

/** docs/assumptions.md#contract-states. */
const CONTRACT_STATE: Readonly<Record<Result, string>> = {
  '': 'active',
  yes: 'settled_yes',
  no: 'settled_no',
  void: 'voided',
};

const PRICE_TEXT = Array.from({ length: TICKS + 1 }, (_, ticks) => formatMicros(ticks * 10_000, 2));

/** 7 → '0.07'. */
export function formatTicks(ticks: number): string {
  return PRICE_TEXT[ticks]!;
}

export function encodeOrder(order: Order, market: string): Record<string, unknown> {
  const createdAt = isoTime(order.createdAtMs);
  return {
    id: order.id,
    market,
    side: order.side,
    direction: order.direction,
    ord_type: 'limit',
    price: formatTicks(order.ticks),
    state: order.state,
    origin_volume: formatMicros(order.shares),
    remaining_volume: formatMicros(order.remaining),
    filled_volume: formatMicros(order.shares - order.remaining),
    contracts_count: order.fills,
    locked: formatMicros(order.locked),
    created_at: createdAt,
    updated_at: order.updatedAtMs === order.createdAtMs ? createdAt : isoTime(order.updatedAtMs),
  };
}

export function encodeFill(fill: Fill, market: string): Record<string, unknown> {
  return {
    id: fill.id,
    order_id: fill.order.id,
    market,
    side: fill.order.side,
    direction: fill.order.direction,
    price: formatTicks(fill.ticks),
    volume: formatMicros(fill.shares),
    total: formatMicros(fill.value),
    fee: formatMicros(fill.fee),
    fee_currency: 'usdc',
    taker_side: fill.takerSide,
    state: CONTRACT_STATE[fill.order.market.result],
    created_at: isoTime(fill.atMs),
  };
}

/** REST: `balance_safe` and `locked_safe` hold the money, `balance` and `locked` are 0; a custodial record has only the latter two. */
export function encodeBalance(account: Account, kind: MemberKind): Record<string, unknown> {
  if (kind === 'custodial') {
    return { currency: 'usdc', balance: formatMicros(account.balance), locked: formatMicros(account.locked) };
  }
  return {
    currency: 'usdc',
    balance_safe: formatMicros(account.balance),
    locked_safe: formatMicros(account.locked),
    balance: '0',
    locked: '0',
  };
}

/** Stream: the same amounts as `balance`, `locked` and `available`. */
export function encodeBalanceEvent(account: Account): Record<string, unknown> {
  return {
    currency: 'usdc',
    balance: formatMicros(account.balance),
    locked: formatMicros(account.locked),
    available: formatMicros(available(account)),
    updated_at: isoTime(account.updatedAtMs),
  };
}

export function encodePosition(
  holding: Holding,
  market: string,
  outcome: Side,
  kind: MemberKind,
): Record<string, unknown> {
  return {
    market,
    outcome,
    custody: kind === 'custodial' ? 'custodial' : 'self',
    qty: formatMicros(holding.quantity),
    locked_qty: formatMicros(holding.locked),
    sellable_qty: formatMicros(holding.quantity - holding.locked),
    avg_price: formatMicros(averagePrice(holding)),
    realized_pnl: formatMicros(holding.realized),
    updated_at: isoTime(holding.updatedAtMs),
  };
}

export function encodeTrade(trade: Trade, market: string, result: Result): Record<string, unknown> {
  return {
    id: trade.id,
    market_id: market,
    price: formatTicks(trade.ticks),
    volume: formatMicros(trade.shares),
    state: CONTRACT_STATE[result],
    taker_side: trade.takerSide,
    created_at: isoTime(trade.atMs),
  };
}

/** All four arrays, best first; NO mirrors the canonical book. */
export function encodeBook(book: BookMarket): Record<string, unknown> {
  const bids = levelsOf(book, 'bid');
  const asks = levelsOf(book, 'ask');
  const encode = (levels: readonly LevelChange[], side: Side): unknown[] =>
    levels.map(({ ticks, volume }) => ({
      price: formatTicks(side === 'yes' ? ticks : TICKS - ticks),
      side,
      volume: formatMicros(volume),
    }));
  return {
    yes_bids: encode(bids, 'yes'),
    yes_asks: encode(asks, 'yes'),
    no_bids: encode(asks, 'no'),
    no_asks: encode(bids, 'no'),
    sequence: book.sequence,
  };
}

type Pair = readonly [string, string];

function encodePairs(levels: readonly LevelChange[]): Pair[] {
  return levels.map(({ ticks, volume }) => [formatTicks(ticks), formatMicros(volume)]);
}

/** YES leg: asks ascending, bids descending. */
export function encodeSnapshot(book: BookMarket): Record<string, unknown> {
  return {
    asks: encodePairs(levelsOf(book, 'ask')),
    bids: encodePairs(levelsOf(book, 'bid')),
    sequence: book.sequence,
  };
}

export function encodeIncrement(changes: BookChanges): Record<string, unknown> {
  return { asks: encodePairs(changes.asks), bids: encodePairs(changes.bids), sequence: changes.sequence };
}

/** `[timestamp in seconds, open, high, low, close, volume]`. */
export function encodeCandle(candle: PaperCandle): readonly [number, string, string, string, string, string] {
  return [
    candle.openMs / 1_000,
    formatTicks(candle.open),
    formatTicks(candle.high),
    formatTicks(candle.low),
    formatTicks(candle.close),
    formatMicros(candle.volume),
  ];
}
