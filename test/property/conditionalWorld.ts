/** An exchange and a main for one conditional: loses answers, delays and repeats events, and stops the program. */
import { expect } from 'vitest';
import type { Level } from '#shared/market/book.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { buildEntry, type ConditionalEntry, replay } from '#shared/order/conditional/entry.ts';
import type { ChildUpdate, ConditionalAction, ConditionalEvent } from '#shared/order/conditional/events.ts';
import { isIdleOnBook } from '#shared/order/conditional/idleOnBook.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import type { BookObservation, OutcomeRef } from '#shared/order/conditional/observation.ts';
import { isJournalled, openConditional, reduceConditional } from '#shared/order/conditional/reduce.ts';
import type { ChildEnd } from '#shared/order/conditional/state.ts';
import { type ConditionalState, type ConditionalTerms, listOutcomes } from '#shared/order/conditional/terms.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { mirrorPrice, toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { CLOSE, ID, START } from '#test/unit/shared/order/conditional/makers.ts';

export type PlaceFate = 'accepted' | 'rejected' | 'refusedForNow' | 'lostArrived' | 'lostAbsent' | 'notSent';

export type WorldStep =
  /** A book in the terms of the conditional's outcome. */
  | {
      readonly kind: 'book';
      readonly bids: readonly Level[];
      readonly asks: readonly Level[];
      readonly isGap: boolean;
      /** Of terms with several outcomes; the first one where it is absent. */
      readonly leg?: number;
    }
  | { readonly kind: 'trade'; readonly price: number; readonly shares: number }
  | { readonly kind: 'fill'; readonly order: number; readonly share: number }
  | { readonly kind: 'deliver'; readonly event: number }
  | { readonly kind: 'repeat'; readonly event: number }
  | { readonly kind: 'fate'; readonly fate: PlaceFate }
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'lock'; readonly isLocked: boolean }
  | { readonly kind: 'crash' }
  | { readonly kind: 'person'; readonly act: 'cancel' | 'resume' | 'end' };

/** An order as the exchange has it. */
export interface TrueOrder {
  readonly intentId: string;
  readonly step: number;
  readonly slot: string;
  readonly group: string;
  /** As `keyOf` names it. */
  readonly outcome: string;
  readonly direction: 'buy' | 'sell';
  readonly price: number;
  readonly shares: number;
  readonly fills: { readonly id: string; readonly price: number; readonly shares: number }[];
  filled: number;
  isOpen: boolean;
  isCancelAsked: boolean;
}

export interface World {
  state(): ConditionalState;
  readonly orders: TrueOrder[];
  readonly entries: ConditionalEntry[];
  readonly actions: ConditionalAction[];
  /** Held of an outcome. */
  quantity(outcome: string): number;
  now(): number;
  run(step: WorldStep): void;
  /** Every answer and event arrives. */
  settle(): void;
  /** Every cancel that was asked for is carried out and told, until nothing more follows. */
  calm(): void;
}

export interface WorldOptions {
  readonly quantity: number;
  /** Called after every event. */
  check?(world: World, before: ConditionalState): void;
}

/** Cheaper than an assertion of the test runner, thousands of times. */
export function law(holds: boolean, text: string): void {
  if (!holds) throw new Error(`Broken: ${text}`);
}

export function openWorld(terms: ConditionalTerms, options: WorldOptions): World {
  let state = openConditional(ID, terms);
  let nowMs = START;
  let sequence = 0;
  let epoch = 1;
  let fate: PlaceFate = 'accepted';
  let isLocked = false;
  const outcomes = listOutcomes(terms);
  const held = new Map(outcomes.map((outcome) => [keyOf(outcome), options.quantity]));
  /** Since the program started. */
  const books: BookObservation[] = [];
  const { market, side } = terms.outcome;
  const isOffset = terms.kind === 'offset';
  const entries: ConditionalEntry[] = [{ kind: 'created', id: ID, atMs: nowMs, terms }];
  const actions: ConditionalAction[] = [];
  const orders: TrueOrder[] = [];
  /** Events that main has not received yet, and those that it has. */
  let pending: ConditionalEvent[] = [];
  const delivered: ConditionalEvent[] = [];
  const keys = new Set<number>();

  const feed = (event: ConditionalEvent): void => {
    const before = state;
    const step = reduceConditional(before, event);
    // Main may keep such a book from the machine: it must not miss anything by that.
    if (event.kind === 'book' && isIdleOnBook(before, event.book, event.atMs)) {
      law(step.actions.length === 0, 'a book that can change nothing makes no action');
      expect(withoutBooks(step.state)).toEqual(withoutBooks(before));
    }
    const entry = buildEntry(before, event, step);
    if (entry !== null) entries.push(entry);
    state = step.state;
    for (const action of step.actions) carryOut(action);
    options.check?.(world, before);
  };

  const carryOut = (action: ConditionalAction): void => {
    actions.push(action);
    law(!keys.has(action.key.step), 'an action has a key of its own');
    keys.add(action.key.step);
    if (action.kind === 'cancel') {
      const order = orders.find(({ intentId }) => intentId === action.intentId);
      if (order) order.isCancelAsked = true;
    }
    if (action.kind === 'place') place(action);
  };

  const place = ({ intent }: Extract<ConditionalAction, { kind: 'place' }>): void => {
    const child = state.children.find(({ intentId }) => intentId === intent.intentId)!;
    const order: TrueOrder = {
      intentId: intent.intentId,
      step: child.step,
      slot: child.slot,
      group: child.group,
      outcome: keyOf(child.outcome),
      direction: intent.direction,
      price: intent.price,
      shares: intent.shares,
      fills: [],
      filled: 0,
      isOpen: fate === 'accepted' || fate === 'lostArrived',
      isCancelAsked: false,
    };
    orders.push(order);
    const ended = (end: ChildEnd): ChildUpdate => ({ at: 'ended', end, filled: toShares(0) });
    const later = nowMs + 1_000;
    const refused = (kind: 'rejected' | 'notSent', code: string, retryAtMs: number | null): void =>
      queue(intent.intentId, ended({ kind, codes: [code], retryAtMs }));
    if (fate === 'lostArrived' || fate === 'lostAbsent') {
      queue(intent.intentId, { at: 'unknown', filled: toShares(0) });
    }
    if (order.isOpen) tell(order);
    if (fate === 'lostAbsent') queue(intent.intentId, ended({ kind: 'absent' }));
    if (fate === 'rejected') refused('rejected', 'x', null);
    if (fate === 'refusedForNow') refused('rejected', 'x', later);
    if (fate === 'notSent') refused('notSent', 'budget', later);
  };

  const updateOf = (order: TrueOrder): ChildUpdate => {
    const filled = toShares(order.filled);
    if (order.isOpen) return { at: 'working', orderId: parseOrderId(order.step), filled };
    const kind = order.filled === order.shares ? 'filled' : 'cancelled';
    return { at: 'ended', end: { kind }, filled };
  };
  const queue = (intentId: string, update: ChildUpdate): void => {
    const child = state.children.find((one) => one.intentId === intentId)!;
    pending.push({ kind: 'child', atMs: nowMs, intentId: child.intentId, update });
  };
  const tell = (order: TrueOrder): void => queue(order.intentId, updateOf(order));

  /** What main's ledger leaves: all that is held, less what orders of main that have not ended may still sell. */
  const positionEvent = (outcome: OutcomeRef): ConditionalEvent => {
    const quantity = held.get(keyOf(outcome))!;
    const open = state.children.filter(
      (child) => child.life.at !== 'ended' && child.direction === 'sell' && keyOf(child.outcome) === keyOf(outcome),
    );
    const leased = open.reduce((sum, child) => sum + child.shares - child.filled, 0);
    const available = toShares(Math.max(0, quantity - leased));
    return { kind: 'position', atMs: nowMs, outcome, quantity: toShares(quantity), available };
  };

  const deliver = (event: ConditionalEvent): void => {
    const at = { ...event, atMs: nowMs } as ConditionalEvent;
    delivered.push(event);
    feed(at);
    if (event.kind === 'child') feedPositions();
  };

  const feedPositions = (): void => {
    for (const outcome of outcomes) feed(positionEvent(outcome));
  };

  const fillEvent = ({ intentId }: TrueOrder, { id, price, shares }: TrueOrder['fills'][number]): ConditionalEvent => ({
    kind: 'fill',
    atMs: nowMs,
    intentId: parseIntentId(intentId),
    fill: { id, price: toPrice(price), shares: toShares(shares) },
  });

  const readAll = (): void => {
    const gate = isLocked ? ({ at: 'locked' } as const) : ({ at: 'open' } as const);
    feed({ kind: 'clock', atMs: nowMs, offsetMs: 0 });
    for (const one of outcomes) {
      feed({
        kind: 'market',
        atMs: nowMs,
        market: { market: one.market, tick: DEFAULT_TICK, closeAtMs: CLOSE, isTrading: true },
      });
    }
    feed({ kind: 'gates', atMs: nowMs, gates: { entries: gate, exits: gate } });
    feedPositions();
    feed({ kind: 'reconciled', atMs: nowMs });
  };

  const crash = (): void => {
    const steps = replay(entries);
    const { known: _lost, ...durable } = state;
    const { known: _old, ...replayed } = steps.at(-1)!.state;
    expect(replayed).toEqual(durable);
    expect(steps.flatMap((step) => step.actions)).toEqual(actions);
    state = steps.at(-1)!.state;
    pending = [];
    books.length = 0;
    feed({ kind: 'restart', atMs: nowMs, isProgram: true });
    // The order journal and the exchange say what became of every order before anything is placed.
    for (const child of state.children) {
      if (child.life.at === 'ended') continue;
      const order = orders.find(({ intentId }) => intentId === child.intentId)!;
      const isArrived = order.isOpen || order.filled > 0 || order.isCancelAsked;
      const update: ChildUpdate = isArrived
        ? updateOf(order)
        : { at: 'ended', end: { kind: 'absent' }, filled: toShares(0) };
      feed({ kind: 'child', atMs: nowMs, intentId: child.intentId, update });
    }
    readAll();
    // Main reads every fill again.
    if (!isOffset) return;
    for (const order of orders) for (const fill of order.fills) feed(fillEvent(order, fill));
  };

  const book = (step: Extract<WorldStep, { kind: 'book' }>): void => {
    sequence += 1;
    if (step.isGap) epoch += 1;
    const mirror = (levels: readonly Level[]): Level[] =>
      levels.map(({ price, shares }) => ({ price: mirrorPrice(price), shares }));
    const of = outcomes[(step.leg ?? 0) % outcomes.length]!;
    const bids = of.side === 'yes' ? step.bids : mirror(step.asks);
    const asks = of.side === 'yes' ? step.asks : mirror(step.bids);
    const observed: BookObservation = {
      market: of.market,
      epoch,
      sequence,
      provedAtMs: nowMs,
      health: 'live',
      bids,
      asks,
    };
    books.push(observed);
    feed({ kind: 'book', atMs: nowMs, book: observed });
  };

  const repeat = (event: ConditionalEvent): void => {
    // Any word of the exchange about an order whose answer was lost is news.
    if (event.kind === 'child') {
      const child = state.children.find(({ intentId }) => intentId === event.intentId);
      if (child?.life.at === 'unknown') return;
    }
    // What time alone brings is not the repeated event's doing.
    feed({ kind: 'time', atMs: nowMs });
    const before = state;
    const count = actions.length;
    const isTimed = event.kind === 'position' || event.kind === 'trade';
    feed(isTimed ? event : ({ ...event, atMs: nowMs } as ConditionalEvent));
    // A late word of a lost answer is believed until the exchange names the order again: nothing is placed meanwhile.
    if (event.kind === 'book') law(state.known.books === before.known.books, 'an older book is not taken');
    const isLost = event.kind === 'child' && event.update.at === 'unknown';
    if (isLost)
      law(
        actions.slice(count).every(({ kind }) => kind !== 'place'),
        'a repeated event places nothing',
      );
    else {
      law(actions.length === count, 'a repeated event does nothing');
      law(!isJournalled(before, { state, actions: [] }), 'a repeated event changes nothing');
    }
  };

  const fill = (order: TrueOrder, share: number): void => {
    const shares = Math.max(1, Math.round((order.shares - order.filled) * share));
    order.filled += shares;
    order.isOpen = order.filled < order.shares;
    held.set(order.outcome, held.get(order.outcome)! + (order.direction === 'buy' ? shares : -shares));
    // Every other fill is better than the order's price.
    const better = (order.fills.length % 2) * (order.direction === 'buy' ? -10_000 : 10_000);
    order.fills.push({ id: `f${order.fills.length}`, price: order.price + better, shares });
    tell(order);
    if (isOffset) pending.push(fillEvent(order, order.fills.at(-1)!));
  };

  const world: World = {
    state: () => state,
    orders,
    entries,
    actions,
    quantity: (outcome) => held.get(outcome) ?? 0,
    now: () => nowMs,
    run(step) {
      switch (step.kind) {
        case 'book':
          return book(step);
        case 'trade': {
          if (step.price <= 0 || step.price >= 1_000_000) return;
          const price = mirrorPrice(mirrorPrice(step.price as never));
          const trade = { market, id: `t${nowMs}`, price, shares: step.shares, exchangeTimeMs: nowMs };
          return feed({
            kind: 'trade',
            atMs: nowMs,
            trade: { ...trade, price: side === 'yes' ? price : mirrorPrice(price) },
          });
        }
        case 'fill': {
          const open = orders.filter(({ isOpen }) => isOpen);
          if (open.length > 0) fill(open[step.order % open.length]!, step.share);
          return;
        }
        case 'deliver': {
          // A cancel is carried out at some time, and its event comes like any other.
          const asked = orders.find((order) => order.isOpen && order.isCancelAsked);
          if (asked && step.event % 2 === 0) {
            asked.isOpen = false;
            tell(asked);
          }
          const [event] = pending.splice(step.event % Math.max(1, pending.length), 1);
          if (event) deliver(event);
          return;
        }
        case 'repeat': {
          const event = delivered[step.event % Math.max(1, delivered.length)];
          if (event !== undefined) repeat(event);
          const old = books[step.event % Math.max(1, books.length)];
          if (old !== undefined) repeat({ kind: 'book', atMs: nowMs, book: old });
          return;
        }
        case 'fate':
          fate = step.fate;
          return;
        case 'time':
          nowMs += step.ms;
          feed({ kind: 'clock', atMs: nowMs, offsetMs: 0 });
          return feed({ kind: 'time', atMs: nowMs });
        case 'lock': {
          isLocked = step.isLocked;
          const gate = isLocked ? ({ at: 'locked' } as const) : ({ at: 'open' } as const);
          return feed({ kind: 'gates', atMs: nowMs, gates: { entries: gate, exits: gate } });
        }
        case 'crash':
          return crash();
        case 'person':
          if (step.act === 'cancel') return feed({ kind: 'cancel', atMs: nowMs });
          return feed({ kind: 'answer', atMs: nowMs, answer: step.act });
      }
    },
    settle() {
      while (pending.length > 0) deliver(pending.shift()!);
    },
    calm() {
      for (;;) {
        world.settle();
        const asked = orders.find((order) => order.isOpen && order.isCancelAsked);
        if (asked === undefined) return;
        asked.isOpen = false;
        tell(asked);
      }
    },
  };
  feed({ kind: 'arm', atMs: nowMs });
  readAll();
  return world;
}

/** All of a state but which books were seen. */
function withoutBooks({ known, ...state }: ConditionalState): unknown {
  const progress = JSON.stringify(known.progress, (key, value: unknown) => (key === 'seenBook' ? null : value));
  return { ...state, known: { ...known, books: null, progress } };
}
