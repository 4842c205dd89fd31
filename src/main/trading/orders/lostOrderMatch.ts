/**
 * Matches our orders whose answer was lost with orders that the exchange lists.
 *
 * Invariants  Pure. An order matches by market, side, direction, price, volume and creation time. When as many orders match as
 *             are lost, they are paired in order of time. With more or fewer, all stay unknown. While an identical order is
 *             still in flight nothing is paired, because a match may belong to that one. An order that was created up to a
 *             minute too early is a candidate: never paired, and while it is listed the lost order is not absent.
 */
import type { ExchangeOrder, UnreadableOrder } from '#shared/order/account/account.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { hasOtherTerms, type OrderRecord } from './orderRecord.ts';

/** Uncertainty of the measured exchange clock: an order created at most this long before its signature still matches. */
export const CREATED_BEFORE_MS = 5_000;
/** An order created at most this long before its signature may still be it, because the exchange's clocks may differ. */
export const DOUBT_BEFORE_MS = 60_000;
/** How long after its signature a sent request can still be accepted: docs/assumptions.md#nonce-window. */
export const CREATED_AFTER_MS = 10 * 60_000;

export interface Matches {
  readonly found: readonly { readonly record: OrderRecord; readonly order: ExchangeOrder }[];
  /** Lost orders whose number of matches differs from theirs, or which an unreadable order may be. */
  readonly ambiguous: readonly {
    readonly record: OrderRecord;
    readonly matching: number;
    readonly lost: number;
    readonly mayBeUnreadable: boolean;
  }[];
}

/** `own` are our orders without an id; `candidates` and `unreadable` are exchange orders that match no other record. */
export function matchLostOrders(
  ownRecords: readonly OrderRecord[],
  candidates: readonly OrderRecord[],
  unreadable: readonly UnreadableOrder[] = [],
): Matches {
  const found: Matches['found'][number][] = [];
  const ambiguous: Matches['ambiguous'][number][] = [];
  const groups = new Map<string, OrderRecord[]>();
  for (const record of ownRecords) {
    const terms = buildTermsKey(record);
    groups.set(terms, [...(groups.get(terms) ?? []), record]);
  }
  for (const group of groups.values()) {
    if (group.some((record) => record.life.at !== 'unknown')) continue;
    const orders = candidates.filter((candidate) => group.some((record) => isMatch(record, candidate)));
    if (orders.length === 0) continue;
    const mayBeUnreadable = unreadable.some((one) => group.some((record) => mayMatch(record, one)));
    const pairs = mayBeUnreadable ? null : pairByTime(group, orders);
    if (pairs) found.push(...pairs);
    else {
      for (const record of group) {
        ambiguous.push({ record, matching: orders.length, lost: group.length, mayBeUnreadable });
      }
    }
  }
  return { found, ambiguous };
}

/** Key of an order's terms: equal for orders that differ only in their ids. */
export function buildTermsKey(record: OrderRecord): string {
  return `${record.market} ${record.side} ${record.direction} ${record.price} ${record.shares}`;
}

/** True when the exchange's order has the terms of ours and was created when ours can have arrived. */
export function isMatch(record: OrderRecord, candidate: OrderRecord): boolean {
  return hasTermsFrom(record, candidate, CREATED_BEFORE_MS);
}

/** Like `isMatch`, with a minute for differing clocks: a person decides whether it is our order. */
export function isCandidate(record: OrderRecord, candidate: OrderRecord): boolean {
  return hasTermsFrom(record, candidate, DOUBT_BEFORE_MS);
}

function hasTermsFrom(record: OrderRecord, candidate: OrderRecord, beforeMs: number): boolean {
  const { signed } = record;
  const { latest } = candidate;
  if (signed === null || latest === null || hasOtherTerms(record, latest)) return false;
  if (candidate.number < record.number) return false;
  return isCreatedInTime(signed.exchangeTimeMs, latest.createdAtMs, beforeMs);
}

/** False when a readable field of the unreadable order shows that it is not the one we signed. */
export function mayMatch(record: OrderRecord, unreadable: UnreadableOrder): boolean {
  const { signed, orderId } = record;
  if (signed === null) return false;
  if (unreadable.id !== null && orderId !== null) return unreadable.id === orderId;
  if (unreadable.market !== null && unreadable.market !== record.market) return false;
  return (
    unreadable.createdAtMs === null || isCreatedInTime(signed.exchangeTimeMs, unreadable.createdAtMs, DOUBT_BEFORE_MS)
  );
}

function isCreatedInTime(signedAtMs: number, createdAtMs: number, beforeMs: number): boolean {
  const age = createdAtMs - signedAtMs;
  return age >= -beforeMs && age <= CREATED_AFTER_MS;
}

function pairByTime(
  group: readonly OrderRecord[],
  orders: readonly OrderRecord[],
): { record: OrderRecord; order: ExchangeOrder }[] | null {
  if (group.length !== orders.length) return null;
  const lost = [...group].sort((a, b) => a.createdAtMs - b.createdAtMs || compareIds(idOf(a), idOf(b)));
  const listed = [...orders].sort((a, b) => a.createdAtMs - b.createdAtMs || compareIds(a.orderId!, b.orderId!));
  const pairs: { record: OrderRecord; order: ExchangeOrder }[] = [];
  for (const [index, record] of lost.entries()) {
    const candidate = listed[index]!;
    if (!isMatch(record, candidate) || candidate.latest === null) return null;
    pairs.push({ record, order: candidate.latest });
  }
  return pairs;
}

function idOf(record: OrderRecord): IntentId {
  return record.signed!.intentId;
}

/** Shorter decimal ids are older. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
