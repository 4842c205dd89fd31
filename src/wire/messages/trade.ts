/**
 * Public trades, from the recent-contracts endpoint and the `{m}.trades` stream.
 *
 * Invariants  A trade that can't be read is a hole in the list that it came in, and never spoils the others.
 *             `taker_side` is yes, no, or null for anything else: never guessed from price, direction or `taker_type`.
 * Source      exchange-interface, Recent contract item; docs/assumptions.md#trade-shape, #trade-price-terms.
 */
import type { TakerSide } from '#shared/market/outcome.ts';
import type { Trade } from '#shared/market/tape.ts';
import { quoteFound } from '#shared/units/errors.ts';
import {
  Fields,
  isRecord,
  JsonPath,
  type Read,
  readIdText,
  readItems,
  readPrice,
  readShares,
  readTime,
} from './reader.ts';
import { WireError } from './wireError.ts';

export const readTakerSide: Read<TakerSide> = (value, place) => {
  if (value === 'yes' || value === 'no') return value;
  if (value !== null && value !== '') place.survey?.note('taker-sides', `Taker side ${quoteFound(value)}`);
  return null;
};

export const parseTrade: Read<Trade> = (value, place) => {
  const fields = new Fields(value, place);
  fields.skip('market', 'market_id', 'state', 'taker_type');
  return {
    id: fields.either(['id', 'tid'], readIdText),
    price: fields.take('price', readPrice),
    shares: fields.either(['volume', 'amount'], readShares),
    takerSide: fields.maybe('taker_side', readTakerSide),
    exchangeTimeMs: fields.either(['created_at', 'date'], readTime),
  };
};

export interface TradeList {
  /** Order as served. */
  readonly trades: readonly Trade[];
  readonly unreadable: readonly WireError[];
}

/** A bare array, or one under `trades`. */
export function parseTrades(value: unknown, place: JsonPath = new JsonPath('contracts')): TradeList {
  const wrapped = isRecord(value) && 'trades' in value;
  const found = readItems(parseTrade, (error) => error)(
    wrapped ? value.trades : value,
    wrapped ? place.at('trades') : place,
  );
  return {
    trades: found.filter((one): one is Trade => !(one instanceof WireError)),
    unreadable: found.filter((one) => one instanceof WireError),
  };
}
