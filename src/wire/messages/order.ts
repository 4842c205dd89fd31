/**
 * The member's orders, from REST and the `order` stream.
 *
 * Invariants  An order that can't be parsed completely is an OrderFailure: it exists, but none of its amounts is used.
 *             A state that the interface does not name stays as raw text in `unknown`.
 * Source      docs/exchange-interface.md#order; docs/assumptions.md#order-states, #order-times.
 */
import type { ExchangeOrder, UnreadableOrder } from '#shared/order/account/account.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { formatShares, type Shares, toShares } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import { JsonPath } from './jsonPath.ts';
import {
  Fields,
  isRecord,
  parseAt,
  type Reader,
  readItems,
  readMarketId,
  readOneOf,
  readOrderId,
  readOrUnreadable,
  readPrice,
  sliceItems,
} from './jsonReader.ts';
import { readMoney, readQuantity, readTime, readWhole } from './plausible.ts';
import { readServed } from './servedText.ts';
import { unexpectedValue, WireError } from './wireError.ts';

const KNOWN_STATES = ['pending', 'wait', 'done', 'cancel', 'reject'] as const;

const readOrderState: Reader<ExchangeOrder['state']> = (value, path) => {
  const text = readServed('word')(value, path);
  return KNOWN_STATES.find((state) => state === text) ?? { unknown: text };
};

export function parseOrder(value: unknown, path: JsonPath = new JsonPath('order')): ExchangeOrder {
  const fields = new Fields(value, path);
  const originShares = fields.required('origin_volume', readQuantity);
  const remainingShares = fields.required('remaining_volume', readQuantity);
  const filledShares = fields.optional('filled_volume', readQuantity) ?? subtract(originShares, remainingShares, path);
  checkPart('remaining_volume', remainingShares, originShares, path);
  checkPart('filled_volume', filledShares, originShares, path);
  const createdAtMs = fields.required(['created_at', 'updated_at'], readTime);
  const ordType = fields.optional('ord_type', readServed('word')) ?? 'limit';
  if (ordType !== 'limit') path.drift?.add({ code: 'order-types', parameters: { type: quoteFound(ordType) } });
  return {
    id: fields.required('id', readOrderId),
    market: fields.required(['market', 'market_id'], readMarketId),
    side: fields.required('side', readOneOf(['yes', 'no'])),
    direction: fields.optional('direction', readOneOf(['buy', 'sell'])),
    ordType,
    price: fields.required('price', readPrice),
    state: fields.required('state', readOrderState),
    originShares,
    remainingShares,
    filledShares,
    contractsCount: fields.optional('contracts_count', readWhole('count')) ?? 0,
    locked: fields.optional('locked', readMoney) ?? ZERO_USD,
    createdAtMs,
    updatedAtMs: fields.optional('updated_at', readTime) ?? createdAtMs,
  };
}

/** An order that the exchange served and that can't be parsed: it is not absent. */
export interface OrderFailure {
  readonly unreadable: UnreadableOrder;
  readonly error: WireError;
}

export function isOrderFailure(result: ExchangeOrder | OrderFailure): result is OrderFailure {
  return 'unreadable' in result;
}

/** Parses an order; an unreadable one becomes an OrderFailure. */
export function parseOrderOrFailure(
  value: unknown,
  path: JsonPath = new JsonPath('order'),
): ExchangeOrder | OrderFailure {
  return readOrUnreadable(parseOrder, buildOrderFailure)(value, path);
}

/** Parses each order on its own; an unreadable one becomes an OrderFailure. */
export function parseOrders(value: unknown, path: JsonPath = new JsonPath('orders')): (ExchangeOrder | OrderFailure)[] {
  return readItems(parseOrder, buildOrderFailure)(value, path);
}

/** A page of orders. */
export const sliceOrders = sliceItems(parseOrder, buildOrderFailure);

/** Includes the id, market and time if each of them can be parsed. */
function buildOrderFailure(error: WireError, value: unknown, path: JsonPath): OrderFailure {
  const fields = isRecord(value) ? value : {};
  const id = readOrNull(readOrderId, fields.id, path);
  const errorPath = id === null ? error.path : `${error.path} (order ${id})`;
  const named = new WireError(errorPath, error.expected, error.found);
  return {
    unreadable: {
      id,
      market: readOrNull(readMarketId, fields.market ?? fields.market_id, path),
      createdAtMs: readOrNull(readTime, fields.created_at, path),
      problem: { path: named.path, expected: named.expected, found: named.found },
    },
    error: named,
  };
}

function readOrNull<T>(read: Reader<T>, value: unknown, path: JsonPath): T | null {
  try {
    return read(value, path);
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

/** Parses the response of the cancel endpoint: the order's state, `cancel` when it is already cancelled. */
export function parseCancelResponse(value: unknown, path: JsonPath = new JsonPath('cancel')): ExchangeOrder['state'] {
  const fields = new Fields(value, path);
  fields.ignore('id');
  return fields.required('state', readOrderState);
}

function checkPart(name: string, part: Shares, origin: Shares, path: JsonPath): void {
  if (part > origin)
    throw unexpectedValue(path.at(name), `at most the order's volume ${formatShares(origin)}`, formatShares(part));
}

function subtract(origin: Shares, remaining: Shares, path: JsonPath): Shares {
  return parseAt(toShares, origin - remaining, path.at('remaining_volume'));
}
