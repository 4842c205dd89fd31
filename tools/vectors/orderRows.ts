/** Golden orders: types, domain, digest, signature, signer, body of the request, and amounts of the intent. */
import { z } from 'zod';
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
import { buildWireSignedOrder, type WireSignedOrder } from '#wire/messages/placement.ts';
import { rowCheck, type VectorKind } from './kind.ts';
import type { Row } from './row.ts';
import { address, bytes, fields, integer, text, uint } from './schemas.ts';

/** Ticks of the family's markets; another tick is a mistake in the file. */
const TICKS = ['0.1', '0.01', '0.001', '0.0001'];

export const direction = z.enum(['BUY', 'SELL'], { error: 'is neither BUY nor SELL' });

export const orderDomain = fields({ name: text, version: text, chainId: uint, verifyingContract: address });
export const orderFields = fields({
  salt: uint,
  maker: address,
  signer: address,
  taker: address,
  tokenId: uint,
  makerAmount: uint,
  takerAmount: uint,
  expiration: uint,
  nonce: uint,
  feeRateBps: uint,
  side: uint.refine((side) => side === 0n || side === 1n, 'is neither 0 nor 1'),
  signatureType: uint,
});
const intent = fields({ action: direction, price: text, volume: text, tick: text });
const wireBody = fields({
  salt: text,
  maker: address,
  signer: address,
  taker: address,
  token_id: text,
  maker_amount: text,
  taker_amount: text,
  expiration: text,
  nonce: text,
  fee_rate_bps: text,
  side: integer,
  signature_type: integer,
  signature: text,
});
const header = fields({
  typeString: text.optional(),
  typeHash: bytes.optional(),
  domainType: text.optional(),
  domainTypeHash: bytes.optional(),
});
const orderRow = fields({
  privateKey: bytes,
  human: intent.optional(),
  domain: orderDomain,
  primaryType: text,
  order: orderFields,
  digest: bytes,
  signature: bytes,
  signed_order_snake_case: wireBody,
});

export function buildOrderDomain(row: Row<z.output<typeof orderDomain>>): OrderDomain {
  return {
    name: row.get('name'),
    version: row.get('version'),
    chainId: row.get('chainId'),
    verifyingContract: row.get('verifyingContract'),
  };
}

export function buildOrderFields(row: Row<z.output<typeof orderFields>>): OrderFields {
  return {
    salt: row.get('salt'),
    maker: row.get('maker'),
    signer: row.get('signer'),
    taker: row.get('taker'),
    tokenId: row.get('tokenId'),
    makerAmount: row.get('makerAmount'),
    takerAmount: row.get('takerAmount'),
    expiration: row.get('expiration'),
    nonce: row.get('nonce'),
    feeRateBps: row.get('feeRateBps'),
    side: row.get('side') === 0n ? 0 : 1,
    signatureType: toNumber(row.get('signatureType')),
  };
}

export const orderKind: VectorKind = {
  name: 'orders',
  marks: ['order', 'domain', 'digest'],
  header: rowCheck(header, (row) => {
    if (row.has('typeString')) row.expect('typeString', ORDER_TYPE);
    if (row.has('typeHash')) row.expect('typeHash', ORDER_TYPE_HASH);
    if (row.has('domainType')) row.expect('domainType', EXCHANGE_DOMAIN_TYPE);
    if (row.has('domainTypeHash')) row.expect('domainTypeHash', EXCHANGE_DOMAIN_TYPE_HASH);
  }),
  groups: [{ key: 'vectors', check: rowCheck(orderRow, checkOrder) }],
};

function checkOrder(row: Row<z.output<typeof orderRow>>): void {
  row.expect('primaryType', 'Order');
  const order = buildOrderFields(row.row('order'));
  const domain = buildOrderDomain(row.row('domain'));
  const key = row.get('privateKey');
  const owner = addressOf(key);
  const digest = hashOrder(order, domain);
  const signature = signDigest(key, digest, owner);
  row.expect('digest', digest);
  row.expect('signature', signature);
  const fault = checkSignature(digest, row.get('signature'), order.signer);
  if (fault !== null) row.fail('signature', `does not recover to the signer (${fault})`);
  if (owner !== order.signer) row.fail('order', 'does not name the address of the key as its signer');
  const signed = { order, digest: encodeHex32(digest), signature: encodeHex(signature) };
  const body = row.row('signed_order_snake_case');
  // Every field that the product sends must be in the file.
  for (const [name, value] of Object.entries(buildWireSignedOrder(signed))) {
    body.expect(name as keyof WireSignedOrder, value as never);
  }
  if (row.has('human')) checkIntent(row.row('human'), order);
}

/** The product computes the amounts of the order from its intent. */
function checkIntent(row: Row<z.output<typeof intent>>, order: OrderFields): void {
  if (row.get('action') !== (order.side === 0 ? 'BUY' : 'SELL')) row.fail('action', 'is not the side of the order');
  const price = parsePrice(row.get('price'));
  const amounts = buildAmounts(order.side === 0 ? 'buy' : 'sell', price, parseShares(row.get('volume')));
  if (amounts.makerAmount !== order.makerAmount || amounts.takerAmount !== order.takerAmount) {
    row.fail('price', 'and volume do not make the amounts of the order');
  }
  checkTick(row, price);
}

export function checkTick<T extends { readonly tick: string }>(row: Row<T>, price: number): void {
  const tick = row.get('tick');
  if (!TICKS.includes(tick)) row.fail('tick', 'is not a tick');
  else if (price % parseMicros(tick) !== 0) row.fail('tick', `does not divide the price ${formatMicros(price)}`);
}
