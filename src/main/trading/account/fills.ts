/**
 * The member's fills, merged from reads and the stream, and the ledger that follows them.
 *
 * Invariants  One fill per id and order; a final state is never replaced by an earlier one. The ledger says whether it has every
 *             fill of the account.
 */
import { createSortedList, findPlace } from '#shared/base/sortedList.ts';
import type { AccountList, Fill, UnreadableRow } from '#shared/order/account/account.ts';
import { type FillPlace, SHOWN_FILLS } from '#shared/order/account/history.ts';
import { type AccountLedger, createLedger } from '#shared/order/account/ledger.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';

/** Most fills kept, years of them: beyond it the oldest are dropped, and the ledger is not complete. */
const MAX_FILLS = 1_000_000;
/** Fills that one page visits at most. */
const MAX_VISITED = 20_000;

export interface FillQuery {
  /** Null: no bound. */
  readonly fromMs: number | null;
  /** Null: every market. */
  readonly market: MarketId | null;
  /** The page before ended here; null for the first one. */
  readonly after: FillPlace | null;
  readonly limit: number;
  /** Null: every fill. */
  readonly isWanted: ((fill: Fill) => boolean) | null;
}

export interface FillPage {
  /** Newest first. May be empty before the end: a page visits a bounded number of fills. */
  readonly fills: readonly Fill[];
  /** `after` of the next page; null when this is the last one. */
  readonly next: FillPlace | null;
}

export interface Fills {
  /** Newest first, at most 500. */
  newest(): readonly Fill[];
  /** Every fill that is kept, newest first. */
  all(): readonly Fill[];
  /** Fills of one order, oldest first. */
  ofOrder(orderId: OrderId): readonly Fill[];
  /** Fills from this time on, oldest first. */
  since(exchangeTimeMs: number): readonly Fill[];
  /** Fills newest first, from behind a place. */
  page(query: FillQuery): FillPage;
  ledger(): AccountLedger;
  /** Rows of the latest read that could not be parsed. */
  unreadable(): readonly UnreadableRow[];
  /** Applies one stream event. */
  apply(fill: Fill): void;
  /** Applies a read; returns the fills that were not known before. */
  applyList(fills: AccountList<Fill>): readonly Fill[];
  /** For another member, or none; reports no change. */
  clear(): void;
}

export function createFills(onChange: () => void, maxFills = MAX_FILLS): Fills {
  const fills = new Map<string, Fill>();
  /** Number of fills by id: two for a self-match. */
  const countById = new Map<string, number>();
  /** In any order: few of them are read. */
  const byOrder = new Map<OrderId, Fill[]>();
  const byTime = createSortedList<Fill>(compareByTime);
  const builder = createLedger();
  let bad: readonly UnreadableRow[] = [];
  let areListed = false;
  let areDropped = false;
  let arePartial = false;
  let visible: readonly Fill[] | null = null;
  let ledger: AccountLedger | null = null;

  const insert = (key: string, fill: Fill): void => {
    fills.set(key, fill);
    countById.set(fill.id, (countById.get(fill.id) ?? 0) + 1);
    byTime.add(fill);
    builder.add(fill);
    if (fill.orderId === null) return;
    const ofOrder = byOrder.get(fill.orderId);
    if (ofOrder === undefined) byOrder.set(fill.orderId, [fill]);
    else ofOrder.push(fill);
  };

  const remove = (key: string): void => {
    const fill = fills.get(key);
    if (fill === undefined) return;
    fills.delete(key);
    const count = (countById.get(fill.id) ?? 1) - 1;
    if (count === 0) countById.delete(fill.id);
    else countById.set(fill.id, count);
    byTime.remove(fill);
    builder.remove(fill);
    if (fill.orderId === null) return;
    const left = (byOrder.get(fill.orderId) ?? []).filter((one) => one !== fill);
    if (left.length === 0) byOrder.delete(fill.orderId);
    else byOrder.set(fill.orderId, left);
  };

  const replace = (key: string, before: Fill, after: Fill): void => {
    if (before.exchangeTimeMs !== after.exchangeTimeMs) {
      remove(key);
      insert(key, after);
      return;
    }
    fills.set(key, after);
    byTime.replace(before, after);
    builder.replace(before, after);
    const ofOrder = after.orderId === null ? undefined : byOrder.get(after.orderId);
    if (ofOrder !== undefined) ofOrder[ofOrder.indexOf(before)] = after;
  };

  /** A fill without an order id is the same fill as one with it. */
  const set = (fill: Fill): boolean => {
    const key = keyOf(fill);
    if (fill.orderId !== null) remove(`${fill.id}/`);
    else if (!fills.has(key) && countById.has(fill.id)) return false;
    const known = fills.get(key);
    if (known && (isSame(known, fill) || (isFinal(known) && !isFinal(fill)))) return false;
    if (known) replace(key, known, fill);
    else insert(key, fill);
    return true;
  };

  const add = (incoming: readonly Fill[]): readonly Fill[] => {
    const added: Fill[] = [];
    let hasChanged = false;
    for (const fill of incoming) {
      const isNew = !countById.has(fill.id);
      if (!set(fill)) continue;
      hasChanged = true;
      if (isNew) added.push(fill);
    }
    if (!hasChanged) return [];
    visible = null;
    ledger = null;
    if (fills.size > maxFills) {
      areDropped = true;
      for (const old of byTime.items().slice(0, fills.size - maxFills)) remove(keyOf(old));
    }
    onChange();
    return added.filter((fill) => fills.has(keyOf(fill)));
  };

  return {
    newest() {
      visible ??= byTime.items().slice(-SHOWN_FILLS).reverse();
      return visible;
    },
    all: () => byTime.items().toReversed(),
    ofOrder: (orderId) => (byOrder.get(orderId) ?? []).toSorted(compareByTime),
    since: (exchangeTimeMs) =>
      byTime.items().slice(findPlace(byTime.items(), exchangeTimeMs, (fill, atMs) => fill.exchangeTimeMs - atMs)),
    page({ fromMs, market, after, limit, isWanted }) {
      const items = byTime.items();
      const found: Fill[] = [];
      const end = after === null ? items.length : findPlace(items, after, compareByTime);
      for (let at = end - 1; at >= 0; at -= 1) {
        const fill = items[at]!;
        if (fromMs !== null && fill.exchangeTimeMs < fromMs) break;
        if ((market === null || fill.market === market) && (isWanted === null || isWanted(fill))) found.push(fill);
        if (found.length >= limit || end - at >= MAX_VISITED) {
          const { exchangeTimeMs, id, orderId } = fill;
          return { fills: found, next: { exchangeTimeMs, id, orderId } };
        }
      }
      return { fills: found, next: null };
    },
    ledger() {
      ledger ??= {
        ...builder.read(),
        isComplete: areListed && !areDropped && !arePartial && bad.length === 0,
      };
      return ledger;
    },
    unreadable: () => bad,
    apply: (fill) => void add([fill]),
    applyList({ items, partial, unreadable }) {
      const isSameList = areListed && arePartial === (partial !== null) && bad.length + unreadable.length === 0;
      areListed = true;
      arePartial = partial !== null;
      bad = unreadable;
      const added = add(items);
      if (!isSameList) {
        ledger = null;
        onChange();
      }
      return added;
    },
    clear() {
      fills.clear();
      countById.clear();
      byOrder.clear();
      byTime.clear();
      builder.clear();
      areListed = false;
      areDropped = false;
      arePartial = false;
      bad = [];
      visible = null;
      ledger = null;
    },
  };
}

/** A self-match is two fills with one id. */
function keyOf(fill: Fill): string {
  return `${fill.id}/${fill.orderId ?? ''}`;
}

function isSame(a: Fill, b: Fill): boolean {
  return a.state === b.state && a.fee === b.fee;
}

/** Settled or voided; `active` is the state before (docs/assumptions.md#contract-states). */
function isFinal(fill: Fill): boolean {
  return fill.state !== null && fill.state !== 'active';
}

function compareByTime(a: FillPlace, b: FillPlace): number {
  if (a.exchangeTimeMs !== b.exchangeTimeMs) return a.exchangeTimeMs - b.exchangeTimeMs;
  return compareTexts(a.id, b.id) || compareTexts(a.orderId ?? '', b.orderId ?? '');
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
