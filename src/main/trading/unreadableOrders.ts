/**
 * Orders that the exchange served and that could not be read: nobody may conclude from them, nor from their absence.
 *
 * Invariants  One that was told stays until a whole read from after it leaves it out, or a word of it can be read.
 */
import type { UnreadableOrder } from '#shared/order/account.ts';
import type { OrderId } from '#shared/units/ids.ts';

/** More than this from the stream between two reads say no more. */
const MOST_HEARD = 100;

export interface UnreadableOrders {
  /** What a read of the open or of the closed orders found. After one of the open orders, what the stream told since it was asked stays. */
  replace(of: 'open' | 'closed', found: readonly UnreadableOrder[], askedAtMs: number): void;
  hear(one: UnreadableOrder, receivedAtMs: number): void;
  /** A word about this order came that can be read. */
  clear(id: OrderId): void;
  list(): readonly UnreadableOrder[];
  /** Those that may rest: all but the closed ones. */
  open(): readonly UnreadableOrder[];
  /** Why the latest word about this order can't be read, or null. */
  whyOf(id: OrderId): string | null;
  forget(): void;
}

export function createUnreadableOrders(): UnreadableOrders {
  const listed: Record<'open' | 'closed', readonly UnreadableOrder[]> = { open: [], closed: [] };
  let heard: readonly { readonly one: UnreadableOrder; readonly receivedAtMs: number }[] = [];
  const open = (): readonly UnreadableOrder[] => [...listed.open, ...heard.map(({ one }) => one)];
  const list = (): readonly UnreadableOrder[] => [...listed.closed, ...open()];
  return {
    replace(of, found, askedAtMs) {
      listed[of] = found;
      if (of === 'open') heard = heard.filter(({ receivedAtMs }) => receivedAtMs >= askedAtMs);
    },
    hear(one, receivedAtMs) {
      heard = [...heard, { one, receivedAtMs }].slice(-MOST_HEARD);
    },
    clear(id) {
      if (whyOf(id) === null) return;
      listed.open = listed.open.filter((one) => one.id !== id);
      listed.closed = listed.closed.filter((one) => one.id !== id);
      heard = heard.filter(({ one }) => one.id !== id);
    },
    list,
    open,
    whyOf,
    forget() {
      listed.open = [];
      listed.closed = [];
      heard = [];
    },
  };

  function whyOf(id: OrderId): string | null {
    return list().find((one) => one.id === id)?.why ?? null;
  }
}
