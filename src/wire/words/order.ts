/**
 * The member's orders, from REST and the `order` stream.
 *
 * Invariants  A state that the interface does not name is kept as its raw word: an alarm, never a guess.
 * Source      exchange-interface, Order; docs/assumptions.md#order-states, #order-times.
 */
import type { ExchangeOrder } from '#shared/order/account.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import {
  Fields,
  Place,
  type Read,
  readArray,
  readInteger,
  readMarketId,
  readOneOf,
  readOrderId,
  readPrice,
  readShares,
  readText,
  readTime,
  readUsd,
  translate,
} from './reader.ts';

const KNOWN_STATES = ['pending', 'wait', 'done', 'cancel', 'reject'] as const;

export const readOrderState: Read<ExchangeOrder['state']> = (value, place) => {
  const word = readText(value, place);
  return KNOWN_STATES.find((state) => state === word) ?? { unknown: word.slice(0, 64) };
};

export function parseOrder(value: unknown, place: Place = new Place('order')): ExchangeOrder {
  const fields = new Fields(value, place);
  const originShares = fields.take('origin_volume', readShares);
  const remainingShares = fields.take('remaining_volume', readShares);
  const createdAtMs = fields.either(['created_at', 'updated_at'], readTime);
  const ordType = fields.maybe('ord_type', readText) ?? 'limit';
  if (ordType !== 'limit') place.survey?.note('order-types', `Order type ${quoteFound(ordType)}`);
  return {
    id: fields.take('id', readOrderId),
    market: fields.either(['market', 'market_id'], readMarketId),
    side: fields.take('side', readOneOf(['yes', 'no'])),
    direction: fields.maybe('direction', readOneOf(['buy', 'sell'])),
    ordType,
    price: fields.take('price', readPrice),
    state: fields.take('state', readOrderState),
    originShares,
    remainingShares,
    filledShares: fields.maybe('filled_volume', readShares) ?? less(originShares, remainingShares, place),
    contractsCount: fields.maybe('contracts_count', readInteger) ?? 0,
    locked: fields.maybe('locked', readUsd) ?? ZERO_USD,
    createdAtMs,
    updatedAtMs: fields.maybe('updated_at', readTime) ?? createdAtMs,
  };
}

/**
 * Strict: one order that can't be read refuses the list. Whoever reads a list of orders concludes from what is absent, and a
 * list with a hole would call a living order gone; refused, it leaves everything stale and says where.
 */
export function parseOrders(value: unknown, place: Place = new Place('orders')): ExchangeOrder[] {
  return readArray(parseOrder)(value, place);
}

/** What the cancel endpoint answers: the state tells whether it already happened. */
export function parseCancelAnswer(value: unknown, place: Place = new Place('cancel')): ExchangeOrder['state'] {
  const fields = new Fields(value, place);
  fields.skip('id');
  return fields.take('state', readOrderState);
}

function less(origin: Shares, remaining: Shares, place: Place): Shares {
  return translate(toShares, origin - remaining, place.at('remaining_volume'));
}
