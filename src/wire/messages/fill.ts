/** The member's contracts, from REST and the `contract` stream. Source: protocol-facts §3; docs/assumptions.md#contract-shape. */
import type { Fill } from '#shared/order/account.ts';
import { quoteFound } from '#shared/units/errors.ts';
import {
  Fields,
  JsonPath,
  type Read,
  readArray,
  readIdText,
  readMarketId,
  readOneOf,
  readOrderId,
  readPrice,
  readShares,
  readText,
  readTime,
  readUsd,
} from './reader.ts';
import { readTakerSide } from './trade.ts';

/** docs/assumptions.md#contract-states */
const STATES = ['active', 'settled_yes', 'settled_no', 'voided'];

const readState: Read<string> = (value, place) => {
  const state = readText(value, place);
  if (!STATES.includes(state)) place.survey?.note('contract-states', `Contract state ${quoteFound(state)}`);
  return state;
};

export function parseFill(value: unknown, place: JsonPath = new JsonPath('contract')): Fill {
  const fields = new Fields(value, place);
  fields.skip('total', 'taker_type', 'fee_currency');
  return {
    id: fields.either(['id', 'tid'], readIdText),
    orderId: fields.maybe('order_id', readOrderId),
    market: fields.either(['market', 'market_id'], readMarketId),
    side: fields.maybeEither(['side', 'outcome'], readOneOf(['yes', 'no'])),
    direction: fields.maybe('direction', readOneOf(['buy', 'sell'])),
    price: fields.take('price', readPrice),
    shares: fields.either(['volume', 'amount'], readShares),
    fee: fields.maybe('fee', readUsd),
    takerSide: fields.maybe('taker_side', readTakerSide),
    state: fields.maybe('state', readState),
    exchangeTimeMs: fields.either(['created_at', 'date'], readTime),
  };
}

export function parseFills(value: unknown, place: JsonPath = new JsonPath('contracts')): Fill[] {
  return readArray(parseFill)(value, place);
}
