/**
 * Markets: every field of `EventBundleMarket`.
 *
 * Errors      A list that is not an array throws; an unreadable market is omitted and reported in `unreadable`.
 * Source      docs/exchange-interface.md#market; the k-line, book and contracts inside a market have parsers of their own.
 */
import type { BookUpdate } from '#shared/market/book.ts';
import type { Candle } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import { checkOutcomeLabels } from '#shared/market/outcome.ts';
import type { Trade } from '#shared/market/tape.ts';
import { parseTokenId, type TokenId } from '#shared/units/ids.ts';
import { parseCandleRows } from './candleRow.ts';
import { finish, type Sliced } from './decodeJson.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, parseAt, type Reader, readArray, readIdText, readMarketId, sliceItems } from './jsonReader.ts';
import { readPriceSettlement, readPriceTarget, readSettlementPanel, readTerms } from './marketDetails.ts';
import { parseOrderBook } from './orderBook.ts';
import { readPlannedTime, readVolume, readWhole } from './plausible.ts';
import { readDisplayPrice } from './rounded.ts';
import { readServed } from './servedText.ts';
import { parseTrades } from './trade.ts';
import { unexpectedValue, WireError } from './wireError.ts';

const DEFAULT_LABELS = ['Yes', 'No'] as const;

/** An on-chain id in decimal or hex; returns decimal text. */
export const readTokenId: Reader<TokenId> = (value, path) => {
  const text = readIdText(value, path);
  return parseAt(parseTokenId, /^0x[0-9a-fA-F]{1,64}$/.test(text) ? BigInt(text).toString() : text, path);
};

export interface MarketList {
  readonly markets: readonly Market[];
  readonly unreadable: readonly WireError[];
}

export function parseMarkets(value: unknown, path: JsonPath = new JsonPath('markets')): MarketList {
  return finish(sliceMarkets(value, path));
}

/** A page of markets. */
export function* sliceMarkets(value: unknown, path: JsonPath): Sliced<MarketList> {
  const items = yield* sliceItems(parseMarket, (error) => error)(value, path);
  return {
    markets: items.filter((item): item is Market => !(item instanceof WireError)),
    unreadable: items.filter((item) => item instanceof WireError),
  };
}

export function parseMarket(value: unknown, path: JsonPath = new JsonPath('market')): Market {
  const fields = new Fields(value, path);
  const outcomeLabels = fields.optional('outcome_labels', readLabels) ?? DEFAULT_LABELS;
  // `parseMarketExtras` reads these.
  fields.ignore('kline', 'order_book', 'recent_contracts');
  return {
    id: fields.required('market_id', readMarketId),
    numericId: fields.lenient('id', readWhole('numericId')),
    title: fields.lenient('title', readServed('title')) ?? '',
    description: fields.lenient('description', readServed('description')) ?? '',
    rules: fields.lenient('rules', readServed('rules')) ?? '',
    category: fields.lenient('category', readServed('name')) ?? '',
    status: fields.optional('status', readServed('word')) ?? '',
    result: fields.optional('result', readServed('word')),
    imageUrl: fields.lenient('image_url', readServed('url')),
    openAtMs: fields.optional('open_at', readPlannedTime),
    closeAtMs: fields.optional('close_at', readPlannedTime),
    determinationAtMs: fields.optional('determination_at', readPlannedTime),
    yesTokenId: fields.optional('ctf_yes_token_id', readTokenId),
    noTokenId: fields.optional('ctf_no_token_id', readTokenId),
    eventId: fields.optional('event_id', readWhole('numericId')),
    eventSlug: fields.lenient('event_slug', readServed('slug')),
    eventTitle: fields.lenient('event_title', readServed('title')),
    eventRank: fields.lenient('event_rank', readWhole('rank')),
    groupItemTitle: fields.lenient('group_item_title', readServed('groupItemTitle')),
    lastPrice: fields.lenient('last_price', readDisplayPrice),
    yesPrice: fields.lenient('yes_price', readDisplayPrice),
    noPrice: fields.lenient('no_price', readDisplayPrice),
    volume24h: fields.lenient('volume_24h', readVolume),
    quoteCurrency: fields.optional('quote_currency', readServed('word')) ?? 'usdc',
    outcomeLabels,
    labelProblem: checkOutcomeLabels(...outcomeLabels),
    resolutionSource: fields.lenient('resolution_source', readServed('name')),
    priceTarget: fields.lenient('price_target', readPriceTarget),
    priceSettlement: fields.lenient('price_settlement', readPriceSettlement),
    settlementPanel: fields.lenient('settlement_panel', readSettlementPanel),
    terms: fields.lenient('terms', readTerms),
  };
}

/** Book, candles and trades inside a market; null where the market has none. */
export interface MarketExtras {
  readonly book: BookUpdate | null;
  readonly candles: readonly Candle[] | null;
  readonly trades: readonly Trade[] | null;
}

export function parseMarketExtras(value: unknown, path: JsonPath = new JsonPath('market')): MarketExtras {
  const fields = new Fields(value, path);
  return {
    book: fields.optional('order_book', (book, at) => parseOrderBook(book, at).update),
    candles: fields.optional('kline', (rows, at) => parseCandleRows(rows, at).candles),
    trades: fields.optional('recent_contracts', (trades, at) => parseTrades(trades, at).trades),
  };
}

const readLabels: Reader<readonly [string, string]> = (value, path) => {
  const [yes = '', no = '', ...more] = readArray(readServed('label'))(value, path);
  if (more.length > 0 || yes === '' || no === '') throw unexpectedValue(path, 'two display names', value);
  return [yes, no];
};
