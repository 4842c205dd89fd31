/**
 * The common machine's first half: evaluates triggers on what is known, and decides which of them fire.
 *
 * Invariants  Pure. A name fires once per generation. Nothing fires before orders, fills and positions are read, or while its
 *             order could not be placed: what is true by then fires late, what is no longer true does not.
 *             The trigger of a buy does not latch: until its first order is sent it must still be true.
 * Source      docs/conditionals.md#triggers.
 */
import { evaluateTrigger, evidenceOf, isConfirmed, isLate, trueSince } from './evaluateTrigger.ts';
import type { ConditionalEvent } from './events.ts';
import { keyOf } from './known.ts';
import type { Child, Firing, Gate, WaitReason } from './state.ts';
import { type ConditionalState, type Kind, kindOf, sellsLater } from './terms.ts';
import type { Trigger } from './trigger.ts';
import type { TriggerProgress } from './triggerProgress.ts';

/** Name of the condition before it starts. */
export const START = 'start';

export interface Watched {
  readonly state: ConditionalState;
  /** Names that fired in this step. */
  readonly fired: readonly string[];
  /** Triggers are watched that have not fired. */
  readonly isPending: boolean;
  /** Why a trigger can be neither true nor false now. */
  readonly problem: WaitReason | null;
  /** A buy whose trigger cannot be checked again now: it is not sent. */
  readonly isHeldBack: boolean;
}

export function watch(state: ConditionalState, kind: Kind, event: ConditionalEvent): Watched {
  if (state.ending !== null) return { state, fired: [], isPending: false, problem: null, isHeldBack: false };
  const first = watchOnce(followMarket(state, kind, event.atMs), kind, event);
  // What starts now watches its own triggers from the same moment on.
  if (!first.fired.includes(START)) return first;
  const second = watchOnce(first.state, kind, event);
  return { ...second, fired: [...first.fired, ...second.fired] };
}

/** Triggers by name that are watched in this state. */
export function watchedTriggers(state: ConditionalState, kind: Kind): Readonly<Record<string, Trigger>> {
  const { startsWhen } = state.terms;
  if (state.startedAtMs === null) return startsWhen === null ? {} : { [START]: startsWhen };
  const triggers = kind.triggers(state);
  return startsWhen !== null && isUnsentBuy(state) ? { ...triggers, [START]: startsWhen } : triggers;
}

function watchOnce(state: ConditionalState, kind: Kind, event: ConditionalEvent): Watched {
  const nowMs = event.atMs;
  const isUnsent = isUnsentBuy(state);
  const trade = event.kind === 'trade' ? event.trade : null;
  const input = { known: state.known, nowMs, trade, terms: state.terms };
  const before = state.known.progress;
  const progress: Record<string, TriggerProgress> = {};
  const fired: Record<string, Firing> = {};
  let problem: WaitReason | null = null;
  let isPending = false;
  let isHeldBack = false;
  let isUntrue = false;
  let missedSinceMs: number | null = null;
  for (const [name, trigger] of Object.entries(watchedTriggers(state, kind))) {
    const isFired = state.fired[name] !== undefined;
    if (isFired && !isUnsent) continue;
    const step = evaluateTrigger(trigger, before[name] ?? null, input);
    progress[name] = step.progress;
    problem ??= step.problem;
    const isTrue = isConfirmed(trigger, step.progress);
    if (isFired) {
      if (step.problem !== null) isHeldBack = true;
      else if (!isTrue) isUntrue = true;
      continue;
    }
    isPending = true;
    if (!isTrue) continue;
    if (state.life.at !== 'halted' && whyNotFire(state) === null) fired[name] = fire(state, step.progress, nowMs);
    else missedSinceMs = state.known.missedSinceMs ?? nowMs;
  }
  if (isPending) problem ??= whyNotFire(state);
  const next = settleWatch(state, progress, missedSinceMs);
  // Between two conditions of a buy the first one may pass and come back; before the order both must be true.
  if (isUntrue && !isPending) return { state: unlatch(next), fired: [], isPending: true, problem, isHeldBack: true };
  const names = Object.keys(fired);
  if (names.length === 0) return { state: next, fired: [], isPending, problem, isHeldBack };
  const startedAtMs = next.startedAtMs ?? (fired[START] === undefined ? null : nowMs);
  const latched = { ...next, fired: { ...next.fired, ...fired }, startedAtMs };
  return { state: latched, fired: names, isPending: false, problem: null, isHeldBack };
}

function settleWatch(
  state: ConditionalState,
  progress: Readonly<Record<string, TriggerProgress>>,
  missedSinceMs: number | null,
): ConditionalState {
  const { known } = state;
  const names = Object.keys(progress);
  const isSame =
    names.length === Object.keys(known.progress).length &&
    names.every((name) => progress[name] === known.progress[name]);
  const next =
    isSame && missedSinceMs === known.missedSinceMs
      ? state
      : { ...state, known: { ...known, progress: isSame ? known.progress : progress, missedSinceMs } };
  return missedSinceMs !== null && state.missedAtMs === null ? { ...next, missedAtMs: missedSinceMs } : next;
}

function fire(state: ConditionalState, progress: TriggerProgress, nowMs: number): Firing {
  const { clock, missedSinceMs } = state.known;
  return {
    atMs: nowMs,
    sinceMs: trueSince(progress) ?? nowMs,
    evidence: evidenceOf(progress) ?? { kind: 'composite', parts: [] },
    isLate: isLate(progress) || missedSinceMs !== null,
    clockOffsetMs: clock?.offsetMs ?? null,
  };
}

/** Why nothing may fire: its order could not be sent as far as the account and the program are concerned; null: it could. */
function whyNotFire({ known, terms }: ConditionalState): WaitReason | null {
  if (!known.isReconciled || known.gates === null) return { code: 'reconciling', parameters: {} };
  const gate: Gate = sellsLater(terms) ? known.gates.exits : known.gates.entries;
  // The legs of several markets are held back one by one, when their orders are due.
  const isHeldBack = kindOf(terms).legs === undefined && known.gates.notExit?.includes(keyOf(terms.outcome)) === true;
  if (gate.at === 'open') return isHeldBack ? { code: 'blocked', parameters: { code: 'disarmed' } } : null;
  return gate.at === 'locked'
    ? { code: 'locked', parameters: {} }
    : { code: 'blocked', parameters: { code: gate.code } };
}

/** True for a buy that has sent no order yet. */
function isUnsentBuy({ terms, children }: ConditionalState): boolean {
  return terms.direction === 'buy' && !children.some(hasLeft);
}

function hasLeft({ life }: Child): boolean {
  return life.at !== 'ended' || (life.end.kind !== 'notSent' && life.end.kind !== 'rejected');
}

/** The condition passed before anything was sent: it is watched again, in a generation of its own. */
function unlatch(state: ConditionalState): ConditionalState {
  const startedAtMs = state.terms.startsWhen === null ? state.startedAtMs : null;
  return { ...state, generation: state.generation + 1, fired: {}, startedAtMs };
}

/** What follows the market without a trigger, until the stop fires. */
function followMarket(state: ConditionalState, kind: Kind, nowMs: number): ConditionalState {
  if (state.startedAtMs === null || state.fired.stop !== undefined) return state;
  return kind.follow?.(state, nowMs) ?? state;
}
