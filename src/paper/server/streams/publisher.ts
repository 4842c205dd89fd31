/** Publishes simulation events as stream messages. Source: docs/exchange-interface.md#streams; docs/assumptions.md#book-increments. */
import { PERIODS, type Period } from '#shared/market/candle.ts';
import type { BookMarket, Order } from '../../engine/state.ts';
import type { PaperMarket, WorldListener } from '../../simulation/world.ts';
import {
  encodeBalanceEvent,
  encodeCandle,
  encodeFill,
  encodeIncrement,
  encodeOrder,
  encodePosition,
  encodeTrade,
} from '../http/encode.ts';
import type { Members } from '../members/members.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { Hub } from './hub.ts';

const BUCKET_SECONDS = 60;

export interface PublisherParts {
  readonly hub: Hub;
  marketOf(book: BookMarket): PaperMarket;
  members(): Members;
  readonly persistence: Persistence;
}

export function buildPublisher({ hub, marketOf, members, persistence }: PublisherParts): WorldListener {
  const buckets = new Map<string, { startSeconds: number; open: number }>();
  const slugOf = (order: Order): string => marketOf(order.market).slug;
  return {
    onOrder(order) {
      persistence.noteOrder(order);
      hub.publish('order', order.account, () => encodeOrder(order, slugOf(order)));
    },
    onFill(fill) {
      persistence.noteFill(fill);
      members().ofAccount(fill.order.account)?.fills.push(fill);
      hub.publish('contract', fill.order.account, () => encodeFill(fill, slugOf(fill.order)));
    },
    onBalance(account) {
      persistence.noteAccount(account);
      hub.publish('balance', account, () => encodeBalanceEvent(account));
    },
    onPosition(account, book, side) {
      persistence.noteAccount(account);
      hub.publish('position', account, () =>
        encodePosition(
          account.holdings.get(book.id)![side],
          marketOf(book).slug,
          side,
          members().ofAccount(account)?.kind ?? 'key',
        ),
      );
    },
    onBook(market, changes) {
      hub.publish(`${market.slug}.ob-inc`, null, () => encodeIncrement(changes));
    },
    onTrades(market, trades) {
      hub.publish(`${market.slug}.trades`, null, () => ({
        trades: trades.map((trade) => encodeTrade(trade, market.slug, market.book.result)),
      }));
    },
    onCandles(market, nowMs) {
      for (const period of Object.keys(PERIODS) as Period[]) {
        hub.publish(`${market.slug}.kline-${period}`, null, () => encodeCandle(market.candles.current(period, nowMs)));
      }
    },
    onTick(symbol, priceCents, nowMs) {
      const seconds = Math.floor(nowMs / 1_000);
      const startSeconds = seconds - (seconds % BUCKET_SECONDS);
      let bucket = buckets.get(symbol);
      if (bucket?.startSeconds !== startSeconds) {
        bucket = { startSeconds, open: priceCents / 100 };
        buckets.set(symbol, bucket);
      }
      const { open } = bucket;
      hub.publish(`crypto.${symbol}`, null, () => ({
        product_id: symbol,
        price: priceCents / 100,
        timestamp: seconds,
        bucket_start: startSeconds,
        bucket_open: open,
        bucket_seconds: BUCKET_SECONDS,
      }));
    },
  };
}
