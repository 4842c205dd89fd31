/**
 * Public trades, from the recent-contracts endpoint and the `{m}.trades` stream.
 *
 * Invariants  `taker_side` is yes, no, or null for anything else: never guessed from price, direction or `taker_type`.
 * Source      exchange-interface, Recent contract item; docs/assumptions.md#trade-shape, #trade-price-terms.
 */
import type { TakerSide } from '#shared/market/outcome.ts';
import type { Trade } from '#shared/market/tape.ts';
import { quoteFound } from '#shared/units/errors.ts';
import {
  Fields,
  isRecord,
  Place,
  type Read,
  readArray,
  readIdText,
  readPrice,
  readShares,
  readTime,
} from './reader.ts';

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

/** A bare array, or one under `trades`; order as served. */
export function parseTrades(value: unknown, place: Place = new Place('contracts')): Trade[] {
  const wrapped = isRecord(value) && 'trades' in value;
  return readArray(parseTrade)(wrapped ? value.trades : value, wrapped ? place.at('trades') : place);
}
