/**
 * Trade check: places a post-only order far from the market, compares it in REST and streams, cancels it.
 *
 * Invariants  A server may release a reserve after its answer: the numbers are read until they agree, or until the deadline.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { addressOf } from '#main/vault/signing/secp256k1.ts';
import type { Venue } from '#main/venue/venue.ts';
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { Balance, ExchangeOrder, MarketWalletRecord } from '#shared/order/account/account.ts';
import { buildAmounts } from '#shared/order/amounts.ts';
import type { OrderFields, SignedOrder } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { buildOrderDomain } from '#shared/order/orderDomain.ts';
import { OWN_KEY_TYPE, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { buildSalt } from '#shared/order/salt.ts';
import { findExchangeError } from '#shared/text/orders/exchangeErrors.ts';
import { formatLostAnswer } from '#shared/text/orders/lostAnswers.ts';
import { parseIntentId, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { openKeySigner } from './keySigner.ts';
import { openWaiter, type Report, type Waiter } from './report.ts';
import {
  checkLocks,
  describeDifference,
  describeRestingProblems,
  fetchSnapshot,
  fetchUsdc,
  findCancelProblem,
  lastOrder,
  reportResting,
  type Snapshot,
} from './restingOrder.ts';

/** Time for REST and streams to agree after an act. */
const SETTLE_MS = 10_000;
const SETTLE_PAUSE_MS = 50;
/** The order expires by itself if the cancel fails. */
const LIFE_SECONDS = 3_600n;

/** Parses a key of 64 hex digits; the error never quotes it. */
export function parseKeyText(text: string): Uint8Array {
  const digits = text.trim().replace(/^0x/i, '');
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw new Error('Expected a key file of 64 hex digits, found something else');
  return Uint8Array.from(Buffer.from(digits, 'hex'));
}

/** What the order is signed with; null for a custodial account, whose orders nothing signs. */
export interface TradeSigning {
  readonly wallet: MarketWalletRecord;
  readonly privateKey: Uint8Array;
}

export async function checkTrade(
  venue: Venue,
  report: Report,
  market: Market,
  signing: TradeSigning | null,
): Promise<void> {
  if (signing !== null && !isTradable(signing, report)) return;
  const intent: OrderIntent = {
    intentId: parseIntentId(randomUUID()),
    market: market.id,
    side: 'yes',
    direction: 'buy',
    price: toPrice(DEFAULT_TICK),
    shares: parseShares('10'),
    postOnly: true,
    bookVersion: null,
  };
  const signed = signing === null ? null : await sign(signing, intent, venue.exchangeTimeMs());

  const events: PrivateEvent[] = [];
  const waiter = openWaiter();
  const stop = venue.onPrivate((event) => {
    events.push(event);
    waiter.poke();
  });
  const before = await fetchUsdc(venue);
  const outcome = await venue.postOrder({ intent, signed });
  if (outcome.kind !== 'accepted') {
    const codes = outcome.kind === 'rejected' ? outcome.codes : [formatLostAnswer(outcome.cause)];
    const hint =
      outcome.kind === 'rejected' ? (findExchangeError(outcome.codes[0] ?? '') ?? '') : 'The order may be resting';
    report.add('FAILED', 'order placed', `${outcome.kind}: ${codes.join(', ')} ${hint}`.trim());
    stop();
    return;
  }
  const placed = outcome.order;
  try {
    report.expect(
      describeDifference(placed, intent) === null && placed.state === 'wait',
      'order placed',
      describeDifference(placed, intent) ?? `id ${placed.id}, 10 YES at 0.01, post-only, ${String(placed.state)}`,
    );
    const agrees = (snapshot: Snapshot): boolean =>
      describeRestingProblems(placed, before, snapshot).every(({ problem }) => problem === null);
    const settled = await settle(() => fetchSnapshot(venue, placed, before, events), agrees, waiter);
    reportResting(report, placed, before, settled);
    if (settled.read !== null) checkLocks(report, placed, settled.read, intent);
  } finally {
    await cancel(venue, report, placed, before, events, waiter);
    stop();
  }
}

function isTradable({ wallet, privateKey }: TradeSigning, report: Report): boolean {
  const status = typeof wallet.safeStatus === 'string' ? wallet.safeStatus : wallet.safeStatus.unknown;
  const { signatureType, ownerAddress } = wallet;
  const isPasskey = signatureType === PASSKEY_TYPE;
  return (
    report.expect(status === 'ready', 'wallet ready', status) &&
    report.expect(isPasskey || signatureType === OWN_KEY_TYPE, 'signature type', `${signatureType}`) &&
    // Which second key belongs to a passkey's wallet, the exchange alone knows.
    (isPasskey || report.expect(addressOf(privateKey) === ownerAddress, 'key of the owner', ownerAddress))
  );
}

async function sign({ wallet, privateKey }: TradeSigning, intent: OrderIntent, nowMs: number): Promise<SignedOrder> {
  const domain = buildOrderDomain(wallet);
  const signer = openKeySigner(privateKey);
  const isPasskey = wallet.signatureType === PASSKEY_TYPE;
  const fields = buildFields(intent, wallet, isPasskey ? wallet.proxyAddress : signer.address, nowMs);
  const safe = { chainId: BigInt(wallet.chainId), safe: wallet.proxyAddress };
  return isPasskey ? signer.signSecondKeyOrder(signer.address, fields, domain, safe) : signer.signOrder(fields, domain);
}

function buildFields(
  intent: OrderIntent,
  wallet: MarketWalletRecord,
  signer: OrderFields['signer'],
  nowMs: number,
): OrderFields {
  return {
    salt: buildSalt(randomBytes(8)),
    maker: wallet.proxyAddress,
    signer,
    taker: ZERO_ADDRESS,
    tokenId: BigInt(wallet.yesTokenId),
    ...buildAmounts(intent.direction, intent.price, intent.shares),
    expiration: BigInt(Math.floor(nowMs / 1000)) + LIFE_SECONDS,
    nonce: 0n,
    feeRateBps: 0n,
    side: 0,
    signatureType: wallet.signatureType,
  };
}

/** Reads until `isSettled` or the deadline; answers the last value read. */
async function settle<T>(read: () => Promise<T>, isSettled: (value: T) => boolean, waiter: Waiter): Promise<T> {
  const deadlineMs = performance.now() + SETTLE_MS;
  for (;;) {
    const value = await read();
    if (isSettled(value) || performance.now() >= deadlineMs) return value;
    await waiter.until(() => false, SETTLE_PAUSE_MS);
  }
}

async function cancel(
  venue: Venue,
  report: Report,
  placed: ExchangeOrder,
  before: Balance,
  events: readonly PrivateEvent[],
  waiter: Waiter,
): Promise<void> {
  const outcome = await venue.cancelOrder(placed.id);
  const lost = outcome.kind === 'unknown' ? formatLostAnswer(outcome.cause) : '';
  const detail = outcome.kind === 'rejected' ? outcome.codes.join(', ') : lost;
  const isCancelled = outcome.kind === 'cancelled' || outcome.kind === 'triggered';
  report.expect(isCancelled, 'order cancelled', `${outcome.kind} ${detail}`.trim());
  const streamed = (): ExchangeOrder | undefined => lastOrder(events, placed.id, 'cancel');
  await waiter.until(() => streamed() !== undefined, SETTLE_MS);
  report.expect(streamed() !== undefined, 'cancel in the stream', streamed() ? 'state cancel' : 'None received');
  await report.check('after the cancel', async () => {
    const problem = await settle(
      () => findCancelProblem(venue, placed, before),
      (found) => found === null,
      waiter,
    );
    if (problem !== null) throw new Error(problem);
    return 'gone from the list, the balance is unchanged';
  });
}
