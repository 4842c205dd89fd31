/**
 * The member's fills (the exchange calls them contracts), from REST and the `contract` stream.
 *
 * Source      docs/assumptions.md#contract-shape.
 */
import type { Fill } from '#shared/order/account/account.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, type Reader, readIdText, readMarketId, readOneOf, readOrderId, readPrice } from './jsonReader.ts';
import { readMoney, readTime, readTradedShares } from './plausible.ts';
import { type RowFailure, readRows, sliceRows } from './rowFailure.ts';
import { readServed } from './servedText.ts';
import { readTakerSide } from './trade.ts';

/** docs/assumptions.md#contract-states */
const STATES = ['active', 'settled_yes', 'settled_no', 'voided'];

const readState: Reader<string> = (value, path) => {
  const state = readServed('word')(value, path);
  if (!STATES.includes(state)) {
    path.drift?.add({ code: 'contract-states', parameters: { state: quoteFound(state) } });
  }
  return state;
};

export function parseFill(value: unknown, path: JsonPath = new JsonPath('contract')): Fill {
  const fields = new Fields(value, path);
  fields.ignore('taker_type', 'fee_currency');
  return {
    id: fields.required(['id', 'tid'], readIdText),
    orderId: fields.optional('order_id', readOrderId),
    market: fields.required(['market', 'market_id'], readMarketId),
    side: fields.optional(['side', 'outcome'], readOneOf(['yes', 'no'])),
    direction: fields.optional('direction', readOneOf(['buy', 'sell'])),
    price: fields.required('price', readPrice),
    shares: fields.required(['volume', 'amount'], readTradedShares),
    value: fields.optional('total', readMoney),
    fee: fields.optional('fee', readMoney),
    takerSide: fields.optional('taker_side', readTakerSide),
    state: fields.optional('state', readState),
    exchangeTimeMs: fields.required(['created_at', 'date'], readTime),
  };
}

/** A page of fills. */
export const sliceFills = sliceRows(parseFill, ['id', 'tid']);

/** Parses each fill on its own; an unreadable one becomes a RowFailure. */
export function parseFills(value: unknown, path: JsonPath = new JsonPath('contracts')): (Fill | RowFailure)[] {
  return readRows(parseFill, ['id', 'tid'])(value, path);
}
