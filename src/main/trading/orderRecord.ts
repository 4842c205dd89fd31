/**
 * One order as the trading holds it: its life, its numbers and its steps in words.
 *
 * Units       Shares and prices in millionths, price in the terms of its side; steps on this machine's clock.
 * Invariants  An older word of the exchange never takes back a newer one; the life moves by `reduceOrder` alone.
 */
import type { LifeStep, OrderView } from '#shared/ipc/views.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { ExchangeOrder } from '#shared/order/account.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import { type OrderEvent, type OrderLife, RESOLVED_ABSENT, reduceOrder } from '#shared/order/life.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { formatShares, type Shares, toShares, ZERO_SHARES } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';

export interface OrderRecord {
  /** What we signed; null for an order that another client placed. */
  readonly signed: SignedEntry | null;
  readonly market: MarketId;
  readonly side: Side;
  readonly price: Price;
  readonly shares: Shares;
  readonly createdAtMs: number;
  /** Rises with every record of this session: what was seen before an order was signed can't be that order. */
  readonly number: number;
  direction: Direction | null;
  orderId: OrderId | null;
  filled: Shares;
  remaining: Shares;
  locked: Usd | null;
  life: OrderLife;
  steps: readonly LifeStep[];
  updatedAtMs: number;
  /** What a person may choose from while it is lost and nothing else will tell; null: not now. */
  candidates: readonly OrderId[] | null;
  /** Why a later word of the exchange could not be read, or null. */
  unreadable: string | null;
  /** The newest word of the exchange, by its own clock. */
  word: ExchangeOrder | null;
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
    life: { at: 'signed' },
    steps: [{ atMs: signed.atMs, step: 'signed', detail: null }],
    updatedAtMs: signed.atMs,
    candidates: null,
    unreadable: null,
    word: null,
    view: null,
  };
}

/** An order of the same member that this program did not place. */
export function buildForeignRecord(order: ExchangeOrder, atMs: number, number: number): OrderRecord {
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
    life: { at: 'sent' },
    steps: [],
    updatedAtMs: order.updatedAtMs,
    candidates: null,
    unreadable: null,
    word: null,
    view: null,
  };
  applyEvent(record, { kind: 'exchange', atMs, order });
  return record;
}

export function intentIdOf(record: OrderRecord): IntentId | null {
  return record.signed?.intentId ?? null;
}

/** True when the exchange's order is on other terms than this one. */
export function hasOtherTerms(record: OrderRecord, order: ExchangeOrder): boolean {
  return (
    order.market !== record.market ||
    order.side !== record.side ||
    order.price !== record.price ||
    order.originShares !== record.shares ||
    (order.direction !== null && record.direction !== null && order.direction !== record.direction)
  );
}

/** One step in place; true when anything but the time of the last word changed. */
export function applyEvent(record: OrderRecord, event: OrderEvent): boolean {
  if (event.kind === 'exchange' && isOlder(record, event.order)) return false;
  const before = record.life;
  const life = reduceOrder(before, event);
  const steps = stepsOf(record, before, life, event);
  let hasMoved = life !== before && !isSameLife(life, before);
  if (event.kind === 'exchange') hasMoved = applyAmounts(record, event.order) || hasMoved;
  // After a stop right here the word still says which order to ask for.
  if (event.kind === 'resolved') record.orderId = event.orderId;
  record.life = life;
  if (!hasMoved && steps.length === 0) return false;
  if (steps.length > 0) record.steps = [...record.steps, ...steps];
  record.updatedAtMs = event.atMs;
  record.view = null;
  return true;
}

/** Adds a step that is not a change of life, such as a question asked. */
export function addStep(record: OrderRecord, step: LifeStep): void {
  const last = record.steps.at(-1);
  if (last?.step === step.step && last.detail === step.detail) return;
  record.steps = [...record.steps, step];
  record.view = null;
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
  const { word } = record;
  if (word === null) return false;
  // What only goes one way decides before the clock: one source may date the same moment in whole seconds.
  if (isClosedState(order) !== isClosedState(word)) return isClosedState(word);
  if (order.filledShares !== word.filledShares) return order.filledShares < word.filledShares;
  return order.updatedAtMs < word.updatedAtMs;
}

function isClosedState(order: ExchangeOrder): boolean {
  return order.state === 'done' || order.state === 'cancel' || order.state === 'reject';
}

function applyAmounts(record: OrderRecord, order: ExchangeOrder): boolean {
  const hasMoved =
    record.filled !== order.filledShares ||
    record.remaining !== order.remainingShares ||
    record.locked !== order.locked ||
    record.orderId !== order.id;
  record.word = order;
  record.orderId = order.id;
  record.filled = order.filledShares;
  record.remaining = order.remainingShares;
  record.locked = order.locked;
  record.direction ??= order.direction;
  return hasMoved;
}

function isSameLife(a: OrderLife, b: OrderLife): boolean {
  return a.at === b.at && a.at !== 'unknown';
}

function stepsOf(record: OrderRecord, before: OrderLife, life: OrderLife, event: OrderEvent): LifeStep[] {
  const steps: LifeStep[] = [];
  const add = (step: LifeStep['step'], detail: string | null = null): void => {
    steps.push({ atMs: event.atMs, step, detail });
  };
  const hasMoved = life.at !== before.at;
  switch (event.kind) {
    case 'sent':
      if (hasMoved) add('sent');
      break;
    case 'lost':
    case 'vanished':
      if (hasMoved) add('lost', event.why);
      break;
    case 'refused':
      if (hasMoved) add('rejected', event.code);
      break;
    case 'cancelSent':
      if (hasMoved) add('cancel sent');
      break;
    case 'cancelFailed':
      if (hasMoved) add('asked', event.why);
      break;
    case 'provedAbsent':
      if (hasMoved) add('absent', event.why);
      break;
    case 'resolved':
      if (event.orderId === null) add('absent', RESOLVED_ABSENT);
      else add('resolved', `it is order ${event.orderId}, you said`);
      break;
    case 'exchange': {
      const wasNew = ['signed', 'sent', 'unknown', 'absent'].includes(before.at);
      if (hasMoved && wasNew && life.at !== 'unknown' && life.at !== 'rejected') add('accepted');
      const filled = event.order.filledShares;
      if (filled > record.filled && life.at !== 'done') {
        add('part filled', `${formatShares(filled)} of ${formatShares(toShares(record.shares))}`);
      }
      if (!hasMoved) break;
      if (life.at === 'done') add('filled');
      else if (life.at === 'cancelled') add('cancelled');
      else if (life.at === 'rejected') add('rejected', life.code);
      else if (life.at === 'unknown') add('lost', life.why);
    }
  }
  return steps;
}
