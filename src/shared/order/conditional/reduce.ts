/**
 * Common machine of conditional orders: one event, one new state, and what main must do.
 *
 * Invariants  Pure. The same state and event give the same result. Terminal states are final. An action's key is given out once.
 * Source      docs/conditionals.md#states.
 */
import { filledOf, isLive } from './children.ts';
import type { Plan, WantedOrder } from './declaration/plan.ts';
import type { ConditionalId } from './declaration/termsFields.ts';
import { CLOSE_GUARD_MS, SHORT_MS } from './defaults.ts';
import { describeLife, isTerminal, lifeNotices } from './describeLife.ts';
import type { ConditionalEvent } from './events.ts';
import { applyKnown, emptyKnown, keyOf } from './known.ts';
import { usableBook } from './observation.ts';
import { applyUpdate } from './outcome.ts';
import { cancelUnwanted, type Reconciled, reconcile } from './reconcile.ts';
import { findBook, isStoodIn } from './standIn.ts';
import type { EndReason, HaltReason, WaitReason } from './state.ts';
import { type ConditionalState, type ConditionalStep, type ConditionalTerms, type Kind, kindOf } from './terms.ts';
import { watch } from './watch.ts';

export function openConditional(id: ConditionalId, terms: ConditionalTerms): ConditionalState {
  return {
    id,
    generation: 1,
    terms,
    life: { at: 'draft' },
    startedAtMs: null,
    fired: {},
    children: [],
    step: 1,
    peak: null,
    isFlipped: false,
    isPositionSeen: false,
    ending: null,
    ...(kindOf(terms).noteFill === undefined ? {} : { parentFills: [] }),
    retries: 0,
    retryAtMs: null,
    missedAtMs: null,
    known: emptyKnown(false),
  };
}

export function reduceConditional(state: ConditionalState, event: ConditionalEvent): ConditionalStep {
  if (state.life.at === 'draft' && event.kind !== 'arm') return { state, actions: [] };
  const kind = kindOf(state.terms);
  const nowMs = event.atMs;
  if (isTerminal(state.life)) {
    return event.kind === 'child' ? reduceEnded(applyEvent(state, kind, event), nowMs) : reduceEnded(state, nowMs);
  }
  const applied = applyEvent(state, kind, event);
  const watched = watch(endOnTime(applied, kind, nowMs), kind, event);
  const planned = makePlan(watched.state, kind, nowMs);
  const ending = watched.state.ending ?? planned.end;
  const ready = ending === watched.state.ending ? watched.state : { ...watched.state, ending };
  const checked = checkLate(ready, watched.isHeldBack ? withoutEntries(planned.wanted) : planned.wanted, nowMs);
  const newHalt = checked.halt ?? (ending === null ? (planned.halt ?? null) : null);
  const carried = carryOut(ready, kind, ending === null ? checked.wanted : [], newHalt, nowMs);
  const halt = carried.state.life.at === 'halted' ? null : (newHalt ?? carried.halt);
  const wait = watched.problem ?? checked.wait ?? carried.wait ?? (ending === null ? (planned.wait ?? null) : null);
  const halted: ConditionalState =
    halt === null ? carried.state : { ...carried.state, life: { at: 'halted', reason: halt } };
  const life = describeLife(halted, { wait, isPending: watched.isPending, wanted: checked.wanted });
  const settled = life === halted.life ? halted : { ...halted, life };
  return lifeNotices(state, settled, watched.fired, carried.actions);
}

/** True when the step belongs in the journal: it made an action, or changed more than what is known. */
export function isJournalled(before: ConditionalState, { state, actions }: ConditionalStep): boolean {
  if (actions.length > 0) return true;
  return (Object.keys(state) as (keyof ConditionalState)[]).some(
    (key) => key !== 'known' && state[key] !== before[key],
  );
}

function applyEvent(state: ConditionalState, kind: Kind, event: ConditionalEvent): ConditionalState {
  const known = applyKnown(state.known, event);
  const next = known === state.known ? state : { ...state, known };
  switch (event.kind) {
    case 'arm':
      if (state.life.at !== 'draft') return state;
      return { ...next, life: { at: 'armed' }, startedAtMs: state.terms.startsWhen === null ? event.atMs : null };
    case 'position': {
      const isSeen = keyOf(event.outcome) === keyOf(state.terms.outcome) && event.quantity > 0;
      return isSeen && !state.isPositionSeen ? { ...next, isPositionSeen: true } : next;
    }
    case 'child': {
      const child = state.children.find(({ intentId }) => intentId === event.intentId);
      return child === undefined ? next : applyUpdate(next, kind, child, event.update, event.atMs);
    }
    case 'fill':
      return kind.noteFill?.(next, event) ?? next;
    case 'ambiguous': {
      const isOurs = state.children.some(({ intentId }) => intentId === event.intentId);
      return isOurs ? haltWith(next, { code: 'ambiguous', parameters: { intentId: event.intentId } }) : next;
    }
    case 'marketChanged':
      return haltWith(next, { code: 'marketChanged', parameters: { code: event.code } });
    case 'restart':
      return event.isProgram ? restartProgram(next, kind, event.atMs) : next;
    case 'missed':
      return state.missedAtMs === null ? { ...next, missedAtMs: event.wouldHaveFiredAtMs } : next;
    case 'cancel':
      return endWith(next, { code: 'person', parameters: {} });
    case 'answer':
      return event.answer === 'resume' ? resume(next) : endWith(next, { code: 'person', parameters: {} });
    case 'change':
      return changeTerms(next, event.terms as ConditionalTerms, event.atMs);
    default:
      return next;
  }
}

function haltWith(state: ConditionalState, reason: HaltReason): ConditionalState {
  return state.life.at === 'halted' || isTerminal(state.life) ? state : { ...state, life: { at: 'halted', reason } };
}

/** A halted conditional that ends cancels its orders like any other. */
function endWith(state: ConditionalState, reason: EndReason): ConditionalState {
  if (isTerminal(state.life)) return state;
  const next: ConditionalState = state.life.at === 'halted' ? { ...state, life: { at: 'armed' } } : state;
  return next.ending === null ? { ...next, ending: reason } : next;
}

/** After a restart its orders count as unknown until the exchange reports their state. */
function restartProgram(state: ConditionalState, kind: Kind, nowMs: number): ConditionalState {
  const children = state.children.map((child) =>
    child.life.at === 'ended' ? child : { ...child, life: { at: 'unknown', sinceMs: nowMs } as const },
  );
  const next = { ...state, children: state.children.some(isLive) ? children : state.children };
  if (isTerminal(state.life) || state.ending !== null || !kind.asksAfterRestart(state)) return next;
  return haltWith(next, { code: 'restarted', parameters: {} });
}

function resume(state: ConditionalState): ConditionalState {
  if (state.life.at !== 'halted') return state;
  const fired = Object.fromEntries(Object.entries(state.fired).map(([name, one]) => [name, { ...one, isLate: false }]));
  const { reason } = state.life;
  // The remaining legs continue.
  const ended =
    reason.code === 'legEnded' ? { endedLegs: [...(state.endedLegs ?? []), keyOf(reason.parameters.outcome)] } : {};
  const life = { at: 'armed' } as const;
  return { ...state, ...ended, generation: state.generation + 1, life, fired, retries: 0, retryAtMs: null };
}

function changeTerms(state: ConditionalState, terms: ConditionalTerms, nowMs: number): ConditionalState {
  const isOpen = !isTerminal(state.life) && state.ending === null && !state.children.some(isLive);
  if (!isOpen || terms.kind !== state.terms.kind || Object.keys(state.fired).length > 0) return state;
  // Existing fills belong to the old legs and steps.
  if (kindOf(terms).isBoundByFills && (filledOf(state.children) > 0 || state.endedLegs !== undefined)) return state;
  const isSameOutcome = keyOf(terms.outcome) === keyOf(state.terms.outcome);
  return {
    ...state,
    generation: state.generation + 1,
    terms,
    // Observations of one outcome do not apply to another.
    peak: isSameOutcome ? state.peak : null,
    isPositionSeen: isSameOutcome && state.isPositionSeen,
    startedAtMs: terms.startsWhen === null ? nowMs : null,
    known: { ...state.known, progress: {}, isAfterGap: false },
  };
}

/** Ends by time or by the market: the deadline, the minute before the close, the close itself, the position. */
function endOnTime(state: ConditionalState, kind: Kind, nowMs: number): ConditionalState {
  if (state.ending !== null) return state;
  const deadline = kind.deadline(state);
  // After a jump of a clock no deadline passes by it; the exchange's own word about the market counts.
  const isTimed = state.known.clock?.isSteady !== false;
  if (isTimed && deadline !== null && nowMs >= deadline) return endWith(state, { code: 'expired', parameters: {} });
  if (!kind.endsWithMarket) return state;
  const market = state.known.markets[state.terms.outcome.market];
  const closeAtMs = market?.closeAtMs ?? null;
  const guard = kind.endsBeforeClose(state) ? CLOSE_GUARD_MS : 0;
  if (market?.isTrading === false || (isTimed && closeAtMs !== null && nowMs >= closeAtMs - guard)) {
    return endWith(state, { code: 'marketClosed', parameters: {} });
  }
  return endWithoutPosition(state, nowMs);
}

/** Ends when a held position has stayed at zero longer than a late event takes. */
function endWithoutPosition(state: ConditionalState, nowMs: number): ConditionalState {
  const { terms, known, children } = state;
  const position = known.positions[keyOf(terms.outcome)];
  const isGone = isSelling(state) && state.isPositionSeen && position?.quantity === 0 && !children.some(isLive);
  const goneSinceMs = isGone ? (known.goneSinceMs ?? nowMs) : null;
  const next = goneSinceMs === known.goneSinceMs ? state : { ...state, known: { ...known, goneSinceMs } };
  if (goneSinceMs === null || nowMs - goneSinceMs < SHORT_MS) return next;
  return endWith(next, { code: 'positionGone', parameters: {} });
}

/** True while it sells what is held, or what it bought. */
function isSelling({ terms, children }: ConditionalState): boolean {
  const { turns } = kindOf(terms);
  return terms.direction === 'buy' ? turns && filledOf(children) > 0 : !turns || filledOf(children) === 0;
}

function makePlan(state: ConditionalState, kind: Kind, nowMs: number): Plan {
  return state.startedAtMs === null || state.ending !== null ? { wanted: [], end: null } : kind.plan(state, nowMs);
}

function withoutEntries(wanted: readonly WantedOrder[]): readonly WantedOrder[] {
  return wanted.filter(({ direction }) => direction !== 'buy');
}

interface Checked {
  readonly wanted: readonly WantedOrder[];
  readonly wait: WaitReason | null;
  readonly halt: HaltReason | null;
}

/** A sale whose trigger fired late is sent only while the market is within its worst price; else a person decides. */
function checkLate(state: ConditionalState, wanted: readonly WantedOrder[], nowMs: number): Checked {
  const late = wanted.find(
    ({ slot, direction }) =>
      direction === 'sell' &&
      state.fired[slot]?.isLate === true &&
      !state.children.some((child) => child.slot === slot),
  );
  if (late === undefined) return { wanted, wait: null, halt: null };
  const { market, side } = late.outcome;
  const book = usableBook(findBook(state.known, market, state.terms, nowMs) ?? undefined, side, nowMs);
  const others = wanted.filter((order) => order !== late);
  // With an underlying stand-in only the limit bounds the sale: there is no book to compare with.
  if (book === null && isStoodIn(state.known, state.terms, nowMs)) return { wanted, wait: null, halt: null };
  if (book === null) {
    return { wanted: others, wait: { code: 'stale', parameters: { market, problem: 'notLive' } }, halt: null };
  }
  const best = book.bids[0]?.price ?? null;
  if (best !== null && best >= late.worst) return { wanted, wait: null, halt: null };
  return { wanted: others, wait: null, halt: { code: 'beyondWorst', parameters: { best, worst: late.worst } } };
}

/** While it is halted nothing is placed; what rests stays, except after a restart that asks, and what its kind reduces. */
function carryOut(
  state: ConditionalState,
  kind: Kind,
  wanted: readonly WantedOrder[],
  halt: HaltReason | null,
  nowMs: number,
): Reconciled {
  const isHalted = halt !== null || state.life.at === 'halted';
  if (!isHalted) return reconcile(state, wanted, nowMs);
  const mustCancel = state.life.at === 'halted' && state.life.reason.code === 'restarted';
  if (mustCancel) return reconcile(state, [], nowMs);
  return kind.reducesWhileHalted
    ? cancelUnwanted(state, wanted, nowMs)
    : { state, actions: [], wait: null, halt: null };
}

/** An order that appears after the end is cancelled: nobody watches it. */
function reduceEnded(state: ConditionalState, nowMs: number): ConditionalStep {
  if (!state.children.some(isLive)) return { state, actions: [] };
  const { state: next, actions } = reconcile(state, [], nowMs);
  return { state: next, actions };
}
