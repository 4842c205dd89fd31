/** Golden orders: types, domain, digest, signature, recovered signer, body on the wire, and the amounts of the wish behind. */
import { addressOf, checkSignature, signDigest } from '#main/vault/signing/secp256k1.ts';
import { buildAmounts } from '#shared/order/amounts.ts';
import type { OrderDomain, OrderFields } from '#shared/order/fields.ts';
import { formatMicros, parseMicros } from '#shared/units/micros.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { encodeHex, encodeHex32 } from '#wire/eip712/bytes.ts';
import { EXCHANGE_DOMAIN_TYPE, EXCHANGE_DOMAIN_TYPE_HASH } from '#wire/eip712/domain.ts';
import { hashOrder, ORDER_TYPE, ORDER_TYPE_HASH } from '#wire/eip712/order.ts';
import { buildWireSignedOrder } from '#wire/messages/placement.ts';
import type { VectorKind } from './kind.ts';
import type { Row } from './row.ts';

/** Ticks that markets of the family have; a tick outside is a mistake in the file. */
export const TICKS = ['0.1', '0.01', '0.001', '0.0001'];
const ADDRESSES = new Set(['maker', 'signer', 'taker']);

export function readOrderDomain(row: Row): OrderDomain {
  const domain = {
    name: row.text('name'),
    version: row.text('version'),
    chainId: row.uint('chainId'),
    verifyingContract: row.address('verifyingContract'),
  };
  row.finish();
  return domain;
}

export function readOrderFields(row: Row): OrderFields {
  const side = row.uint('side');
  if (side !== 0n && side !== 1n) throw new Error(`${row.path}.side is neither 0 nor 1`);
  const fields: OrderFields = {
    salt: row.uint('salt'),
    maker: row.address('maker'),
    signer: row.address('signer'),
    taker: row.address('taker'),
    tokenId: row.uint('tokenId'),
    makerAmount: row.uint('makerAmount'),
    takerAmount: row.uint('takerAmount'),
    expiration: row.uint('expiration'),
    nonce: row.uint('nonce'),
    feeRateBps: row.uint('feeRateBps'),
    side: side === 0n ? 0 : 1,
    signatureType: toNumber(row.uint('signatureType')),
  };
  row.finish();
  return fields;
}

export const orderKind: VectorKind = {
  name: 'orders',
  marks: ['order', 'domain', 'digest'],
  checkHeader(header) {
    if (header.has('typeString')) header.expect('typeString', ORDER_TYPE);
    if (header.has('typeHash')) header.expectHex('typeHash', ORDER_TYPE_HASH);
    if (header.has('domainType')) header.expect('domainType', EXCHANGE_DOMAIN_TYPE);
    if (header.has('domainTypeHash')) header.expectHex('domainTypeHash', EXCHANGE_DOMAIN_TYPE_HASH);
  },
  groups: [{ key: 'vectors', check: checkOrder }],
};

function checkOrder(row: Row): void {
  row.expect('primaryType', 'Order');
  const order = readOrderFields(row.row('order'));
  const domain = readOrderDomain(row.row('domain'));
  const key = row.bytes('privateKey');
  const owner = addressOf(key);
  const digest = hashOrder(order, domain);
  const signature = signDigest(key, digest, owner);
  row.expectHex('digest', digest);
  row.expectHex('signature', signature);
  const fault = checkSignature(digest, row.bytes('signature'), order.signer);
  if (fault !== null) row.fail('signature', `does not recover to the signer (${fault})`);
  if (owner !== order.signer) row.fail('order.signer', 'is not the address of the key');
  const body = row.row('signed_order_snake_case');
  const signed = { order, digest: encodeHex32(digest), signature: encodeHex(signature) };
  for (const [name, value] of Object.entries(buildWireSignedOrder(signed))) {
    if (ADDRESSES.has(name)) body.expectAddress(name, value);
    else body.expect(name, value);
  }
  body.finish();
  if (row.has('human')) checkWish(row.row('human'), order);
}

/** The amounts that the product would sign for this wish are the amounts of the order. */
function checkWish(wish: Row, order: OrderFields): void {
  const action = wish.text('action');
  if (action !== (order.side === 0 ? 'BUY' : 'SELL')) wish.fail('action', 'is not the side of the order');
  const price = parsePrice(wish.text('price'));
  const amounts = buildAmounts(order.side === 0 ? 'buy' : 'sell', price, parseShares(wish.text('volume')));
  if (amounts.makerAmount !== order.makerAmount || amounts.takerAmount !== order.takerAmount) {
    wish.fail('price', 'and volume do not make the amounts of the order');
  }
  checkTick(wish, price);
  wish.finish();
}

export function checkTick(row: Row, price: number): void {
  const tick = row.text('tick');
  if (!TICKS.includes(tick)) row.fail('tick', 'is not a tick');
  else if (price % parseMicros(tick) !== 0) row.fail('tick', `does not divide the price ${formatMicros(price)}`);
}
