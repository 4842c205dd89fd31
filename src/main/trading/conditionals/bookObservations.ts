/**
 * Book observations: books as conditional orders see them, without the member's own orders.
 *
 * Units       Times in ms of the exchange's clock.
 * Shape       At most 25 levels a side. An epoch begins with each snapshot; books read by REST have negative ones.
 */
import type { Level } from '#shared/market/book.ts';
import { type BookObservation, lessOwnOrders, type OwnOrder } from '#shared/order/conditional/observation.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import type { OrderRecord } from '../orders/orderRecord.ts';
import type { ConditionalSources, ReadBook, WatchedBook } from './ports.ts';

const MAX_LEVELS = 25;

export interface BookObservationsOptions extends Pick<ConditionalSources, 'clock'> {
  book(market: MarketId): WatchedBook | null;
  ordersOf(market: MarketId): Iterable<Pick<OrderRecord, 'side' | 'direction' | 'price' | 'remaining' | 'life'>>;
}

export interface ObservedBook {
  /** Rises when the watched book, its health or its proof changes. */
  readonly version: number;
  readonly book: BookObservation;
}

export interface BookObservations {
  /** The watched book as it is now; null while it has no sequence or was never proved. */
  observe(market: MarketId): ObservedBook | null;
  /** A book that was read by REST. */
  observeRead(market: MarketId, read: ReadBook): BookObservation;
  /** Begins the market's next epoch. */
  noteSnapshot(market: MarketId): void;
}

export function createBookObservations({ clock, book, ordersOf }: BookObservationsOptions): BookObservations {
  const epochs = new Map<MarketId, number>();
  const observed = new Map<MarketId, ObservedBook>();

  const epochOf = (market: MarketId): number => epochs.get(market) ?? 0;
  const toExchangeTime = (atMs: number): number => atMs + (clock.exchangeTimeMs() - clock.now());

  function listOwnOrders(market: MarketId): OwnOrder[] {
    const own: OwnOrder[] = [];
    for (const { side, direction, price, remaining, life } of ordersOf(market)) {
      if (direction !== null && !isTerminal(life)) own.push({ side, direction, price, remaining });
    }
    return own;
  }

  function buildSides(market: MarketId, bids: ArrayLike<number>, asks: ArrayLike<number>): Sides {
    const ownOrders = listOwnOrders(market);
    return {
      bids: lessOwnOrders(toLevels(bids), 'bid', ownOrders),
      asks: lessOwnOrders(toLevels(asks), 'ask', ownOrders),
    };
  }

  return {
    observe(market) {
      const watched = book(market);
      if (watched === null || watched.sequence === null || watched.provedAtMs === null) return null;
      const known = observed.get(market);
      if (known?.version === watched.version) return known;
      const seen: ObservedBook = {
        version: watched.version,
        book: {
          market,
          epoch: epochOf(market),
          sequence: watched.sequence,
          provedAtMs: toExchangeTime(watched.provedAtMs),
          health: watched.health.at,
          ...buildSides(market, watched.bids, watched.asks),
        },
      };
      observed.set(market, seen);
      return seen;
    },
    observeRead: (market, { sequence, provedAtMs, bids, asks }) => ({
      market,
      // Negative, so that a confirmation never continues from a streamed book to this one.
      epoch: -1 - epochOf(market),
      sequence,
      provedAtMs: toExchangeTime(provedAtMs),
      health: 'live',
      isRest: true,
      ...buildSides(market, bids, asks),
    }),
    noteSnapshot(market) {
      epochs.set(market, epochOf(market) + 1);
    },
  };
}

type Sides = Pick<BookObservation, 'bids' | 'asks'>;

/** Levels from pairs of price and size. */
function toLevels(pairs: ArrayLike<number>): Level[] {
  const levels: Level[] = [];
  for (let at = 0; at + 1 < pairs.length && levels.length < MAX_LEVELS; at += 2) {
    levels.push({ price: pairs[at]! as Price, shares: toShares(pairs[at + 1]!) });
  }
  return levels;
}
