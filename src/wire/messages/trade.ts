/**
 * Public trades, from the recent-contracts endpoint and the `{market}.trades` stream.
 *
 * Invariants  An unreadable trade does not affect the others.
 *             The taker side is yes, no, or null for anything else: never derived from price, direction or `taker_type`.
 * Source      docs/exchange-interface.md#public-trade; docs/assumptions.md#trade-shape, #trade-price-terms.
 */
import type { TakerSide } from '#shared/market/outcome.ts';
import type { Trade } from '#shared/market/tape.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { finish, type Sliced } from './decodeJson.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, isRecord, type Reader, readIdText, readPrice, sliceItems } from './jsonReader.ts';
import { readTime, readTradedShares } from './plausible.ts';
import { WireError } from './wireError.ts';

export const readTakerSide: Reader<TakerSide> = (value, path) => {
  if (value === 'yes' || value === 'no') return value;
  if (value !== null && value !== '') {
    path.drift?.add({ code: 'taker-sides', parameters: { side: quoteFound(value) } });
  }
  return null;
};

const parseTrade: Reader<Trade> = (value, path) => {
  const fields = new Fields(value, path);
  fields.ignore('market', 'market_id', 'state', 'taker_type');
  return {
    id: fields.required(['id', 'tid'], readIdText),
    price: fields.required('price', readPrice),
    shares: fields.required(['volume', 'amount'], readTradedShares),
    takerSide: fields.optional('taker_side', readTakerSide),
    exchangeTimeMs: fields.required(['created_at', 'date'], readTime),
  };
};

export interface TradeList {
  /** In the exchange's order. */
  readonly trades: readonly Trade[];
  readonly unreadable: readonly WireError[];
}

/** Parses a bare array, or one under `trades`. */
export function parseTrades(value: unknown, path: JsonPath = new JsonPath('contracts')): TradeList {
  return finish(sliceTrades(value, path));
}

/** A long list of trades; throws at more unreadable ones than `maxUnreadable`. */
export function* sliceTrades(value: unknown, path: JsonPath, maxUnreadable?: number): Sliced<TradeList> {
  const wrapped = isRecord(value) && 'trades' in value;
  const items = yield* sliceItems(
    parseTrade,
    (error) => error,
    maxUnreadable,
  )(wrapped ? value.trades : value, wrapped ? path.at('trades') : path);
  return {
    trades: items.filter((item): item is Trade => !(item instanceof WireError)),
    unreadable: items.filter((item) => item instanceof WireError),
  };
}
