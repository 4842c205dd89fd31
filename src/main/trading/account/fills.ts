/**
 * The member's fills, merged from reads and the stream, and the ledger built from them.
 *
 * Invariants  One fill per id and order; a final state is never replaced by an earlier one. The ledger says whether it has every
 *             fill of the account.
 */
import type { AccountList, Fill, UnreadableRow } from '#shared/order/account/account.ts';
import { type AccountLedger, buildLedger } from '#shared/order/account/ledger.ts';
import type { OrderId } from '#shared/units/ids.ts';

/** Number of the newest fills in the view. */
const MAX_SHOWN_FILLS = 500;
/** Most fills kept: beyond it the oldest are dropped, and the ledger is not complete. */
const MAX_FILLS = 20_000;

export interface Fills {
  /** Newest first, at most 500. */
  newest(): readonly Fill[];
  /** Every fill that is kept, newest first. */
  all(): readonly Fill[];
  /** Fills of one order, oldest first. */
  ofOrder(orderId: OrderId): readonly Fill[];
  /** Rebuilt from all fills. */
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

export function createFills(onChange: () => void): Fills {
  const fills = new Map<string, Fill>();
  /** Number of fills by id: two for a self-match. */
  const countById = new Map<string, number>();
  let bad: readonly UnreadableRow[] = [];
  let areListed = false;
  let areDropped = false;
  let arePartial = false;
  let visible: readonly Fill[] | null = null;
  let ledger: AccountLedger | null = null;

  const remove = (key: string, id: string): void => {
    if (!fills.delete(key)) return;
    const count = (countById.get(id) ?? 1) - 1;
    if (count === 0) countById.delete(id);
    else countById.set(id, count);
  };

  /** A fill without an order id is the same fill as one with it. */
  const set = (fill: Fill): boolean => {
    const key = keyOf(fill);
    if (fill.orderId !== null) remove(`${fill.id}/`, fill.id);
    else if (!fills.has(key) && countById.has(fill.id)) return false;
    const known = fills.get(key);
    if (known && (isSame(known, fill) || (isFinal(known) && !isFinal(fill)))) return false;
    if (!known) countById.set(fill.id, (countById.get(fill.id) ?? 0) + 1);
    fills.set(key, fill);
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
    if (fills.size > MAX_FILLS) {
      areDropped = true;
      for (const old of sort(fills.values()).slice(MAX_FILLS)) remove(keyOf(old), old.id);
    }
    onChange();
    return added.filter((fill) => fills.has(keyOf(fill)));
  };

  return {
    newest() {
      visible ??= sort(fills.values()).slice(0, MAX_SHOWN_FILLS);
      return visible;
    },
    all: () => sort(fills.values()),
    ofOrder: (orderId) => sort([...fills.values()].filter((fill) => fill.orderId === orderId)).toReversed(),
    ledger() {
      ledger ??= {
        ...buildLedger(fills.values()),
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

function sort(fills: Iterable<Fill>): Fill[] {
  return [...fills].sort((a, b) => b.exchangeTimeMs - a.exchangeTimeMs || (a.id < b.id ? 1 : -1));
}
