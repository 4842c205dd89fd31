/**
 * The market list: every field of `EventBundleMarket`.
 *
 * Errors      A list that is not an array throws; one market that can't be read is left out and reported.
 * Source      exchange-interface, Market; the embedded k-line, book and contracts are read by their own parsers.
 */
import type { BookUpdate } from '#shared/market/book.ts';
import type { Candle } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import type { Trade } from '#shared/market/tape.ts';
import { parseTokenId, type TokenId } from '#shared/units/ids.ts';
import { parseCandleRows } from './candleRow.ts';
import { readPriceSettlement, readPriceTarget, readSettlementPanel, readTerms } from './marketDetails.ts';
import { parseOrderBook } from './orderBook.ts';
import {
  Fields,
  JsonPath,
  type Read,
  readArray,
  readIdText,
  readInteger,
  readMarketId,
  readText,
  readTime,
  translate,
} from './reader.ts';
import { readRoundedShares, readShownPrice } from './rounded.ts';
import { parseTrades } from './trade.ts';
import { refuse, WireError } from './wireError.ts';

const MAX_MARKETS = 10_000;

/** An on-chain id as decimal text; a hex spelling is turned into decimal. */
export const readTokenId: Read<TokenId> = (value, place) => {
  const text = readIdText(value, place);
  return translate(parseTokenId, /^0x[0-9a-fA-F]{1,64}$/.test(text) ? BigInt(text).toString() : text, place);
};

export interface MarketList {
  readonly markets: readonly Market[];
  readonly unreadable: readonly WireError[];
}

export function parseMarkets(value: unknown, place: JsonPath = new JsonPath('markets')): MarketList {
  if (!Array.isArray(value)) throw refuse(place, 'an array of markets', value);
  if (value.length > MAX_MARKETS) throw refuse(place, `at most ${MAX_MARKETS} markets`, value);
  const markets: Market[] = [];
  const unreadable: WireError[] = [];
  value.forEach((item, index) => {
    try {
      markets.push(parseMarket(item, place.at(index)));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      unreadable.push(error);
    }
  });
  return { markets, unreadable };
}

export function parseMarket(value: unknown, place: JsonPath = new JsonPath('market')): Market {
  const fields = new Fields(value, place);
  // Read by `parseMarketExtras`, where they are wanted.
  fields.skip('kline', 'order_book', 'recent_contracts');
  return {
    market: fields.take('market_id', readMarketId),
    numericId: fields.maybe('id', readInteger),
    title: fields.maybe('title', readText) ?? '',
    description: fields.maybe('description', readText) ?? '',
    rules: fields.maybe('rules', readText) ?? '',
    category: fields.maybe('category', readText) ?? '',
    status: fields.maybe('status', readText) ?? '',
    result: fields.maybe('result', readText),
    imageUrl: fields.maybe('image_url', readText),
    openAtMs: fields.maybe('open_at', readTime),
    closeAtMs: fields.maybe('close_at', readTime),
    determinationAtMs: fields.maybe('determination_at', readTime),
    yesTokenId: fields.maybe('ctf_yes_token_id', readTokenId),
    noTokenId: fields.maybe('ctf_no_token_id', readTokenId),
    eventId: fields.maybe('event_id', readInteger),
    eventSlug: fields.maybe('event_slug', readText),
    eventTitle: fields.maybe('event_title', readText),
    eventRank: fields.maybe('event_rank', readInteger),
    groupItemTitle: fields.maybe('group_item_title', readText),
    lastPrice: fields.maybe('last_price', readShownPrice),
    yesPrice: fields.maybe('yes_price', readShownPrice),
    noPrice: fields.maybe('no_price', readShownPrice),
    volume24h: fields.maybe('volume_24h', readRoundedShares),
    quoteCurrency: fields.maybe('quote_currency', readText) ?? 'usdc',
    outcomeLabels: fields.maybe('outcome_labels', readLabels) ?? ['Yes', 'No'],
    resolutionSource: fields.maybe('resolution_source', readText),
    priceTarget: fields.maybe('price_target', readPriceTarget),
    priceSettlement: fields.maybe('price_settlement', readPriceSettlement),
    settlementPanel: fields.maybe('settlement_panel', readSettlementPanel),
    terms: fields.maybe('terms', readTerms),
  };
}

/** What a market may carry along of the book, k-line and recent-contracts endpoints; null where it does not. */
export interface MarketExtras {
  readonly book: BookUpdate | null;
  readonly candles: readonly Candle[] | null;
  readonly trades: readonly Trade[] | null;
}

export function parseMarketExtras(value: unknown, place: JsonPath = new JsonPath('market')): MarketExtras {
  const fields = new Fields(value, place);
  return {
    book: fields.maybe('order_book', (book, at) => parseOrderBook(book, at).update),
    candles: fields.maybe('kline', parseCandleRows),
    trades: fields.maybe('recent_contracts', (trades, at) => parseTrades(trades, at).trades),
  };
}

const readLabels: Read<readonly [string, string]> = (value, place) => {
  const [yes = '', no = '', ...more] = readArray(readText)(value, place);
  if (more.length > 0 || yes === '' || no === '') throw refuse(place, 'two display names', value);
  return [yes, no];
};
