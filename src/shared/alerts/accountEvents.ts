/**
 * Account events: fills and turns of orders that are new since the last look.
 *
 * Invariants  The first look at an account reports nothing. What was reported once is not reported again, also after a
 *             restart. Memory is bounded by the orders and fills of the account view.
 */
import type { Fill } from '../order/account/account.ts';
import type { OrderLife } from '../order/life.ts';

/** States of an order that an alert is about; `cancelled`: without a cancel from this program. */
export type OrderTurn = 'rejected' | 'unknown' | 'cancelled';

/** The parts of an order view that alerts look at. */
export interface SeenOrder {
  readonly intentId: string | null;
  readonly orderId: string | null;
  readonly life: OrderLife;
  readonly steps: readonly { readonly step: string }[];
}

export interface AccountMemory {
  /** Address of the account's wallet: another one starts anew. */
  readonly account: string;
  /** Time of the newest fill that was seen. */
  readonly fillsUpToMs: number;
  /** Ids of the fills of the last minute before it. */
  readonly fillIds: readonly string[];
  /** Orders that turned, as `id:turn`. */
  readonly turned: readonly string[];
}

export interface AccountNews<O extends SeenOrder> {
  readonly memory: AccountMemory;
  readonly fills: readonly Fill[];
  readonly orders: readonly { readonly order: O; readonly turn: OrderTurn }[];
}

/** Fills of one match can arrive in any order within this time. */
const OVERLAP_MS = 60_000;

export function findAccountNews<O extends SeenOrder>(
  memory: AccountMemory | null,
  account: string,
  fills: readonly Fill[],
  orders: readonly O[],
): AccountNews<O> {
  const known = memory?.account === account ? memory : null;
  const upToMs = fills.reduce((latest, fill) => Math.max(latest, fill.exchangeTimeMs), known?.fillsUpToMs ?? 0);
  const turned = orders.flatMap((order) => {
    const turn = findTurn(order);
    return turn === null ? [] : [{ order, turn, key: `${order.intentId ?? order.orderId ?? ''}:${turn}` }];
  });
  const next: AccountMemory = {
    account,
    fillsUpToMs: upToMs,
    fillIds: fills.filter((fill) => fill.exchangeTimeMs > upToMs - OVERLAP_MS).map(({ id }) => id),
    turned: turned.map(({ key }) => key),
  };
  if (known === null) return { memory: next, fills: [], orders: [] };
  const seenFills = new Set(known.fillIds);
  const seenTurns = new Set(known.turned);
  return {
    memory: isSameMemory(known, next) ? known : next,
    fills: fills
      .filter((fill) => fill.exchangeTimeMs > known.fillsUpToMs - OVERLAP_MS && !seenFills.has(fill.id))
      .toReversed(),
    orders: turned.filter(({ key }) => !seenTurns.has(key)),
  };
}

/** The kind of order event that an alert can have as its condition; null for the usual steps of an order. */
export function findTurn({ life, steps }: SeenOrder): OrderTurn | null {
  switch (life.at) {
    case 'rejected':
    case 'unknown':
      return life.at;
    case 'cancelled':
      return steps.some(({ step }) => step === 'cancel sent') ? null : 'cancelled';
    default:
      return null;
  }
}

function isSameMemory(a: AccountMemory, b: AccountMemory): boolean {
  return (
    a.fillsUpToMs === b.fillsUpToMs &&
    a.fillIds.join(' ') === b.fillIds.join(' ') &&
    a.turned.join(' ') === b.turned.join(' ')
  );
}
