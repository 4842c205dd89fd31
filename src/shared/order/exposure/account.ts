/**
 * Exposure of an account: joins what is held with books and marks, the same in main and in the page.
 *
 * Units       Prices as [price, shares, …] pairs in YES terms, best first; times in ms of this machine's clock.
 * Invariants  Pure. Our own orders are no liquidity.
 */
import { isTrusted } from '../../market/bookHealth.ts';
import { findMark } from '../../market/mark.ts';
import { type Market, resultOf } from '../../market/market.ts';
import type { Tick } from '../../market/tickGrid.ts';
import type { MarketId } from '../../units/ids.ts';
import type { Position } from '../account.ts';
import { listLiquidity, type MarketDepth, type OpenOrder } from '../exits/flattenPlan.ts';
import type { AccountLedger } from '../ledger.ts';
import { isTerminal } from '../life.ts';
import { buildExposure, type Exposure } from './exposure.ts';
import { type Held, listHeld } from './held.ts';

export interface ExposedAccount {
  readonly positions: readonly Position[];
  readonly ledger: AccountLedger;
  readonly orders: readonly OpenOrder[];
  readonly feeRateMicros: number;
}

export interface ExposureBook extends MarketDepth {
  readonly lastPrice: number | null;
  /** When the book was proved last. */
  readonly provedAtMs: number | null;
}

export interface ExposureMarkets {
  readonly tick: Tick;
  /** When the listed prices were read; null before. */
  readonly listedAtMs: number | null;
  find(market: MarketId): Market | null;
  book(market: MarketId): ExposureBook | null;
}

/** What is held in every market with a position or a fill. */
export function listHeldOf(
  account: Pick<ExposedAccount, 'positions' | 'ledger'>,
  markets: ExposureMarkets,
): readonly Held[] {
  return listHeld({
    ...account,
    resultOf: (id) => {
      const market = markets.find(id);
      return market === null ? null : resultOf(market);
    },
  });
}

export function exposureOf(held: Held, account: ExposedAccount, markets: ExposureMarkets): Exposure {
  const listed = markets.find(held.market);
  const book = markets.book(held.market);
  const top =
    book === null
      ? null
      : {
          health: book.health,
          bestBid: book.bids[0] ?? null,
          bestAsk: book.asks[0] ?? null,
          lastPrice: book.lastPrice,
        };
  const mark = findMark('yes', listed, top);
  const orders = account.orders.filter(({ market, life }) => market === held.market && !isTerminal(life));
  const isBookOld = book !== null && !isTrusted(book.health);
  return buildExposure({
    held,
    mark,
    markAsOfMs: mark?.from === 'catalogue' ? markets.listedAtMs : (book?.provedAtMs ?? null),
    levels: (side) => (book === null || book.health.at === 'waiting' ? null : listLiquidity(book, side, orders)),
    bookAsOfMs: isBookOld ? book.provedAtMs : null,
    tick: markets.tick,
    feeRateMicros: account.feeRateMicros,
  });
}

/** Every market with a position or a fill, the latest fill first. */
export function listExposures(account: ExposedAccount, markets: ExposureMarkets): readonly Exposure[] {
  return listHeldOf(account, markets).map((held) => exposureOf(held, account, markets));
}
