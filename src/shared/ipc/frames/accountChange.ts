/**
 * Account in frames: its first frame has the whole view, each later one what changed, so that one order of thousands costs the
 * bytes of what changed of it.
 *
 * Invariants  Parts are compared as objects: main replaces a part when it changes and keeps it otherwise.
 * Errors      `applyAccountChange` throws BugError on a change that is not of this view.
 */
import type { Fill } from '../../order/account/account.ts';
import { BugError } from '../../units/errors.ts';
import type { AccountView, LifeStep, OrderView } from '../views.ts';
import { applyListChange, findListChange, type ListChange } from './listChange.ts';

export interface AccountChange {
  /** Parts that are new, other than `orders` and `fills`. */
  readonly parts: Partial<Omit<AccountView, 'orders' | 'fills'>>;
  /** Names of parts that are absent now. */
  readonly absent: readonly string[];
  readonly orders: ListChange<OrderView | ChangedOrder>;
  readonly fills: ListChange<Fill>;
}

/** An order that the page has, after a change. */
export interface ChangedOrder {
  /** Its place in the old list. */
  readonly was: number;
  /** What is new of it, other than its steps. */
  readonly parts: Partial<Omit<OrderView, 'steps'>>;
  /** The first `kept` steps stay, then these follow. */
  readonly kept: number;
  readonly steps: readonly LifeStep[];
}

export function findAccountChange(old: AccountView, next: AccountView): AccountChange {
  const { orders, fills, ...rest } = next;
  const known = old as unknown as Readonly<Record<string, unknown>>;
  const changed = Object.entries(rest).filter(([name, part]) => !Object.is(known[name], part));
  return {
    parts: Object.fromEntries(changed),
    absent: Object.keys(old).filter((name) => !(name in next)),
    orders: shortenOrders(old.orders, findListChange(old.orders, orders)),
    fills: findListChange(old.fills, fills),
  };
}

export function applyAccountChange(old: AccountView, { parts, absent, orders, fills }: AccountChange): AccountView {
  const kept = Object.entries(old).filter(([name]) => !absent.includes(name));
  return {
    ...(Object.fromEntries(kept) as unknown as AccountView),
    ...parts,
    orders: applyListChange(old.orders, lengthenOrders(old.orders, orders)),
    fills: applyListChange(old.fills, fills),
  };
}

/** Leaves out what the page has of each order of the change. */
function shortenOrders(old: readonly OrderView[], change: ListChange<OrderView>): AccountChange['orders'] {
  if (change.splices.every(({ rows }) => rows.length === 0)) return change;
  const places = new Map(old.map((order, at) => [keyOf(order), at]));
  const shorten = (order: OrderView): OrderView | ChangedOrder => {
    const was = places.get(keyOf(order));
    return was === undefined ? order : (findOrderChange(old[was]!, order, was) ?? order);
  };
  return { ...change, splices: change.splices.map((splice) => ({ ...splice, rows: splice.rows.map(shorten) })) };
}

function lengthenOrders(old: readonly OrderView[], change: AccountChange['orders']): ListChange<OrderView> {
  const lengthen = (row: OrderView | ChangedOrder): OrderView => {
    if (!('was' in row)) return row;
    const before = old[row.was];
    if (before === undefined) throw new BugError(`Expected an order at ${row.was}, found ${old.length} orders`);
    return { ...before, ...row.parts, steps: [...before.steps.slice(0, row.kept), ...row.steps] };
  };
  return { ...change, splices: change.splices.map((splice) => ({ ...splice, rows: splice.rows.map(lengthen) })) };
}

/** Null where a part is absent now: the whole order then says so. */
function findOrderChange(old: OrderView, next: OrderView, was: number): ChangedOrder | null {
  const { steps, ...rest } = next;
  const known = old as unknown as Readonly<Record<string, unknown>>;
  if (Object.keys(old).some((name) => !(name in next))) return null;
  let kept = 0;
  while (kept < steps.length && steps[kept] === old.steps[kept]) kept += 1;
  const changed = Object.entries(rest).filter(([name, part]) => !Object.is(known[name], part));
  return { was, parts: Object.fromEntries(changed), kept, steps: steps.slice(kept) };
}

/** Our order by its intent, which it has before the exchange's id. */
function keyOf({ intentId, orderId }: OrderView): string {
  return intentId ?? `#${orderId}`;
}
