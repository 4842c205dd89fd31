/**
 * The common machine's second half: compares a plan with the live orders, and places, cancels or waits.
 *
 * Invariants  Pure; the only place that makes actions about orders.
 *             Fills and live orders of a group never exceed its budget; an order whose answer was lost counts as live.
 *             A sale is never for more than what may be sold; nothing is beyond the worst price.
 *             Nothing is placed for a slot, or an exclusive group, while one of its orders is on its way, unknown or being cancelled.
 * Source      docs/conditionals.md#invariants.
 */
import { smallestLot } from '../../market/tickGrid.ts';
import { parseIntentId } from '../../units/ids.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { floorToLot } from '../exits/quote.ts';
import { committedOf, filledOf, isLive, isResting, remainingOf } from './children.ts';
import { findTradeBound } from './consent.ts';
import { isPriceBeyond } from './declaration/consentRules.ts';
import type { WantedOrder } from './declaration/plan.ts';
import { CANCEL_RETRY_MS, MAX_CANCELS, SHORT_MS } from './defaults.ts';
import type { ActionKey, ConditionalAction } from './events.ts';
import { keyOf } from './known.ts';
import type { Child, HaltReason, WaitReason } from './state.ts';
import type { ConditionalState } from './terms.ts';

export interface Reconciled {
  readonly state: ConditionalState;
  readonly actions: readonly ConditionalAction[];
  /** Why a wanted order is not placed, or an unwanted one not cancelled. */
  readonly wait: WaitReason | null;
  readonly halt: HaltReason | null;
}

interface Progress {
  state: ConditionalState;
  readonly actions: ConditionalAction[];
  wait: WaitReason | null;
  halt: HaltReason | null;
}

export function reconcile(state: ConditionalState, wanted: readonly WantedOrder[], nowMs: number): Reconciled {
  const progress = cancelUnwanted(state, wanted, nowMs);
  for (const order of wanted) place(progress, order, nowMs);
  return progress;
}

/** The first half of it: places nothing. */
export function cancelUnwanted(state: ConditionalState, wanted: readonly WantedOrder[], nowMs: number): Progress {
  const progress: Progress = { state, actions: [], wait: null, halt: null };
  const shortSinceMs = findShort(state, nowMs);
  if (shortSinceMs !== state.known.shortSinceMs) setKnownShort(progress, shortSinceMs);
  for (const child of progress.state.children) {
    if (isLive(child) && !isKept(progress.state, child, wanted, nowMs)) cancel(progress, child, nowMs);
  }
  return progress;
}

/** An order is kept while its slot wants this price and at least its quantity. */
function isKept(state: ConditionalState, child: Child, wanted: readonly WantedOrder[], nowMs: number): boolean {
  const order = wanted.find(({ slot }) => slot === child.slot);
  if (order === undefined || order.price !== child.price || order.direction !== child.direction) return false;
  const live = state.children.filter((other) => other.slot === child.slot && isLive(other));
  let sum = 0;
  for (const other of live) {
    sum += remainingOf(other);
    if (other === child) break;
  }
  return sum <= Math.min(order.shares, sellableLimit(state, order, nowMs));
}

/** What a resting sale may be for at most: all that is held, once less is held for long enough to be no late event. */
function sellableLimit({ known }: ConditionalState, order: WantedOrder, nowMs: number): number {
  if (order.direction === 'buy' || known.shortSinceMs === null || nowMs - known.shortSinceMs < SHORT_MS)
    return Infinity;
  return known.positions[keyOf(order.outcome)]?.quantity ?? Infinity;
}

function findShort({ children, known }: ConditionalState, nowMs: number): number | null {
  const resting = new Map<string, number>();
  for (const child of children) {
    if (child.direction === 'buy' || !isLive(child)) continue;
    const key = keyOf(child.outcome);
    resting.set(key, (resting.get(key) ?? 0) + remainingOf(child));
  }
  for (const [key, shares] of resting) {
    const position = known.positions[key];
    if (position !== undefined && position.quantity < shares) return known.shortSinceMs ?? nowMs;
  }
  return null;
}

function setKnownShort(progress: Progress, shortSinceMs: number | null): void {
  progress.state = { ...progress.state, known: { ...progress.state.known, shortSinceMs } };
}

function cancel(progress: Progress, child: Child, nowMs: number): void {
  // An order without an exchange id cannot be cancelled yet: the answer, the stream or a read brings the id first.
  if (child.life.at === 'unknown') {
    setWait(progress, unknownReason(child));
    return;
  }
  if (!isResting(child)) return;
  const before = child.cancel;
  if (before !== null && nowMs - before.askedAtMs < CANCEL_RETRY_MS) return;
  if (before !== null && before.count >= MAX_CANCELS) {
    setWait(progress, { code: 'cancelNotProved', parameters: { intentId: child.intentId } });
    return;
  }
  const key = takeKey(progress);
  const asked = { ...child, cancel: { askedAtMs: nowMs, count: (before?.count ?? 0) + 1 } };
  const children = progress.state.children.map((other) => (other === child ? asked : other));
  progress.state = { ...progress.state, children };
  progress.actions.push({ kind: 'cancel', key, intentId: child.intentId });
}

function place(progress: Progress, order: WantedOrder, nowMs: number): void {
  const { state } = progress;
  if (progress.halt !== null || hasBlocker(progress, order)) return;
  const market = state.known.markets[order.outcome.market];
  const live = state.children.filter((child) => child.slot === order.slot && isLive(child));
  const lot = market === undefined ? 1 : smallestLot(market.tick);
  const missing = order.shares - live.reduce((sum, child) => sum + remainingOf(child), 0);
  const budget = order.budget - committedOf(state.children, order.group);
  const intended = Math.min(missing, budget);
  if (intended < lot) return;
  const obstacle = findObstacle(state, order, nowMs);
  if (obstacle !== null) {
    setWait(progress, obstacle);
    return;
  }
  const position = state.known.positions[keyOf(order.outcome)];
  const sellable = order.direction === 'buy' ? intended : Math.min(intended, position!.available);
  const shares = floorToLot(sellable, market!.tick);
  if (shares === 0) {
    const quantity = position?.quantity ?? toShares(0);
    // Everything that is held rests already.
    if (quantity > 0 && restingSales(state, order) >= quantity) return;
    setWait(progress, { code: 'nothingSellable', parameters: { quantity } });
    return;
  }
  const broken = findBroken(state, order, shares);
  if (broken !== null) {
    progress.halt = { code: 'invariant', parameters: { rule: broken } };
    return;
  }
  send(progress, order, shares, nowMs);
}

/** Nothing is beyond what a person agreed to, whatever a kind's plan wants. */
function findBroken(
  { terms, children }: ConditionalState,
  { outcome, direction, price, worst }: WantedOrder,
  shares: Shares,
): 'worstPrice' | 'quantity' | null {
  const bound = findTradeBound(terms, outcome, direction);
  if (bound === null || isPriceBeyond(direction, price, worst) || isPriceBeyond(direction, price, bound.worst)) {
    return 'worstPrice';
  }
  const key = keyOf(outcome);
  const same = children.filter((child) => child.direction === direction && keyOf(child.outcome) === key);
  const committed = same.reduce((sum, child) => sum + (isLive(child) ? child.shares : child.filled), 0);
  // What filled before the terms were changed to less is still exited.
  const entered = filledOf(children.filter((child) => child.direction !== direction));
  return committed + shares > Math.max(bound.shares, entered) ? 'quantity' : null;
}

function restingSales({ children }: ConditionalState, order: WantedOrder): number {
  const key = keyOf(order.outcome);
  const sales = children.filter((child) => child.direction === 'sell' && isLive(child) && keyOf(child.outcome) === key);
  return sales.reduce((sum, child) => sum + remainingOf(child), 0);
}

/** True while an order of the slot, or of an exclusive group, has to end or be answered first. */
function hasBlocker(progress: Progress, order: WantedOrder): boolean {
  for (const child of progress.state.children) {
    if (!isLive(child)) continue;
    const isSameSlot = child.slot === order.slot;
    if (!isSameSlot && !(order.isExclusive && child.group === order.group)) continue;
    if (child.life.at === 'unknown') setWait(progress, unknownReason(child));
    if (child.life.at !== 'working' || child.cancel !== null || !isSameSlot) return true;
  }
  return false;
}

function findObstacle(state: ConditionalState, order: WantedOrder, nowMs: number): WaitReason | null {
  const { known, retryAtMs } = state;
  if (!known.isReconciled) return { code: 'reconciling', parameters: {} };
  const market = known.markets[order.outcome.market];
  const hasPosition = order.direction === 'buy' || known.positions[keyOf(order.outcome)] !== undefined;
  if (market === undefined || !hasPosition || known.gates === null) return { code: 'notRead', parameters: {} };
  const gate = order.urgency === 'exit' ? known.gates.exits : known.gates.entries;
  if (gate.at === 'open' && known.gates.notLive?.includes(order.outcome.market) === true) {
    return { code: 'blocked', parameters: { code: 'bookNotLive' } };
  }
  if (gate.at === 'open' && order.urgency === 'exit' && known.gates.notExit?.includes(keyOf(order.outcome)) === true) {
    return { code: 'blocked', parameters: { code: 'disarmed' } };
  }
  if (gate.at === 'locked') return { code: 'locked', parameters: {} };
  if (gate.at === 'blocked') return { code: 'blocked', parameters: { code: gate.code } };
  if (retryAtMs !== null && nowMs < retryAtMs) return { code: 'budget', parameters: { untilMs: retryAtMs } };
  return null;
}

function send(progress: Progress, order: WantedOrder, shares: Shares, nowMs: number): void {
  const key = takeKey(progress);
  const intentId = parseIntentId(`${key.id}-${key.generation}-${key.step}`);
  const { slot, group, outcome, direction, price, postOnly, urgency, expiresAtMs } = order;
  const child: Child = {
    intentId,
    step: key.step,
    slot,
    group,
    outcome,
    direction,
    price,
    shares,
    postOnly,
    urgency,
    requestedAtMs: nowMs,
    changedAtMs: nowMs,
    filled: toShares(0),
    life: { at: 'requested' },
    cancel: null,
  };
  const intent = { intentId, ...outcome, direction, price, shares, postOnly, bookVersion: null };
  let { known } = progress.state;
  const positionId = keyOf(outcome);
  const position = known.positions[positionId];
  if (direction === 'sell' && position !== undefined) {
    // Until the next position event, whose figure has the lease of this order.
    const available = toShares(position.available - shares);
    known = { ...known, positions: { ...known.positions, [positionId]: { ...position, available } } };
  }
  progress.state = { ...progress.state, children: [...progress.state.children, child], known };
  progress.actions.push({ kind: 'place', key, intent, urgency, expiresAtMs });
}

function takeKey(progress: Progress): ActionKey {
  const { id, generation, step } = progress.state;
  progress.state = { ...progress.state, step: step + 1 };
  return { id, generation, step };
}

function setWait(progress: Progress, reason: WaitReason): void {
  progress.wait ??= reason;
}

function unknownReason({ intentId }: Child): WaitReason {
  return { code: 'orderUnknown', parameters: { intentId } };
}
