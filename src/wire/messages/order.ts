/**
 * The member's orders, from REST and the `order` stream.
 *
 * Invariants  Money is never guessed: an order that can't be read whole is not an order, but it is told that it exists.
 *             A state that the interface does not name is kept as its raw word: an alarm, never a guess.
 * Source      exchange-interface, Order; docs/assumptions.md#order-states, #order-times.
 */
import type { ExchangeOrder, UnreadableOrder } from '#shared/order/account.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import {
  Fields,
  isRecord,
  JsonPath,
  type Read,
  readInteger,
  readItems,
  readMarketId,
  readOneOf,
  readOrderId,
  readOrUnreadable,
  readPrice,
  readShares,
  readText,
  readTime,
  readUsd,
  translate,
} from './reader.ts';
import { WireError } from './wireError.ts';

const KNOWN_STATES = ['pending', 'wait', 'done', 'cancel', 'reject'] as const;

export const readOrderState: Read<ExchangeOrder['state']> = (value, place) => {
  const word = readText(value, place);
  return KNOWN_STATES.find((state) => state === word) ?? { unknown: word.slice(0, 64) };
};

export function parseOrder(value: unknown, place: JsonPath = new JsonPath('order')): ExchangeOrder {
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

/** One that is there and can't be read: whoever concludes from what is absent must not take it for gone. */
export interface RefusedOrder {
  readonly unreadable: UnreadableOrder;
  readonly error: WireError;
}

export function isRefused(served: ExchangeOrder | RefusedOrder): served is RefusedOrder {
  return 'unreadable' in served;
}

/** An order, or what can be told of one that could not be read. */
export function parseServedOrder(
  value: unknown,
  place: JsonPath = new JsonPath('order'),
): ExchangeOrder | RefusedOrder {
  return readOrUnreadable(parseOrder, refuseOrder)(value, place);
}

/** Each item by itself: an order that can't be read spoils no other. */
export function parseOrders(
  value: unknown,
  place: JsonPath = new JsonPath('orders'),
): (ExchangeOrder | RefusedOrder)[] {
  return readItems(parseOrder, refuseOrder)(value, place);
}

/** Only what its own reader takes is told of it, so nothing is guessed. */
function refuseOrder(error: WireError, value: unknown, place: JsonPath): RefusedOrder {
  const fields = isRecord(value) ? value : {};
  const id = readOrNull(readOrderId, fields.id, place);
  const path = id === null ? error.path : `${error.path} (order ${id})`;
  const named = new WireError(path, error.expected, error.found);
  return {
    unreadable: {
      id,
      market: readOrNull(readMarketId, fields.market ?? fields.market_id, place),
      createdAtMs: readOrNull(readTime, fields.created_at, place),
      why: named.message,
    },
    error: named,
  };
}

function readOrNull<T>(read: Read<T>, value: unknown, place: JsonPath): T | null {
  try {
    return read(value, place);
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

/** What the cancel endpoint answers: the state tells whether it already happened. */
export function parseCancelAnswer(value: unknown, place: JsonPath = new JsonPath('cancel')): ExchangeOrder['state'] {
  const fields = new Fields(value, place);
  fields.skip('id');
  return fields.take('state', readOrderState);
}

function less(origin: Shares, remaining: Shares, place: JsonPath): Shares {
  return translate(toShares, origin - remaining, place.at('remaining_volume'));
}
