/**
 * Prepared exits: sell orders that are signed ahead, so that an exit can be sent while the keys are locked.
 *
 * Shape       A plan has positions; each is divided into lots, one signed order each, all at one price.
 * Units       Millionths; times in Unix ms.
 * Invariants  Pure. Sells only; the lots of a position are disjoint and together at most what can be sold; one price per
 *             share, a floor that only the matcher improves; no lot outlives twelve hours or its market's close.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import type { Side } from '../../market/outcome.ts';
import type { Address, Hex32, IntentId, MarketId, OrderId, TokenId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { isExactCost } from '../../units/usd.ts';
import type { MarketWalletRecord } from '../account/account.ts';
import { MAX_CLOCK_OFFSET_MS } from '../expiry.ts';
import { ORDER_DOMAIN_VERSION } from '../orderDomain.ts';
import { OWN_KEY_TYPE, PASSKEY_TYPE } from '../orderSigner.ts';

export const MAX_PREPARED_MS = 12 * 60 * 60_000;
/** Nothing is sent in the last two minutes of a lot's life: it could expire between matching and settlement. */
export const NO_SENDING_MS = 120_000;
export const MAX_PREPARED_POSITIONS = 20;
/** Lots of one position: a smaller position loses a lot, not everything. */
const LOTS_PER_POSITION = 4;
/** Lots are multiples of a hundredth share, so that price × lot is exact on every tick. */
const LOT_STEP = 10_000;

/** What must still be the same when a lot is sent. */
export type ExitAccount = Pick<
  MarketWalletRecord,
  | 'proxyAddress'
  | 'ownerAddress'
  | 'signatureType'
  | 'exchangeAddress'
  | 'conditionalTokensAddress'
  | 'usdcAddress'
  | 'chainId'
  | 'domainName'
>;

export interface ExitPosition {
  readonly market: MarketId;
  readonly side: Side;
  readonly conditionId: Hex32;
  readonly yesTokenId: TokenId;
  readonly noTokenId: TokenId;
  /** Settled shares that nothing else commits. */
  readonly sellable: Shares;
  /** Floor, in the terms of `side`. */
  readonly price: Price;
  readonly lots: readonly Shares[];
  readonly closeAtMs: number | null;
  /** Signed into each lot. */
  readonly expiresAtMs: number;
}

export interface ExitPlan {
  readonly account: ExitAccount;
  readonly domainVersion: string;
  /** The own key, or a second signing key of a passkey's wallet. */
  readonly signer: { readonly kind: 'own' | 'second'; readonly key: Address };
  readonly positions: readonly ExitPosition[];
}

/**
 * `ready`: sealed. `taken`: its body was given out to be sent, once. `sent`: the request was signed. `ended`: its order is over.
 * `burnt`: never sent, and never will be.
 */
export type LotState = 'ready' | 'taken' | 'sent' | 'ended' | 'burnt';

export interface PreparedLot extends Pick<ExitPosition, 'market' | 'side' | 'price' | 'expiresAtMs'> {
  readonly id: string;
  readonly shares: Shares;
  readonly tokenId: TokenId;
  readonly salt: bigint;
  readonly digest: Hex32;
  readonly at: LotState;
  /** The exchange's order once it is known. */
  readonly orderId: OrderId | null;
}

/** A prepared exit that was sent, or may have been, and did not expire: whoever has it can post it. */
export interface StandingSale extends Pick<ExitPosition, 'market' | 'side' | 'price' | 'expiresAtMs'> {
  /** Null: the order journal that had it was lost. */
  readonly intentId: IntentId | null;
  /** What it can still sell. */
  readonly shares: Shares;
  /** Null while the exchange has not named it. */
  readonly orderId: OrderId | null;
  /** Its order may rest on the exchange. */
  readonly isOpen: boolean;
}

/** Why the pack is gone; `shared/text/exits/preparedExits.ts` has the words. */
export type PackEnd =
  | 'revoked'
  | 'expired'
  | 'used'
  | 'clock'
  | 'suspend'
  | 'quit'
  | 'replaced'
  | 'accountChanged'
  | 'walletChanged'
  | 'marketChanged';

/** Reason to refuse a plan; `shared/text/exits/preparedExits.ts` has the words. */
export type PlanFault =
  | 'noPosition'
  | 'tooManyPositions'
  | 'positionTwice'
  | 'noExpiryInSignature'
  | 'walletType'
  | 'custodial'
  | 'tooLong'
  | 'tooShort'
  | 'afterClose'
  | 'price'
  | 'lots'
  | 'moreThanSellable'
  | 'sameTokens';

/** The fields of a wallet record that a plan freezes. */
export function accountOf(record: ExitAccount): ExitAccount {
  const { proxyAddress, ownerAddress, signatureType, exchangeAddress, chainId, domainName } = record;
  const { conditionalTokensAddress, usdcAddress } = record;
  return {
    proxyAddress,
    ownerAddress,
    signatureType,
    exchangeAddress,
    conditionalTokensAddress,
    usdcAddress,
    chainId,
    domainName,
  };
}

/** True when chain, contracts, domain, wallet, owner and type are equal. */
export function isSameAccount(a: ExitAccount, b: ExitAccount): boolean {
  const left = accountOf(a);
  const right = accountOf(b);
  return (Object.keys(left) as (keyof ExitAccount)[]).every((name) => left[name] === right[name]);
}

/** True when the record has the condition and tokens that the exit was signed for. */
export function isSameMarket(position: ExitPosition, record: MarketWalletRecord): boolean {
  const { conditionId, yesTokenId, noTokenId } = position;
  return record.conditionId === conditionId && record.yesTokenId === yesTokenId && record.noTokenId === noTokenId;
}

/** Divides what can be sold into lots of about the same size; what is below a hundredth share stays out. */
export function divideLots(sellable: Shares, count = LOTS_PER_POSITION): Shares[] {
  const steps = Math.floor(sellable / LOT_STEP);
  const lots = Math.min(count, steps);
  return Array.from({ length: lots }, (_, index) => {
    const from = Math.floor((steps * index) / lots);
    const to = Math.floor((steps * (index + 1)) / lots);
    return toShares((to - from) * LOT_STEP);
  });
}

/** Expiry of the lots of one market: the hours asked for, never past the market's close. */
export function findExpiry(
  hours: number,
  closeAtMs: number | null,
  times: { nowMs: number; exchangeTimeMs: number },
): number {
  const earlier = Math.min(times.nowMs, times.exchangeTimeMs);
  const latest = earlier + Math.min(hours * 60 * 60_000, MAX_PREPARED_MS);
  return closeAtMs === null ? latest : Math.min(latest, closeAtMs);
}

/** Reason to refuse the plan by this machine's clock, or null. */
export function checkExitPlan(plan: ExitPlan, nowMs: number): PlanFault | null {
  const { positions, account, domainVersion, signer } = plan;
  if (positions.length === 0) return 'noPosition';
  if (positions.length > MAX_PREPARED_POSITIONS) return 'tooManyPositions';
  // Only the struct of this version has an expiry: without one, a signed sale would never end.
  if (domainVersion !== ORDER_DOMAIN_VERSION) return 'noExpiryInSignature';
  const { signatureType } = account;
  if (signatureType !== (signer.kind === 'own' ? OWN_KEY_TYPE : PASSKEY_TYPE)) return 'walletType';
  const names = new Set(positions.map(({ market, side }) => `${market} ${side}`));
  if (names.size !== positions.length) return 'positionTwice';
  for (const position of positions) {
    const fault = checkPosition(position, nowMs);
    if (fault !== null) return fault;
  }
  return null;
}

function checkPosition(position: ExitPosition, nowMs: number): PlanFault | null {
  const { price, lots, sellable, expiresAtMs, closeAtMs, yesTokenId, noTokenId } = position;
  const lifeMs = expiresAtMs - nowMs;
  if (!(lifeMs <= MAX_PREPARED_MS + MAX_CLOCK_OFFSET_MS)) return 'tooLong';
  if (lifeMs <= NO_SENDING_MS) return 'tooShort';
  if (closeAtMs !== null && expiresAtMs > closeAtMs) return 'afterClose';
  if (!Number.isSafeInteger(price) || price <= 0 || price >= 1_000_000) return 'price';
  const areLots = lots.every((lot) => Number.isSafeInteger(lot) && lot > 0 && isExactCost(price, lot));
  if (lots.length === 0 || lots.length > LOTS_PER_POSITION || !areLots) return 'lots';
  if (lots.reduce((sum: number, lot) => sum + lot, 0) > sellable) return 'moreThanSellable';
  return yesTokenId === noTokenId ? 'sameTokens' : null;
}
