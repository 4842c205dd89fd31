/**
 * Every known order of the member: ours by intent and id, and those that other clients placed.
 *
 * Invariants  One record per exchange id. Every event of our orders is in the journal before it is shown.
 *             An exchange order that may be one of ours in flight is shown once. Orders that another wallet signed are neither
 *             shown nor matched nor concluded about.
 * Errors      Only `addSigned` and `resolve` throw what the journal throws; other failed writes go to `onFault`.
 */
import { createEmitter } from '#shared/base/emitter.ts';
import type { LifeStep, OrderView } from '#shared/ipc/views.ts';
import type { ExchangeOrder, UnreadableOrder } from '#shared/order/account/account.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import { isTerminal, type LifeReason, type OrderEvent, type OrderSource } from '#shared/order/life.ts';
import type { AccountId, IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Journal } from '../ports.ts';
import { isCandidate, matchLostOrders } from './lostOrderMatch.ts';
import { createOrderEventLog } from './orderEventLog.ts';
import { buildOrderViews, MAX_CLOSED } from './orderListing.ts';
import {
  addStep,
  applyEvent,
  buildForeignRecord,
  buildOwnRecord,
  hasOtherTerms,
  type OrderRecord,
} from './orderRecord.ts';
import { createUnreadableOrders } from './unreadableOrders.ts';

/** Interface of the member's orders: what it is created with, and what it offers. */
export interface Orders {
  /** Writes the signed order to the journal and starts its life. Its next event, which follows at once, reports the change. */
  addSigned(entry: SignedEntry, sync?: 'now' | 'later'): OrderRecord;
  /** Adds records that were restored from the journal. */
  restore(records: readonly OrderRecord[]): void;
  byIntent(id: IntentId): OrderRecord | undefined;
  byOrder(id: OrderId): OrderRecord | undefined;
  all(): Iterable<OrderRecord>;
  /** Of them those of one market: what this costs does not depend on the orders of others. */
  ofMarket(market: MarketId): ReadonlySet<OrderRecord>;
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
  /** True for the wallet of that account, and for every one before it is known. */
  isOwnWallet(wallet: AccountId): boolean;
  /** Listens for orders that end; the returned function removes the listener. */
  onClosed(listener: (record: OrderRecord) => void): () => void;
}

interface OrdersOptions {
  readonly journal: Pick<Journal, 'append' | 'findByOrder'>;
  /** A read shows an order, a fill or an end that was not known. */
  onReadNews?(order: ExchangeOrder): void;
  onChange(): void;
  onFault(where: string, error: unknown): void;
}

/** Reads and streams may give the same moment in seconds or in milliseconds. */
const CLOCK_GRAIN_MS = 2_000;
const NO_RECORDS: ReadonlySet<OrderRecord> = new Set();

export function createOrders(options: OrdersOptions): Orders {
  const eventLog = createOrderEventLog(options.journal, options.onFault);
  const ownRecords = new Map<IntentId, OrderRecord>();
  const byId = new Map<OrderId, OrderRecord>();
  const records = new Set<OrderRecord>();
  const byMarket = new Map<MarketId, Set<OrderRecord>>();
  /** Our orders of other wallets than the account's. */
  const aside = new Map<IntentId, OrderRecord>();
  /** Null before the account is known. */
  let maker: AccountId | null = null;
  const unreadable = createUnreadableOrders();
  const closed = createEmitter<OrderRecord>((error) => options.onFault('orders', error));
  let count = 0;

  const apply = (record: OrderRecord, event: OrderEvent): void => {
    const wasOpen = !isTerminal(record.life);
    if (!applyEvent(record, event)) return;
    eventLog.append(record, event);
    if (wasOpen && isTerminal(record.life)) closed.emit(record);
    options.onChange();
  };

  const removeOldest = (): void => {
    // While an answer is lost, any closed order may be the lost one.
    if ([...ownRecords.values()].some((record) => record.life.at === 'unknown')) return;
    // The signature of a prepared exit outlives its order.
    const ended = [...records].filter(({ life, signed }) => isTerminal(life) && signed?.isPrepared !== true);
    if (ended.length <= MAX_CLOSED * 2) return;
    ended.sort((a, b) => a.updatedAtMs - b.updatedAtMs || a.createdAtMs - b.createdAtMs);
    for (const record of ended.slice(0, ended.length - MAX_CLOSED)) {
      remove(record);
      if (record.signed) ownRecords.delete(record.signed.intentId);
    }
  };

  const add = (record: OrderRecord): void => {
    records.add(record);
    const ofMarket = byMarket.get(record.market);
    if (ofMarket === undefined) byMarket.set(record.market, new Set([record]));
    else ofMarket.add(record);
  };

  const drop = (record: OrderRecord): void => {
    records.delete(record);
    const ofMarket = byMarket.get(record.market);
    if (ofMarket?.delete(record) && ofMarket.size === 0) byMarket.delete(record.market);
  };

  const remove = (record: OrderRecord): void => {
    drop(record);
    if (record.orderId && byId.get(record.orderId) === record) byId.delete(record.orderId);
  };

  /** Separates a record from an id that the exchange, after a reset, uses for another order. */
  const release = (record: OrderRecord, orderId: OrderId, atMs: number): void => {
    if (!isTerminal(record.life)) record.orderId = null;
    record.view = null;
    apply(record, { kind: 'vanished', atMs, reason: { code: 'idReused', parameters: { orderId } } });
  };

  /** Joins our record with the exchange's order, and removes a foreign record of the same order. */
  const join = (record: OrderRecord, order: ExchangeOrder, atMs: number, source?: OrderSource): void => {
    if (record.signed && aside.has(record.signed.intentId)) {
      apply(record, { kind: 'exchange', atMs, order, source });
      return;
    }
    const foreign = byId.get(order.id);
    if (foreign && foreign !== record) {
      if (!foreign.signed) drop(foreign);
      else if (isOtherCreation(foreign, order)) release(foreign, order.id, atMs);
      else {
        const reason: LifeReason = { code: 'idOfTwoIntents', parameters: { orderId: order.id } };
        options.onFault('orders', new Error(`Expected order ${order.id} to be one intent's, found two`));
        apply(record, { kind: 'lost', atMs, reason });
        return;
      }
    }
    byId.set(order.id, record);
    apply(record, { kind: 'exchange', atMs, order, source });
    if (foreign?.latest && foreign !== record && !foreign.signed)
      apply(record, { kind: 'exchange', atMs, order: foreign.latest, source: foreign.steps.at(-1)?.source });
  };

  const hasNoRecord = (one: UnreadableOrder): boolean => one.id === null || byId.get(one.id) === undefined;
  const unreadableWithoutRecord = (): UnreadableOrder[] => unreadable.list().filter(hasNoRecord);

  /** Marks each order whose latest data is unreadable; its last readable state stays. */
  const markUnreadable = (): void => {
    for (const record of records) {
      const problem = record.orderId === null ? null : unreadable.problemOf(record.orderId);
      if (record.unreadable === problem) continue;
      record.unreadable = problem;
      record.view = null;
    }
    options.onChange();
  };

  const matchLost = (atMs: number, source?: OrderSource): void => {
    const waiting = [...ownRecords.values()].filter((record) => record.orderId === null && !isTerminal(record.life));
    if (waiting.length === 0) return;
    const foreign = [...records].filter((record) => record.signed === null);
    const { found, ambiguous } = matchLostOrders(waiting, foreign, unreadableWithoutRecord());
    for (const { record, order } of found) join(record, order, atMs, source);
    for (const { record, matching, lost, mayBeUnreadable } of ambiguous) {
      const detail: LifeStep['detail'] = mayBeUnreadable
        ? { code: 'maybeUnreadable', parameters: {} }
        : { code: 'ambiguous', parameters: { matching, lost } };
      if (addStep(record, { atMs, step: 'asked', detail })) options.onChange();
    }
  };

  const clearUnreadable = (readable: readonly ExchangeOrder[]): void => {
    const ids = new Set(unreadable.list().map(({ id }) => id));
    const found = readable.filter(({ id }) => ids.has(id));
    if (found.length === 0) return;
    for (const { id } of found) unreadable.remove(id);
    markUnreadable();
  };

  /** True when it is our order from before the period that start-up loaded. */
  const restoreOlder = (order: ExchangeOrder, atMs: number, source: OrderSource): boolean => {
    const record = eventLog.restore(order.id, atMs);
    if (!record?.signed || ownRecords.has(record.signed.intentId) || isOtherCreation(record, order)) return false;
    if (maker !== null && record.signed.maker !== maker) return false;
    ownRecords.set(record.signed.intentId, record);
    byId.set(order.id, record);
    add(record);
    apply(record, { kind: 'exchange', atMs, order, source });
    options.onChange();
    return true;
  };

  const applyExchangeOrder = (order: ExchangeOrder, atMs: number, source: OrderSource): void => {
    const known = byId.get(order.id);
    if (known && !isOtherOrder(known, order)) {
      apply(known, { kind: 'exchange', atMs, order, source });
      return;
    }
    if (known) release(known, order.id, atMs);
    else if (restoreOlder(order, atMs, source)) return;
    count += 1;
    const foreign = buildForeignRecord(order, atMs, count, source);
    byId.set(order.id, foreign);
    add(foreign);
    options.onChange();
  };

  return {
    addSigned(entry, sync) {
      eventLog.addSigned(entry, sync);
      count += 1;
      const record = buildOwnRecord(entry, count);
      ownRecords.set(entry.intentId, record);
      add(record);
      return record;
    },
    restore(restored) {
      for (const record of restored) {
        if (record.signed) ownRecords.set(record.signed.intentId, record);
        if (record.orderId) byId.set(record.orderId, record);
        add(record);
      }
      options.onChange();
    },
    byIntent: (id) => ownRecords.get(id) ?? aside.get(id),
    byOrder: (id) => byId.get(id),
    all: () => records,
    ofMarket: (market) => byMarket.get(market) ?? NO_RECORDS,
    apply,
    applyExchangeOrders(list, atMs, source = 'read') {
      for (const order of list) {
        const before = describeKnown(byId.get(order.id));
        applyExchangeOrder(order, atMs, source);
        const isNews = source === 'read' && before !== describeKnown(byId.get(order.id));
        if (isNews) options.onReadNews?.(order);
      }
      clearUnreadable(list);
      matchLost(atMs, list.length === 0 ? undefined : source);
      removeOldest();
    },
    applyPlacement(record, order, atMs) {
      if (hasOtherTerms(record, order)) {
        options.onFault('exchange', new Error(`Expected order ${order.id} with the signed terms, found other terms`));
      }
      record.accepted = { atMs, exchangeTimeMs: order.createdAtMs };
      join(record, order, atMs, 'answer');
      clearUnreadable([order]);
      matchLost(atMs);
    },
    replaceUnreadable(of, found, askedAtMs) {
      const hadSome = unreadable.list().length > 0;
      unreadable.replace(of, found, askedAtMs);
      if (hadSome || found.length > 0) markUnreadable();
    },
    addUnreadable(one, atMs) {
      unreadable.add(one, atMs);
      markUnreadable();
    },
    unreadable: unreadableWithoutRecord,
    openUnreadable: () => unreadable.open().filter(hasNoRecord),
    setCandidates(candidates) {
      for (const record of ownRecords.values()) {
        const next = candidates.get(record) ?? null;
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
        if (!chosen?.latest || chosen.signed || !isCandidate(record, chosen)) return 'refused';
      }
      const event: OrderEvent = { kind: 'resolved', atMs, orderId };
      // Unlike the exchange's data a person's decision cannot be read again, so it must be on disk first.
      eventLog.appendResolution(record.signed.intentId, event, orderId === null);
      record.candidates = null;
      applyEvent(record, event);
      if (chosen?.latest) join(record, chosen.latest, atMs);
      else closed.emit(record);
      matchLost(atMs);
      options.onChange();
      return orderId === null ? 'absent' : 'joined';
    },
    lost: () => [...ownRecords.values()].filter((record) => record.life.at === 'unknown'),
    open: () => [...records].filter((record) => record.orderId !== null && !isTerminal(record.life)),
    views: () => buildOrderViews(records),
    removeForeign() {
      unreadable.clear();
      for (const record of [...records].filter((item) => item.signed === null)) remove(record);
      markUnreadable();
    },
    setMaker(next) {
      maker = next;
      const back = [...aside.values()].filter((record) => record.signed?.maker === next);
      for (const [intentId, record] of [...ownRecords]) {
        if (record.signed?.maker === next) continue;
        ownRecords.delete(intentId);
        remove(record);
        aside.set(intentId, record);
      }
      for (const record of back) {
        ownRecords.set(record.signed!.intentId, record);
        aside.delete(record.signed!.intentId);
        if (record.orderId !== null) byId.set(record.orderId, record);
        add(record);
      }
      options.onChange();
    },
    isOwnWallet: (wallet) => maker === null || wallet === maker,
    onClosed: closed.on,
  };
}

/** True when the exchange reused an id after a reset: terms and creation time then both differ. */
function isOtherOrder(record: OrderRecord, order: ExchangeOrder): boolean {
  if (record.life.at === 'absent' && isOtherCreation(record, order)) return true;
  return hasOtherTerms(record, order) && (record.latest === null || isOtherCreation(record, order));
}

/** True when the exchange's order was created at another time than the record's. */
function isOtherCreation({ latest }: OrderRecord, order: ExchangeOrder): boolean {
  return latest !== null && Math.abs(latest.createdAtMs - order.createdAtMs) > CLOCK_GRAIN_MS;
}

/** What a stream event or an earlier read has shown of an order. */
function describeKnown(record: OrderRecord | undefined): string {
  return record === undefined ? '' : `${record.filled} ${isTerminal(record.life)}`;
}
