/**
 * The member's positions, from REST and the `position` stream.
 *
 * Shape       REST may use other spellings of the stream's field names; both are accepted.
 * Source      docs/exchange-interface.md#position; docs/assumptions.md#rest-positions.
 */
import type { Position } from '#shared/order/account/account.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { type Shares, toShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, parseAt, readMarketId, readOneOf } from './jsonReader.ts';
import { readQuantity, readResult, readTime } from './plausible.ts';
import { readDisplayPrice } from './rounded.ts';
import { type RowFailure, readRows, sliceRows } from './rowFailure.ts';
import { readServed } from './servedText.ts';

/** docs/assumptions.md#custody */
const KNOWN_CUSTODY: ReadonlySet<string> = new Set(['', 'self', 'custodial']);

export function parsePosition(value: unknown, path: JsonPath = new JsonPath('position')): Position {
  const fields = new Fields(value, path);
  const quantity = fields.required(['qty', 'quantity', 'volume'], readQuantity);
  const locked = fields.optional(['locked_qty', 'locked'], readQuantity) ?? ZERO_SHARES;
  const unlocked: Shares = parseAt(toShares, Math.max(0, quantity - locked), path.at('locked_qty'));
  const custody = fields.optional('custody', readServed('word')) ?? '';
  if (!KNOWN_CUSTODY.has(custody)) {
    path.drift?.add({ code: 'custody', parameters: { custody: quoteFound(custody) } });
  }
  return {
    market: fields.required(['market', 'market_id'], readMarketId),
    outcome: fields.required(['outcome', 'side'], readOneOf(['yes', 'no'])),
    custody,
    quantity,
    locked,
    sellable: fields.optional(['sellable_qty', 'sellable'], readQuantity) ?? unlocked,
    averagePrice: fields.optional(['avg_price', 'average_price'], readDisplayPrice),
    realizedPnl: fields.optional('realized_pnl', readResult) ?? ZERO_USD,
    exchangeTimeMs: fields.optional('updated_at', readTime),
  };
}

/** A page of positions. */
export const slicePositions = sliceRows(parsePosition, []);

/** Parses each position on its own; an unreadable one becomes a RowFailure. */
export function parsePositions(value: unknown, path: JsonPath = new JsonPath('positions')): (Position | RowFailure)[] {
  return readRows(parsePosition, [])(value, path);
}
