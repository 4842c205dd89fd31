/**
 * Record of one order: its life, amounts and steps, and the view made of them.
 *
 * Units       Shares and prices in millionths, price in the terms of its side; steps on this machine's clock.
 * Invariants  Older data of the exchange never overwrites newer data; only `reduceOrder` changes the life.
 */

import type { ParseProblem } from '#shared/base/parseProblem.ts';
import type { LifeStep, OrderView } from '#shared/ipc/views.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import {
  isTerminal,
  type OrderEvent,
  type OrderLife,
  type OrderSource,
  RULED_OUT_BY_PERSON,
  reduceOrder,
} from '#shared/order/life.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type Shares, ZERO_SHARES } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';

export interface OrderRecord {
  /** What we signed; null for an order that another client placed. */
  readonly signed: SignedEntry | null;
  readonly market: MarketId;
  readonly side: Side;
  readonly price: Price;
  readonly shares: Shares;
  readonly createdAtMs: number;
  /** Increases with every record of this session: an order listed before ours was signed is a different order. */
  readonly number: number;
  direction: Direction | null;
  orderId: OrderId | null;
  filled: Shares;
  remaining: Shares;
  locked: Usd | null;
  /** Set by the answer to our placement: until a newer balance arrives, what it locks is missing in the balance. */
  accepted: { readonly atMs: number; readonly exchangeTimeMs: number } | null;
  life: OrderLife;
  steps: readonly LifeStep[];
  updatedAtMs: number;
  /** Orders that this lost one may be, for the user to choose from; null while reconciliation is still running. */
  candidates: readonly OrderId[] | null;
  /** Why later exchange data about this order could not be parsed, or null. */
  unreadable: ParseProblem | null;
  /** Newest data of the exchange, by its own clock. */
  latest: ExchangeOrder | null;
  view: OrderView | null;
}

export function buildOwnRecord(signed: SignedEntry, number = 0): OrderRecord {
  const { intent } = signed;
  return {
    signed,
    market: intent.market,
    side: intent.side,
    price: intent.price,
    shares: intent.shares,
    createdAtMs: signed.atMs,
    number,
    direction: intent.direction,
    orderId: null,
    filled: ZERO_SHARES,
    remaining: intent.shares,
    locked: null,
    accepted: null,
    life: { at: 'signed' },
    steps: [{ atMs: signed.atMs, step: nameFirstStep(signed), detail: null }],
    updatedAtMs: signed.atMs,
    candidates: null,
    unreadable: null,
    latest: null,
    view: null,
  };
}

function nameFirstStep({ digest, isPrepared }: SignedEntry): LifeStep['step'] {
  if (isPrepared) return 'prepared';
  return digest === null ? 'recorded' : 'signed';
}

/** An order of the same member that another client placed. */
export function buildForeignRecord(
  order: ExchangeOrder,
  atMs: number,
  number: number,
  source?: OrderSource,
): OrderRecord {
  const record: OrderRecord = {
    signed: null,
    market: order.market,
    side: order.side,
    price: order.price,
    shares: order.originShares,
    createdAtMs: order.createdAtMs,
    number,
    direction: order.direction,
    orderId: order.id,
    filled: ZERO_SHARES,
    remaining: order.originShares,
    locked: null,
    accepted: null,
    life: { at: 'sent' },
    steps: [],
    updatedAtMs: order.updatedAtMs,
    candidates: null,
    unreadable: null,
    latest: null,
    view: null,
  };
  applyEvent(record, { kind: 'exchange', atMs, order, source });
  return record;
}

export function intentIdOf(record: OrderRecord): IntentId | null {
  return record.signed?.intentId ?? null;
}

/** Orders that may still rest or trade, without those of `without`. */
export function listUnended(records: Iterable<OrderRecord>, without: readonly OrderRecord[] = []): OrderRecord[] {
  const unended: OrderRecord[] = [];
  for (const record of records) {
    if (!isTerminal(record.life) && !(without.length > 0 && without.includes(record))) unended.push(record);
  }
  return unended;
}

/** True when the exchange's order has other terms than this record. */
export function hasOtherTerms(record: OrderRecord, order: ExchangeOrder): boolean {
  return (
    order.market !== record.market ||
    order.side !== record.side ||
    order.price !== record.price ||
    order.originShares !== record.shares ||
    (order.direction !== null && record.direction !== null && order.direction !== record.direction)
  );
}

/** Applies one event in place; true when anything besides the time of the latest data changed. */
export function applyEvent(record: OrderRecord, event: OrderEvent): boolean {
  if (event.kind === 'exchange' && isOlder(record, event.order)) return false;
  const before = record.life;
  const life = reduceOrder(before, event);
  const steps = buildSteps(record, before, life, event);
  let hasChanged = life !== before && !isSameLife(life, before);
  if (event.kind === 'exchange') hasChanged = applyAmounts(record, event.order) || hasChanged;
  // If the program stops here, the id still identifies the order to fetch.
  if (event.kind === 'resolved') record.orderId = event.orderId;
  record.life = life;
  if (!hasChanged && steps.length === 0) return false;
  if (steps.length > 0) record.steps = [...record.steps, ...steps];
  record.updatedAtMs = event.atMs;
  record.view = null;
  return true;
}

/** Adds a step that does not change the life; true unless it repeats the last one. */
export function addStep(record: OrderRecord, step: LifeStep): boolean {
  const last = record.steps.at(-1);
  if (last?.step === step.step && isSameDetail(last.detail, step.detail)) return false;
  record.steps = [...record.steps, step];
  record.view = null;
  return true;
}

export function toView(record: OrderRecord): OrderView {
  record.view ??= {
    intentId: intentIdOf(record),
    orderId: record.orderId,
    market: record.market,
    side: record.side,
    direction: record.direction,
    price: record.price,
    shares: record.shares,
    filled: record.filled,
    remaining: record.remaining,
    locked: record.locked,
    postOnly: record.signed?.intent.postOnly ?? null,
    life: record.life,
    steps: record.steps,
    ...(record.candidates === null || record.life.at !== 'unknown' ? {} : { candidates: record.candidates }),
    ...(record.unreadable === null ? {} : { unreadable: record.unreadable }),
    createdAtMs: record.createdAtMs,
    updatedAtMs: record.updatedAtMs,
  };
  return record.view;
}

function isOlder(record: OrderRecord, order: ExchangeOrder): boolean {
  const { latest } = record;
  if (latest === null) return false;
  // Irreversible facts are compared before the times: one source may give times in whole seconds.
  if (isClosed(order) !== isClosed(latest)) return isClosed(latest);
  if (order.filledShares !== latest.filledShares) return order.filledShares < latest.filledShares;
  return order.updatedAtMs < latest.updatedAtMs;
}

function isClosed(order: ExchangeOrder): boolean {
  return order.state === 'done' || order.state === 'cancel' || order.state === 'reject';
}

function applyAmounts(record: OrderRecord, order: ExchangeOrder): boolean {
  const hasChanged =
    record.filled !== order.filledShares ||
    record.remaining !== order.remainingShares ||
    record.locked !== order.locked ||
    record.orderId !== order.id;
  record.latest = order;
  record.orderId = order.id;
  record.filled = order.filledShares;
  record.remaining = order.remainingShares;
  record.locked = order.locked;
  record.direction ??= order.direction;
  return hasChanged;
}

function isSameLife(a: OrderLife, b: OrderLife): boolean {
  return a.at === b.at && a.at !== 'unknown';
}

function isSameDetail(a: LifeStep['detail'], b: LifeStep['detail']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function buildSteps(record: OrderRecord, before: OrderLife, life: OrderLife, event: OrderEvent): LifeStep[] {
  const { atMs } = event;
  const hasMoved = life.at !== before.at;
  if (event.kind === 'exchange') {
    const { order, source } = event;
    const made = buildExchangeSteps(record, before, life, order, atMs);
    return source === undefined ? made : made.map((step) => ({ ...step, source }));
  }
  if (event.kind === 'resolved') {
    return event.orderId === null
      ? [{ atMs, step: 'absent', detail: RULED_OUT_BY_PERSON }]
      : [{ atMs, step: 'resolved', detail: { code: 'matchedByPerson', parameters: { orderId: event.orderId } } }];
  }
  if (!hasMoved) return [];
  switch (event.kind) {
    case 'sent':
      return [{ atMs, step: 'sent', detail: null }];
    case 'lost':
    case 'vanished':
      return [{ atMs, step: 'lost', detail: event.reason }];
    case 'refused':
      // Only the answer to our placement refuses it.
      return [
        { atMs, step: 'rejected', detail: { code: 'refused', parameters: { codes: event.codes } }, source: 'answer' },
      ];
    case 'cancelSent':
      return [{ atMs, step: 'cancel sent', detail: null }];
    case 'cancelFailed':
      return [{ atMs, step: 'asked', detail: event.reason }];
    case 'provedAbsent':
      return [{ atMs, step: 'absent', detail: event.reason }];
  }
}

function buildExchangeSteps(
  record: OrderRecord,
  before: OrderLife,
  life: OrderLife,
  order: ExchangeOrder,
  atMs: number,
): LifeStep[] {
  const steps: LifeStep[] = [];
  const hasMoved = life.at !== before.at;
  const wasUnconfirmed = ['signed', 'sent', 'unknown', 'absent'].includes(before.at);
  if (hasMoved && wasUnconfirmed && life.at !== 'unknown' && life.at !== 'rejected') {
    steps.push({ atMs, step: 'accepted', detail: null });
  }
  const filled = order.filledShares;
  if (filled > record.filled && life.at !== 'done') {
    steps.push({ atMs, step: 'part filled', detail: { code: 'filled', parameters: { filled, of: record.shares } } });
  }
  if (!hasMoved) return steps;
  if (life.at === 'done') steps.push({ atMs, step: 'filled', detail: null });
  else if (life.at === 'cancelled') steps.push({ atMs, step: 'cancelled', detail: null });
  else if (life.at === 'rejected') {
    steps.push({ atMs, step: 'rejected', detail: { code: 'refused', parameters: { codes: life.codes } } });
  } else if (life.at === 'unknown') steps.push({ atMs, step: 'lost', detail: life.reason });
  return steps;
}
