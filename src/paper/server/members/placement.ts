/**
 * Validates an order placement, with a separate code for each failure.
 *
 * Units       Price in ticks of one cent; volumes and amounts in millionths.
 * Errors      Throws a Refusal 422 (401 and 429 are checked before).
 * Source      docs/exchange-interface.md#order-placement; docs/assumptions.md#placement-codes, #sells, #tick.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import { parseMicrosBig } from '#shared/units/micros.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { MAX_ORDER_SHARES } from '../../engine/fees.ts';
import { CHAIN_ID, DOMAIN_NAME, DOMAIN_VERSION, EXCHANGE, OTHER_DOMAIN_NAME } from '../chain/chain.ts';
import type { ConditionIds } from '../chain/conditionalTokens.ts';
import { isAddress, isHexBytes, sameAddress, toHex } from '../chain/hex.ts';
import type { SignedOrder } from '../chain/port.ts';
import { isSignedBy } from '../chain/signatures.ts';
import { type OrderMessage, orderDigest, orderDomainSeparator, safeMessageHash } from '../chain/typedData.ts';
import { Refusal } from '../http/refusal.ts';
import { SIGNATURE_TYPE } from './memberKind.ts';
import type { Member } from './members.ts';

export interface CheckedPlacement {
  readonly side: Side;
  readonly direction: Direction;
  readonly ticks: number;
  readonly shares: number;
  readonly postOnly: boolean;
  readonly expiresAtMs: number | null;
  /** Digest to record after acceptance; null for an unsigned order. */
  readonly digest: string | null;
  /** Null for an unsigned order. */
  readonly signed: SignedOrder | null;
}

type Body = Readonly<Record<string, unknown>>;

const ONE = 1_000_000n;
const TICK = 10_000n;
const UINT256 = 1n << 256n;
const buildSeparator = (name: string) =>
  orderDomainSeparator({ name, version: DOMAIN_VERSION, chainId: CHAIN_ID, exchange: EXCHANGE });
const DOMAIN_SEPARATOR = buildSeparator(DOMAIN_NAME);
const OTHER_DOMAIN_SEPARATOR = buildSeparator(OTHER_DOMAIN_NAME);

const refuse = (code: string): Refusal => new Refusal(422, code);

export interface PlacementContext {
  readonly ids: ConditionIds;
  readonly nowMs: number;
  readonly hasOtherDomain: boolean;
  readonly direction: DirectionField;
}

/** How an order without a signature says its direction; the interface does not show it. */
export interface DirectionField {
  readonly name: string;
  readonly buy: string;
  readonly sell: string;
}

export const PAPER_DIRECTION: DirectionField = { name: 'direction', buy: 'buy', sell: 'sell' };

export function checkPlacement(body: Body, member: Member, context: PlacementContext): CheckedPlacement {
  const { ids, nowMs, hasOtherDomain } = context;
  const side = readSide(body.side);
  if (body.ord_type !== undefined && body.ord_type !== 'limit') throw refuse('market.order.invalid_type');
  const price = readPrice(body.price);
  const volume = readVolume(body.volume);
  if ((price * volume) % ONE !== 0n) throw refuse('market.order.invalid_volume_or_price');
  if (body.post_only !== undefined && typeof body.post_only !== 'boolean') {
    throw refuse('market.order.invalid_post_only');
  }
  const plain = { side, ticks: toNumber(price / TICK), shares: toNumber(volume), postOnly: body.post_only === true };
  if (member.kind === 'custodial') {
    return {
      ...plain,
      direction: readDirection(body, context.direction),
      expiresAtMs: null,
      digest: null,
      signed: null,
    };
  }
  if (body.signed_order === undefined || body.signed_order === null) throw refuse('market.order.use_signed_endpoint');
  const { order, signature } = readSignedOrder(body.signed_order);
  checkParties(order, member);
  if (order.tokenId !== BigInt(side === 'yes' ? ids.yesTokenId : ids.noTokenId)) {
    throw refuse('account.custody.order_token_mismatch');
  }
  const direction: Direction = order.side === 0 ? 'buy' : 'sell';
  const collateral = (price * volume) / ONE;
  const tokens = direction === 'buy' ? order.takerAmount : order.makerAmount;
  const money = direction === 'buy' ? order.makerAmount : order.takerAmount;
  if (tokens !== volume) throw refuse('account.custody.order_volume_mismatch');
  if (money !== collateral) throw refuse('account.custody.order_price_mismatch');
  const expiresAtMs = order.expiration === 0n ? null : expiryOf(order.expiration);
  if (expiresAtMs !== null && expiresAtMs <= nowMs) throw refuse('account.custody.order_expired');
  const hash = orderDigest(hasOtherDomain ? OTHER_DOMAIN_SEPARATOR : DOMAIN_SEPARATOR, order);
  const digest = toHex(hash);
  if (member.digests.has(digest)) throw refuse('account.custody.order_already_used');
  if (!isAccepted(member, hash, signature)) throw refuse('account.custody.order_signature_rejected');
  return { ...plain, direction, expiresAtMs, digest, signed: { order, signature } };
}

/** A passkey wallet requires an owner's signature over the wrapped hash; one over the bare order hash is invalid. */
function isAccepted(member: Member, hash: Uint8Array, signature: string): boolean {
  if (member.kind === 'key') return isSignedBy(member.owner, hash, signature);
  return (
    member.signingKey !== null && isSignedBy(member.signingKey, safeMessageHash(CHAIN_ID, member.safe, hash), signature)
  );
}

function readDirection(body: Body, { name, buy, sell }: DirectionField): Direction {
  const value = body[name];
  if (value === undefined) throw refuse('market.order.missing_direction');
  if (value === buy) return 'buy';
  if (value === sell) return 'sell';
  throw refuse('market.order.invalid_direction');
}

function readSide(value: unknown): Side {
  if (value === undefined) throw refuse('market.order.missing_side');
  if (value !== 'yes' && value !== 'no') throw refuse('market.order.invalid_side');
  return value;
}

function readPrice(value: unknown): bigint {
  if (value === undefined) throw refuse('market.order.missing_price');
  const price = readDecimal(value, 'market.order.non_decimal_price');
  if (price <= 0n) throw refuse('market.order.non_positive_price');
  if (price % TICK !== 0n || price < TICK || price > ONE - TICK) throw refuse('market.order.invalid_price');
  return price;
}

function readVolume(value: unknown): bigint {
  if (value === undefined) throw refuse('market.order.missing_volume');
  const volume = readDecimal(value, 'market.order.non_decimal_volume');
  if (volume <= 0n) throw refuse('market.order.non_positive_volume');
  if (volume > BigInt(MAX_ORDER_SHARES)) throw refuse('market.order.invalid_volume_or_price');
  return volume;
}

function readDecimal(value: unknown, code: string): bigint {
  try {
    if (typeof value === 'string') return parseMicrosBig(value);
  } catch {
    throw refuse(code);
  }
  throw refuse(code);
}

/** An expiry beyond the safe integer range counts as none. */
function expiryOf(seconds: bigint): number | null {
  return seconds > 100_000_000_000n ? null : toNumber(seconds) * 1_000;
}

function readSignedOrder(value: unknown): SignedOrder {
  const malformed = (): Refusal => refuse('account.custody.order_malformed');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed();
  const fields = value as Body;
  const integer = (name: string): bigint => {
    const field = fields[name];
    if (typeof field !== 'string' || !/^\d{1,78}$/.test(field)) throw malformed();
    const number = BigInt(field);
    if (number >= UINT256) throw malformed();
    return number;
  };
  const address = (name: string): string => {
    const field = fields[name];
    if (!isAddress(field)) throw malformed();
    return field;
  };
  const { side, signature_type: signatureType, signature } = fields;
  if ((side !== 0 && side !== 1) || typeof signatureType !== 'number' || !isHexBytes(signature)) throw malformed();
  return {
    order: {
      salt: integer('salt'),
      maker: address('maker'),
      signer: address('signer'),
      taker: address('taker'),
      tokenId: integer('token_id'),
      makerAmount: integer('maker_amount'),
      takerAmount: integer('taker_amount'),
      expiration: integer('expiration'),
      nonce: integer('nonce'),
      feeRateBps: integer('fee_rate_bps'),
      side,
      signatureType,
    },
    signature,
  };
}

function checkParties(order: OrderMessage, member: Member): void {
  if (BigInt(order.taker) !== 0n) throw refuse('account.custody.order_taker_not_zero');
  if (order.feeRateBps !== 0n) throw refuse('account.custody.order_fee_rate_not_zero');
  const { kind, safe, owner } = member;
  if (kind === 'custodial' || order.signatureType !== SIGNATURE_TYPE[kind]) {
    throw refuse('account.custody.order_signature_type_mismatch');
  }
  if (!sameAddress(order.maker, safe)) throw refuse('account.custody.order_maker_mismatch');
  if (!sameAddress(order.signer, kind === 'key' ? owner : safe)) throw refuse('account.custody.order_signer_mismatch');
  if (order.nonce !== 0n) throw refuse('account.custody.order_nonce_mismatch');
}
