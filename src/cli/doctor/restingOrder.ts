/**
 * Resting order: compares one order and the balance, as REST and the streams report them.
 *
 * Units       Millionths; the report in dollars with two decimals.
 */
import type { Venue } from '#main/venue/venue.ts';
import type { Balance, ExchangeOrder } from '#shared/order/account/account.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { formatParseProblem } from '#shared/text/parseProblems.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { cost } from '#shared/units/usd.ts';
import type { Report } from './report.ts';

/** How the placed order differs from its intent, or null. */
export function describeDifference(order: ExchangeOrder, intent: OrderIntent): string | null {
  if (order.market !== intent.market) return `Market is ${order.market}, expected ${intent.market}`;
  if (order.side !== intent.side) return `Side is ${order.side}, expected ${intent.side}`;
  if (order.direction !== null && order.direction !== intent.direction) return `Direction is ${order.direction}`;
  if (order.price !== intent.price) return `Price is ${order.price} millionths, expected ${intent.price}`;
  if (order.originShares !== intent.shares) return `Volume is ${order.originShares}, expected ${intent.shares}`;
  if (order.remainingShares !== intent.shares || order.filledShares !== 0) return 'It is already filled in part';
  return null;
}

/** The fee reserve locked at placement may be released once the order rests. */
export function checkLocks(report: Report, placed: ExchangeOrder, resting: ExchangeOrder, intent: OrderIntent): void {
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
export interface Snapshot {
  readonly read: ExchangeOrder | null;
  readonly listed: ExchangeOrder | null;
  readonly streamed: ExchangeOrder | null;
  readonly balance: Balance;
  readonly streamedBalance: Balance | null;
}

/** Reads the order and the balance by REST, beside what the streams reported last. */
export async function fetchSnapshot(
  venue: Venue,
  placed: ExchangeOrder,
  before: Balance,
  events: readonly PrivateEvent[],
): Promise<Snapshot> {
  const read = await fetchOrder(venue, placed.id);
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

/** Every comparison of the resting order; `before` is the balance before it was placed. */
export function describeRestingProblems(placed: ExchangeOrder, before: Balance, snapshot: Snapshot): Comparison[] {
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

/** Reports every comparison. */
export function reportResting(report: Report, placed: ExchangeOrder, before: Balance, snapshot: Snapshot): void {
  for (const { check, problem, detail } of describeRestingProblems(placed, before, snapshot)) {
    report.expect(problem === null, check, problem ?? detail);
  }
}

async function fetchOrder(venue: Venue, id: OrderId): Promise<ExchangeOrder | null> {
  const read = await venue.fetchOrder(id);
  if (read !== null && 'problem' in read) throw new Error(formatParseProblem(read.problem));
  return read;
}

/** The newest event of the order in this state. */
export function lastOrder(events: readonly PrivateEvent[], id: string, state: string): ExchangeOrder | undefined {
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

/** What is left of a cancelled order, or null. */
export async function findCancelProblem(venue: Venue, placed: ExchangeOrder, before: Balance): Promise<string | null> {
  const read = await fetchOrder(venue, placed.id);
  if (read?.state !== 'cancel') return `The order reads as ${JSON.stringify(read?.state ?? 'absent')}`;
  if ((await venue.listOrders('wait')).orders.some((order) => order.id === placed.id)) return 'It is still listed';
  const after = await fetchUsdc(venue);
  if (after.locked === before.locked && after.total === before.total) return null;
  return `${formatMicros(after.locked, 2)} are still locked, expected ${formatMicros(before.locked, 2)}`;
}

/** Throws without a balance in usdc. */
export async function fetchUsdc(venue: Venue): Promise<Balance> {
  const balance = (await venue.listBalances()).items.find((candidate) => candidate.currency === 'usdc');
  if (!balance) throw new Error('Expected a balance in usdc, found none');
  return balance;
}
