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
import type { Balance, ExchangeOrder, MarketWalletRecord } from '#shared/order/account.ts';
import { buildAmounts } from '#shared/order/amounts.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { OrderFields, SignedOrder } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { buildOrderDomain } from '#shared/order/orderDomain.ts';
import { OWN_KEY_TYPE, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { findExchangeError } from '#shared/text/exchangeErrors.ts';
import { formatParseProblem } from '#shared/text/orderLife.ts';
import { type OrderId, parseIntentId, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { cost } from '#shared/units/usd.ts';
import { openKeySigner } from './keySigner.ts';
import { openWaiter, type Report, type Waiter } from './report.ts';

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
    market: market.market,
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
    const codes = outcome.kind === 'rejected' ? outcome.codes : [outcome.why];
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
    const settled = await settle(() => readSnapshot(venue, placed, before, events), agrees, waiter);
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
    salt: BigInt(`0x${randomBytes(6).toString('hex')}`),
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

function describeDifference(order: ExchangeOrder, intent: OrderIntent): string | null {
  if (order.market !== intent.market) return `Market is ${order.market}, expected ${intent.market}`;
  if (order.side !== intent.side) return `Side is ${order.side}, expected ${intent.side}`;
  if (order.direction !== null && order.direction !== intent.direction) return `Direction is ${order.direction}`;
  if (order.price !== intent.price) return `Price is ${order.price} millionths, expected ${intent.price}`;
  if (order.originShares !== intent.shares) return `Volume is ${order.originShares}, expected ${intent.shares}`;
  if (order.remainingShares !== intent.shares || order.filledShares !== 0) return 'It is already filled in part';
  return null;
}

/** The fee reserve locked at placement may be released once the order rests. */
function checkLocks(report: Report, placed: ExchangeOrder, resting: ExchangeOrder, intent: OrderIntent): void {
  const stake = cost(intent.price, intent.shares);
  const budget = stake + maxTakerFee(intent.price, intent.shares);
  const isWithinBudget = [placed.locked, resting.locked].every((locked) => locked >= stake && locked <= budget);
  const locks = [placed.locked, resting.locked].map((locked) => formatMicros(locked, 2));
  report.expect(
    isWithinBudget && resting.locked <= placed.locked,
    'order locks',
    `${locks[0]} placed, ${locks[1]} resting, for a stake of ${formatMicros(stake, 2)}`,
  );
}

/** One order and the balance in REST and streams, read one after the other. */
interface Snapshot {
  readonly read: ExchangeOrder | null;
  readonly listed: ExchangeOrder | null;
  readonly streamed: ExchangeOrder | null;
  readonly balance: Balance;
  readonly streamedBalance: Balance | null;
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

async function readSnapshot(
  venue: Venue,
  placed: ExchangeOrder,
  before: Balance,
  events: readonly PrivateEvent[],
): Promise<Snapshot> {
  const read = await readOrder(venue, placed.id);
  const listed = (await venue.listOrders('wait')).orders.find((order) => order.id === placed.id) ?? null;
  const balance = await fetchUsdc(venue);
  return {
    read,
    listed,
    balance,
    streamed: lastOrder(events, placed.id, 'wait') ?? null,
    streamedBalance: lastBalance(events, before.currency) ?? null,
  };
}

interface Comparison {
  readonly check: string;
  /** null: the numbers agree. */
  readonly problem: string | null;
  readonly detail: string;
}

function describeRestingProblems(placed: ExchangeOrder, before: Balance, snapshot: Snapshot): Comparison[] {
  const { read, listed, streamed, balance, streamedBalance } = snapshot;
  const compared = (check: string, problem: string | null, detail = 'every number agrees'): Comparison => ({
    check,
    problem,
    detail,
  });
  const alone = compared('order read alone', describeOrders(placed, read, false));
  if (read === null) return [alone];
  // The stream reports the creation, possibly from before the reserve was released.
  const reference = streamed?.locked === placed.locked ? placed : read;
  const isBalanceRight = balance.locked === before.locked + read.locked && balance.total === before.total;
  const isStreamRight =
    streamedBalance?.locked === balance.locked &&
    streamedBalance.total === balance.total &&
    streamedBalance.available === balance.available;
  const rest = `${formatMicros(balance.total, 2)} total, ${formatMicros(balance.locked, 2)} locked, was ${formatMicros(before.locked, 2)}`;
  const stream = streamedBalance
    ? `${formatMicros(streamedBalance.available, 2)} available, ${formatMicros(streamedBalance.locked, 2)} locked`
    : 'None received';
  return [
    alone,
    compared('order in the stream', describeOrders(reference, streamed, true)),
    compared('order in the list', describeOrders(read, listed, true)),
    compared('balance by REST', isBalanceRight ? null : rest, rest),
    compared('balance by stream', isStreamRight ? null : stream, stream),
  ];
}

function reportResting(report: Report, placed: ExchangeOrder, before: Balance, snapshot: Snapshot): void {
  for (const { check, problem, detail } of describeRestingProblems(placed, before, snapshot)) {
    report.expect(problem === null, check, problem ?? detail);
  }
}

async function readOrder(venue: Venue, id: OrderId): Promise<ExchangeOrder | null> {
  const read = await venue.fetchOrder(id);
  if (read !== null && 'problem' in read) throw new Error(formatParseProblem(read.problem));
  return read;
}

function lastOrder(events: readonly PrivateEvent[], id: string, state: string): ExchangeOrder | undefined {
  return events
    .filter((event) => event.kind === 'order')
    .map((event) => event.order)
    .findLast((order) => order.id === id && order.state === state);
}

const COMPARED = [
  'market',
  'side',
  'direction',
  'ordType',
  'price',
  'state',
  'originShares',
  'remainingShares',
  'filledShares',
  'contractsCount',
] as const;

/** The numbers that differ, or null. */
function describeOrders(expected: ExchangeOrder, found: ExchangeOrder | null, comparesLock: boolean): string | null {
  if (found === null) return 'It is absent';
  const names = comparesLock ? ([...COMPARED, 'locked'] as const) : COMPARED;
  const different = names.filter((name) => expected[name] !== found[name]);
  if (different.length === 0) return null;
  return different.map((name) => `${name} is ${String(found[name])}, was ${String(expected[name])}`).join('; ');
}

function lastBalance(events: readonly PrivateEvent[], currency: string): Balance | undefined {
  return events
    .filter((event) => event.kind === 'balance')
    .map((event) => event.balance)
    .findLast((balance) => balance.currency === currency);
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
  const detail = outcome.kind === 'rejected' ? outcome.codes.join(', ') : outcome.kind === 'unknown' ? outcome.why : '';
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

async function findCancelProblem(venue: Venue, placed: ExchangeOrder, before: Balance): Promise<string | null> {
  const read = await readOrder(venue, placed.id);
  if (read?.state !== 'cancel') return `The order reads as ${JSON.stringify(read?.state ?? 'absent')}`;
  if ((await venue.listOrders('wait')).orders.some((order) => order.id === placed.id)) return 'It is still listed';
  const after = await fetchUsdc(venue);
  if (after.locked === before.locked && after.total === before.total) return null;
  return `${formatMicros(after.locked, 2)} are still locked, expected ${formatMicros(before.locked, 2)}`;
}

async function fetchUsdc(venue: Venue): Promise<Balance> {
  const balance = (await venue.listBalances()).items.find((candidate) => candidate.currency === 'usdc');
  if (!balance) throw new Error('Expected a balance in usdc, found none');
  return balance;
}
