/**
 * Orders that the exchange served and that could not be read: nobody may conclude from them, nor from their absence.
 *
 * Invariants  One that was told stays until a whole read from after it leaves it out, or a word of it can be read.
 */
import type { UnreadableOrder } from '#shared/order/account.ts';
import type { OrderId } from '#shared/units/ids.ts';

/** More than this from the stream between two reads say no more. */
const MOST_HEARD = 100;

export interface Unreadables {
  /** What a read of the lists that was asked at this time found; what the stream told since stays. */
  replace(found: readonly UnreadableOrder[], askedAtMs: number): void;
  hear(one: UnreadableOrder, receivedAtMs: number): void;
  /** A word about this order came that can be read. */
  clear(id: OrderId): void;
  list(): readonly UnreadableOrder[];
  /** Why the latest word about this order can't be read, or null. */
  whyOf(id: OrderId): string | null;
  forget(): void;
}

export function openUnreadables(): Unreadables {
  let listed: readonly UnreadableOrder[] = [];
  let heard: readonly { readonly one: UnreadableOrder; readonly receivedAtMs: number }[] = [];
  const list = (): readonly UnreadableOrder[] => [...listed, ...heard.map(({ one }) => one)];
  return {
    replace(found, askedAtMs) {
      listed = found;
      heard = heard.filter(({ receivedAtMs }) => receivedAtMs >= askedAtMs);
    },
    hear(one, receivedAtMs) {
      heard = [...heard, { one, receivedAtMs }].slice(-MOST_HEARD);
    },
    clear(id) {
      if (whyOf(id) === null) return;
      listed = listed.filter((one) => one.id !== id);
      heard = heard.filter(({ one }) => one.id !== id);
    },
    list,
    whyOf,
    forget() {
      listed = [];
      heard = [];
    },
  };

  function whyOf(id: OrderId): string | null {
    return list().find((one) => one.id === id)?.why ?? null;
  }
}
