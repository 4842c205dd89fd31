/** Interface of the member's orders: what it is created with, and what it offers. */
import type { OrderView } from '#shared/ipc/views.ts';
import type { ExchangeOrder, UnreadableOrder } from '#shared/order/account/account.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import type { OrderEvent } from '#shared/order/life.ts';
import type { AccountId, IntentId, OrderId } from '#shared/units/ids.ts';
import type { Journal } from '../ports.ts';
import type { OrderRecord } from './orderRecord.ts';

export interface Orders {
  /** Writes the signed order to the journal and starts its life. Its next event, which follows at once, reports the change. */
  addSigned(entry: SignedEntry, sync?: 'now' | 'later'): OrderRecord;
  /** Adds records that were restored from the journal. */
  restore(records: readonly OrderRecord[]): void;
  byIntent(id: IntentId): OrderRecord | undefined;
  byOrder(id: OrderId): OrderRecord | undefined;
  all(): Iterable<OrderRecord>;
  apply(record: OrderRecord, event: OrderEvent): void;
  /** Applies the exchange's orders, from a read unless they came on the stream. */
  applyExchangeOrders(orders: readonly ExchangeOrder[], atMs: number, source?: 'read' | 'stream'): void;
  /** Applies the exchange's answer to our own placement. */
  applyPlacement(record: OrderRecord, order: ExchangeOrder, atMs: number): void;
  /** Unreadable orders of a complete read; see `UnreadableOrders.replace`. */
  replaceUnreadable(of: 'open' | 'closed', found: readonly UnreadableOrder[], askedAtMs: number): void;
  addUnreadable(one: UnreadableOrder, atMs: number): void;
  /** Unreadable orders without a record here, so that they may be any order. */
  unreadable(): readonly UnreadableOrder[];
  /** Those of them that may rest. */
  openUnreadable(): readonly UnreadableOrder[];
  /** Sets the candidates of each lost order; orders that are not in the map have none. */
  setCandidates(candidates: ReadonlyMap<OrderRecord, readonly OrderId[]>): void;
  /** Applies a person's decision about a lost order if it is one of its candidates. Throws what the journal throws. */
  resolve(record: OrderRecord, orderId: OrderId | null, atMs: number): 'joined' | 'absent' | 'refused';
  /** Our orders whose answer was lost. */
  lost(): OrderRecord[];
  /** Orders that may rest on the exchange now and have an id. */
  open(): OrderRecord[];
  views(): OrderView[];
  /** Removes the orders of other clients, for another member or none. */
  removeForeign(): void;
  /** Sets our orders of other accounts aside until their account is selected again. */
  setMaker(maker: AccountId): void;
  /** Listens for orders that end; the returned function removes the listener. */
  onClosed(listener: (record: OrderRecord) => void): () => void;
}

export interface OrdersOptions {
  readonly journal: Pick<Journal, 'append' | 'findByOrder'>;
  /** A read shows an order, a fill or an end that was not known. */
  onReadNews?(order: ExchangeOrder): void;
  onChange(): void;
  onFault(where: string, error: unknown): void;
}
