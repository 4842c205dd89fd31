/**
 * Exposure of an account: joins what is held with books and marks, the same in main and in the page.
 *
 * Units       Prices as [price, shares, …] pairs in YES terms, best first; times in ms of this machine's clock.
 * Invariants  Pure. Our own orders are no liquidity.
 */
import { isTrusted } from '../../market/bookHealth.ts';
import { findMark } from '../../market/mark.ts';
import { type Market, resultOf } from '../../market/market.ts';
import type { Side } from '../../market/outcome.ts';
import type { Tick } from '../../market/tickGrid.ts';
import type { MarketId } from '../../units/ids.ts';
import type { Position } from '../account/account.ts';
import type { AccountLedger } from '../account/ledger.ts';
import { listLiquidity, type MarketDepth, type OpenOrder } from '../exits/flattenPlan.ts';
import { type ExitQuote, quoteExit } from '../exits/quote.ts';
import { isTerminal } from '../life.ts';
import { buildExposure, type Exposure } from './exposure.ts';
import { listHoldings, type MarketHolding } from './holding.ts';

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
export function listHoldingsOf(
  account: Pick<ExposedAccount, 'positions' | 'ledger'>,
  markets: ExposureMarkets,
): readonly MarketHolding[] {
  return listHoldings({
    ...account,
    resultOf: (id) => {
      const market = markets.find(id);
      return market === null ? null : resultOf(market);
    },
  });
}

export function exposureOf(holding: MarketHolding, account: ExposedAccount, markets: ExposureMarkets): Exposure {
  const listed = markets.find(holding.market);
  const book = markets.book(holding.market);
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
  const orders = account.orders.filter(({ market, life }) => market === holding.market && !isTerminal(life));
  const isBookOld = book !== null && !isTrusted(book.health);
  return buildExposure({
    holding,
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
  return listHoldingsOf(account, markets).map((holding) => exposureOf(holding, account, markets));
}

/** Sale of both outcomes of complete sets, each with its own fee: what a merge avoids. */
export interface BothLegs {
  readonly yes: ExitQuote | null;
  readonly no: ExitQuote | null;
}

/** What the books would pay for both outcomes of the market's sets now; null without sets or a book. */
export function quoteBothLegs(
  { market, sets }: Pick<Exposure, 'market' | 'sets'>,
  account: ExposedAccount,
  markets: ExposureMarkets,
): BothLegs | null {
  const book = markets.book(market);
  if (sets === 0 || book === null || book.health.at === 'waiting') return null;
  const orders = account.orders.filter((order) => order.market === market && !isTerminal(order.life));
  const terms = { tick: markets.tick, feeRateMicros: account.feeRateMicros, worst: null };
  const quote = (side: Side): ExitQuote | null => quoteExit('sell', sets, listLiquidity(book, side, orders), terms);
  return { yes: quote('yes'), no: quote('no') };
}
