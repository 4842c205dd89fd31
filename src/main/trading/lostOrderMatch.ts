/**
 * Finds the exchange's orders that orders of ours with a lost answer became.
 *
 * Invariants  Pure. An order fits by market, side, direction, price, volume and time of creation. As many that fit as are lost:
 *             each is the exchange's word. More or fewer: nobody is guessed, all stay unknown. While an equal order is still
 *             on its way nothing is decided, because the answer may be its own.
 */
import type { ExchangeOrder, UnreadableOrder } from '#shared/order/account.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { hasOtherTerms, type OrderRecord } from './orderRecord.ts';

/** The exchange's clock is measured to within this; creation before the signature by more is another order. */
export const CREATED_BEFORE_MS = 5_000;
/** A request that was sent can be taken in this long after its signature: docs/assumptions.md#nonce-window. */
export const CREATED_AFTER_MS = 10 * 60_000;

export interface Matches {
  readonly found: readonly { readonly record: OrderRecord; readonly order: ExchangeOrder }[];
  /** Lost orders with more or fewer orders that fit than there are lost, or with one that can't be read and may be theirs. */
  readonly ambiguous: readonly {
    readonly record: OrderRecord;
    readonly fitting: number;
    readonly lost: number;
    readonly isUnreadableAbout: boolean;
  }[];
}

/**
 * `own` are our orders without an id; `candidates` are orders of the exchange that are not otherwise ours, and `unreadable`
 * those of them that can't be read.
 */
export function matchLostOrders(
  own: readonly OrderRecord[],
  candidates: readonly OrderRecord[],
  unreadable: readonly UnreadableOrder[] = [],
): Matches {
  const found: Matches['found'][number][] = [];
  const ambiguous: Matches['ambiguous'][number][] = [];
  const groups = new Map<string, OrderRecord[]>();
  for (const record of own) {
    const terms = buildTermsKey(record);
    groups.set(terms, [...(groups.get(terms) ?? []), record]);
  }
  for (const group of groups.values()) {
    if (group.some((record) => record.life.at !== 'unknown')) continue;
    const orders = candidates.filter((candidate) => group.some((record) => isMatch(record, candidate)));
    if (orders.length === 0) continue;
    const isUnreadableAbout = unreadable.some((one) => group.some((record) => mayMatch(record, one)));
    const pairs = isUnreadableAbout ? null : pairInTime(group, orders);
    if (pairs) found.push(...pairs);
    else {
      for (const record of group) {
        ambiguous.push({ record, fitting: orders.length, lost: group.length, isUnreadableAbout });
      }
    }
  }
  return { found, ambiguous };
}

/** Equal for orders that only their ids tell apart. */
export function buildTermsKey(record: OrderRecord): string {
  return `${record.market} ${record.side} ${record.direction} ${record.price} ${record.shares}`;
}

/** True when the exchange's order may be the one we signed. */
export function isMatch(record: OrderRecord, candidate: OrderRecord): boolean {
  const { signed } = record;
  const { word } = candidate;
  if (signed === null || word === null || hasOtherTerms(record, word)) return false;
  if (candidate.number < record.number) return false;
  return isInTime(signed.exchangeTimeMs, word.createdAtMs);
}

/** True unless what can be read of it says that it is not the one we signed. */
export function mayMatch(record: OrderRecord, unreadable: UnreadableOrder): boolean {
  const { signed, orderId } = record;
  if (signed === null) return false;
  if (unreadable.id !== null && orderId !== null) return unreadable.id === orderId;
  if (unreadable.market !== null && unreadable.market !== record.market) return false;
  return unreadable.createdAtMs === null || isInTime(signed.exchangeTimeMs, unreadable.createdAtMs);
}

function isInTime(signedAtMs: number, createdAtMs: number): boolean {
  const age = createdAtMs - signedAtMs;
  return age >= -CREATED_BEFORE_MS && age <= CREATED_AFTER_MS;
}

function pairInTime(
  group: readonly OrderRecord[],
  orders: readonly OrderRecord[],
): { record: OrderRecord; order: ExchangeOrder }[] | null {
  if (group.length !== orders.length) return null;
  const lost = [...group].sort((a, b) => a.createdAtMs - b.createdAtMs || compareIds(idOf(a), idOf(b)));
  const served = [...orders].sort((a, b) => a.createdAtMs - b.createdAtMs || compareIds(a.orderId!, b.orderId!));
  const pairs: { record: OrderRecord; order: ExchangeOrder }[] = [];
  for (const [index, record] of lost.entries()) {
    const candidate = served[index]!;
    if (!isMatch(record, candidate) || candidate.word === null) return null;
    pairs.push({ record, order: candidate.word });
  }
  return pairs;
}

function idOf(record: OrderRecord): IntentId {
  return record.signed!.intentId;
}

/** Shorter decimal ids are older ones. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
