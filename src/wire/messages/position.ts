/** Net holdings: the stream's shape, and REST read tolerantly with the same words. Source: exchange-interface, Position; docs/assumptions.md#rest-positions. */
import type { Position } from '#shared/order/account.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { type Shares, toShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import {
  Fields,
  JsonPath,
  readArray,
  readMarketId,
  readOneOf,
  readShares,
  readText,
  readTime,
  translate,
} from './reader.ts';
import { readRounded, readShownPrice } from './rounded.ts';

export function parsePosition(value: unknown, place: JsonPath = new JsonPath('position')): Position {
  const fields = new Fields(value, place);
  const quantity = fields.either(['qty', 'quantity', 'volume'], readShares);
  const locked = fields.maybeEither(['locked_qty', 'locked'], readShares) ?? ZERO_SHARES;
  const rest: Shares = translate(toShares, Math.max(0, quantity - locked), place.at('locked_qty'));
  const custody = fields.maybe('custody', readText) ?? '';
  if (custody !== '' && custody !== 'self') place.survey?.note('custody', `Custody ${quoteFound(custody)}`);
  return {
    market: fields.either(['market', 'market_id'], readMarketId),
    outcome: fields.either(['outcome', 'side'], readOneOf(['yes', 'no'])),
    custody,
    quantity,
    locked,
    sellable: fields.maybeEither(['sellable_qty', 'sellable'], readShares) ?? rest,
    averagePrice: fields.maybeEither(['avg_price', 'average_price'], readShownPrice),
    realizedPnl: toUsd(BigInt(fields.maybe('realized_pnl', readRounded) ?? 0)),
    exchangeTimeMs: fields.maybe('updated_at', readTime),
  };
}

export function parsePositions(value: unknown, place: JsonPath = new JsonPath('positions')): Position[] {
  return readArray(parsePosition)(value, place);
}
