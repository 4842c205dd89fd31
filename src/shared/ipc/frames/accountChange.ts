/**
 * Account in frames: its first frame has the whole view, each later one what changed, so that one order of thousands costs the
 * bytes of one order.
 *
 * Invariants  Parts are compared as objects: main replaces a part when it changes and keeps it otherwise.
 * Errors      `applyAccountChange` throws BugError on a change that is not of this view.
 */

import type { Fill } from '../../order/account/account.ts';
import type { AccountView, OrderView } from '../views.ts';
import { applyListChange, findListChange, type ListChange } from './listChange.ts';

export interface AccountChange {
  /** Parts that are new, other than `orders` and `fills`. */
  readonly parts: Partial<Omit<AccountView, 'orders' | 'fills'>>;
  /** Names of parts that are absent now. */
  readonly absent: readonly string[];
  readonly orders: ListChange<OrderView>;
  readonly fills: ListChange<Fill>;
}

export function findAccountChange(old: AccountView, next: AccountView): AccountChange {
  const { orders, fills, ...rest } = next;
  const known = old as unknown as Readonly<Record<string, unknown>>;
  const changed = Object.entries(rest).filter(([name, part]) => !Object.is(known[name], part));
  return {
    parts: Object.fromEntries(changed),
    absent: Object.keys(old).filter((name) => !(name in next)),
    orders: findListChange(old.orders, orders),
    fills: findListChange(old.fills, fills),
  };
}

export function applyAccountChange(old: AccountView, { parts, absent, orders, fills }: AccountChange): AccountView {
  const kept = Object.entries(old).filter(([name]) => !absent.includes(name));
  return {
    ...(Object.fromEntries(kept) as unknown as AccountView),
    ...parts,
    orders: applyListChange(old.orders, orders),
    fills: applyListChange(old.fills, fills),
  };
}
