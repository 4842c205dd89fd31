/**
 * Every order of the member that the trading knows: ours by intent and id, and those that other clients placed.
 *
 * Invariants  One record an exchange id. Every step of an order of ours is in the journal before it is shown.
 *             An order of the exchange that may be one of ours still on its way is not shown twice.
 * Errors      Throws what the journal throws for `addSigned` alone; later steps that can't be written go to `onFault`.
 */
import type { LifeStep, OrderView } from '#shared/ipc/views.ts';
import type { ExchangeOrder, UnreadableOrder } from '#shared/order/account.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import { isTerminal, type OrderEvent } from '#shared/order/life.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import { isMatch, matchLostOrders } from './lostOrderMatch.ts';
import { createOrderEventLog } from './orderEventLog.ts';
import { buildOrderViews, MOST_CLOSED } from './orderListing.ts';
import {
  addStep,
  applyEvent,
  buildForeignRecord,
  buildOwnRecord,
  hasOtherTerms,
  type OrderRecord,
} from './orderRecord.ts';
import type { Journal } from './ports.ts';
import { createUnreadableOrders } from './unreadableOrders.ts';

/** Reads and streams may give the same moment in seconds or in milliseconds. */
const CLOCK_GRAIN_MS = 2_000;

export interface Orders {
  /** Writes the signed order to the journal and starts its life. */
  addSigned(entry: SignedEntry): OrderRecord;
  /** Takes records read back from the journal. */
  restore(records: readonly OrderRecord[]): void;
  byIntent(id: IntentId): OrderRecord | undefined;
  byOrder(id: OrderId): OrderRecord | undefined;
  all(): Iterable<OrderRecord>;
  apply(record: OrderRecord, event: OrderEvent): void;
  /** The exchange's word about orders, from a stream or a read. */
  take(orders: readonly ExchangeOrder[], atMs: number): void;
  /** What the exchange serves and nobody can read; `askedAtMs` of the read, see `UnreadableOrders.replace`. */
  replaceUnreadable(of: 'open' | 'closed', found: readonly UnreadableOrder[], askedAtMs: number): void;
  addUnreadable(one: UnreadableOrder, atMs: number): void;
  /** Those that are no order known here, so that they may be any. */
  unreadable(): readonly UnreadableOrder[];
  /** Of those, the ones that may rest. */
  openUnreadable(): readonly UnreadableOrder[];
  /** The exchange's answer to our own placement. */
  applyPlacement(record: OrderRecord, order: ExchangeOrder, atMs: number): void;
  note(record: OrderRecord, step: LifeStep): void;
  /** What a person may choose from, by lost order; those that are left out are found by themselves, or not lost. */
  offer(choices: ReadonlyMap<OrderRecord, readonly OrderId[]>): void;
  /** A person's word about a lost order, taken only for a choice that was offered. Throws what the journal throws. */
  resolve(record: OrderRecord, orderId: OrderId | null, atMs: number): 'joined' | 'absent' | 'refused';
  /** Orders of ours whose answer was lost. */
  lost(): OrderRecord[];
  /** Orders that may rest on the exchange now and have an id. */
  open(): OrderRecord[];
  views(): OrderView[];
  /** Another member, or none: orders that this program did not place are forgotten. */
  removeForeign(): void;
  /** Called when a record closed; the answer ends it. */
  onClosed(listener: (record: OrderRecord) => void): () => void;
}

export interface OrdersOptions {
  readonly journal: Pick<Journal, 'append' | 'findByOrder'>;
  onChange(): void;
  onFault(where: string, error: unknown): void;
}

export function createOrders(options: OrdersOptions): Orders {
  const lines = createOrderEventLog(options.journal, options.onFault);
  const own = new Map<IntentId, OrderRecord>();
  const byId = new Map<OrderId, OrderRecord>();
  const records = new Set<OrderRecord>();
  let count = 0;
  const unreadables = createUnreadableOrders();
  const closedListeners = new Set<(record: OrderRecord) => void>();

  const apply = (record: OrderRecord, event: OrderEvent): void => {
    const wasOpen = !isTerminal(record.life);
    if (!applyEvent(record, event)) return;
    lines.write(record, event);
    if (wasOpen && isTerminal(record.life)) {
      for (const listener of closedListeners) listener(record);
    }
    options.onChange();
  };

  const forgetOldest = (): void => {
    // While an answer is lost, any closed order may be the one that it became.
    if ([...own.values()].some((record) => record.life.at === 'unknown')) return;
    const closed = [...records].filter((record) => isTerminal(record.life));
    if (closed.length <= MOST_CLOSED * 2) return;
    closed.sort((a, b) => a.createdAtMs - b.createdAtMs);
    for (const record of closed.slice(0, closed.length - MOST_CLOSED)) {
      records.delete(record);
      if (record.orderId && byId.get(record.orderId) === record) byId.delete(record.orderId);
      if (record.signed) own.delete(record.signed.intentId);
    }
  };

  /** The same id is now another order: the exchange began anew, and what was not over is gone. */
  const release = (record: OrderRecord, id: OrderId, atMs: number): void => {
    if (!isTerminal(record.life)) record.orderId = null;
    record.view = null;
    apply(record, { kind: 'vanished', atMs, why: `the exchange has another order under id ${id}` });
  };

  /** Joins our record with the exchange's order; a record that had stood for it until now goes. */
  const claim = (record: OrderRecord, order: ExchangeOrder, atMs: number): void => {
    const foreign = byId.get(order.id);
    if (foreign && foreign !== record) {
      if (!foreign.signed) records.delete(foreign);
      else if (isAnewUnderId(foreign, order)) release(foreign, order.id, atMs);
      else {
        const why = `Expected order ${order.id} to be one intent's, found two`;
        options.onFault('orders', new Error(why));
        apply(record, { kind: 'lost', atMs, why });
        return;
      }
    }
    byId.set(order.id, record);
    apply(record, { kind: 'exchange', atMs, order });
    if (foreign?.word && foreign !== record && !foreign.signed)
      apply(record, { kind: 'exchange', atMs, order: foreign.word });
  };

  const isStranger = (one: UnreadableOrder): boolean => one.id === null || byId.get(one.id) === undefined;
  const strangers = (): UnreadableOrder[] => unreadables.list().filter(isStranger);

  /** An order whose latest word can't be read stays what it was, and says so. */
  const mark = (): void => {
    for (const record of records) {
      const why = record.orderId === null ? null : unreadables.whyOf(record.orderId);
      if (record.unreadable === why) continue;
      record.unreadable = why;
      record.view = null;
    }
    options.onChange();
  };

  const resolveLost = (atMs: number): void => {
    const waiting = [...own.values()].filter((record) => record.orderId === null && !isTerminal(record.life));
    if (waiting.length === 0) return;
    const foreign = [...records].filter((record) => record.signed === null);
    const { found, ambiguous } = matchLostOrders(waiting, foreign, strangers());
    for (const { record, order } of found) claim(record, order, atMs);
    for (const { record, fitting, lost, isUnreadableAbout } of ambiguous) {
      const detail = isUnreadableAbout
        ? 'an order on the exchange that can not be read may be this one'
        : `${fitting} orders on the exchange fit ${lost} lost answers: nobody can tell which is which`;
      if (record.steps.at(-1)?.detail === detail) continue;
      addStep(record, { atMs, step: 'asked', detail });
      options.onChange();
    }
  };

  const clearRead = (served: readonly ExchangeOrder[]): void => {
    if (unreadables.list().length === 0) return;
    for (const { id } of served) unreadables.clear(id);
    mark();
  };

  /** True when it is an order of ours from before what was loaded at the start. */
  const recall = (order: ExchangeOrder, atMs: number): boolean => {
    const record = lines.recall(order.id, atMs);
    if (!record?.signed || own.has(record.signed.intentId) || isAnewUnderId(record, order)) return false;
    own.set(record.signed.intentId, record);
    byId.set(order.id, record);
    records.add(record);
    apply(record, { kind: 'exchange', atMs, order });
    options.onChange();
    return true;
  };

  const takeOne = (order: ExchangeOrder, atMs: number): void => {
    const known = byId.get(order.id);
    if (known && !isAnother(known, order)) {
      apply(known, { kind: 'exchange', atMs, order });
      return;
    }
    if (known) release(known, order.id, atMs);
    else if (recall(order, atMs)) return;
    count += 1;
    const foreign = buildForeignRecord(order, atMs, count);
    byId.set(order.id, foreign);
    records.add(foreign);
    options.onChange();
  };

  return {
    addSigned(entry) {
      lines.addSigned(entry);
      count += 1;
      const record = buildOwnRecord(entry, count);
      own.set(entry.intentId, record);
      records.add(record);
      options.onChange();
      return record;
    },
    restore(restored) {
      for (const record of restored) {
        if (record.signed) own.set(record.signed.intentId, record);
        if (record.orderId) byId.set(record.orderId, record);
        records.add(record);
      }
      options.onChange();
    },
    byIntent: (id) => own.get(id),
    byOrder: (id) => byId.get(id),
    all: () => records,
    apply,
    take(served, atMs) {
      for (const order of served) takeOne(order, atMs);
      clearRead(served);
      resolveLost(atMs);
      forgetOldest();
    },
    replaceUnreadable(of, found, askedAtMs) {
      unreadables.replace(of, found, askedAtMs);
      mark();
    },
    addUnreadable(one, atMs) {
      unreadables.hear(one, atMs);
      mark();
    },
    unreadable: strangers,
    openUnreadable: () => unreadables.open().filter(isStranger),
    applyPlacement(record, order, atMs) {
      if (hasOtherTerms(record, order)) {
        options.onFault(
          'exchange',
          new Error(`Expected order ${order.id} on the terms that were signed, found others`),
        );
      }
      claim(record, order, atMs);
      clearRead([order]);
      resolveLost(atMs);
    },
    note(record, step) {
      addStep(record, step);
      options.onChange();
    },
    offer(choices) {
      for (const record of own.values()) {
        const next = choices.get(record) ?? null;
        if (record.candidates?.join() === next?.join()) continue;
        record.candidates = next;
        record.view = null;
        options.onChange();
      }
    },
    resolve(record, orderId, atMs) {
      if (record.life.at !== 'unknown' || record.candidates === null || !record.signed) return 'refused';
      const chosen = orderId === null ? null : byId.get(orderId);
      if (orderId !== null) {
        if (!record.candidates.includes(orderId)) return 'refused';
        if (!chosen?.word || chosen.signed || !isMatch(record, chosen)) return 'refused';
      }
      const event: OrderEvent = { kind: 'resolved', atMs, orderId };
      // Unlike the exchange's words this one can't be read again, so it must be on the disk.
      lines.appendResolution(record.signed.intentId, event, orderId === null);
      record.candidates = null;
      applyEvent(record, event);
      if (chosen?.word) claim(record, chosen.word, atMs);
      else for (const listener of closedListeners) listener(record);
      resolveLost(atMs);
      options.onChange();
      return orderId === null ? 'absent' : 'joined';
    },
    lost: () => [...own.values()].filter((record) => record.life.at === 'unknown'),
    open: () => [...records].filter((record) => record.orderId !== null && !isTerminal(record.life)),
    views: () => buildOrderViews(records),
    removeForeign() {
      unreadables.forget();
      for (const record of [...records].filter((item) => item.signed === null)) {
        records.delete(record);
        if (record.orderId && byId.get(record.orderId) === record) byId.delete(record.orderId);
      }
      mark();
    },
    onClosed(listener) {
      closedListeners.add(listener);
      return () => void closedListeners.delete(listener);
    },
  };
}

/** Ids of another server's life may repeat: then terms and time of creation both differ. */
function isAnother(record: OrderRecord, order: ExchangeOrder): boolean {
  if (record.life.at === 'absent' && isAnewUnderId(record, order)) return true;
  return hasOtherTerms(record, order) && (record.word === null || isAnewUnderId(record, order));
}

/** True when the exchange's order was made at another time than the one it had under this id. */
function isAnewUnderId({ word }: OrderRecord, order: ExchangeOrder): boolean {
  return word !== null && Math.abs(word.createdAtMs - order.createdAtMs) > CLOCK_GRAIN_MS;
}
