/**
 * Where a conditional is in its life, derived from its orders, its triggers and what it waits for; and its notices.
 *
 * Invariants  Pure. An end needs every order's end; while an order is unknown there is none.
 */
import { isSameCoded } from '../../base/coded.ts';
import { filledOf, isLive } from './children.ts';
import type { WantedOrder } from './declaration/plan.ts';
import type { ConditionalAction, ConditionalNotice } from './events.ts';
import type { ConditionalLife, EndReason, WaitReason } from './state.ts';
import { type ConditionalState, type ConditionalStep, kindOf } from './terms.ts';

export function isTerminal({ at }: ConditionalLife): boolean {
  return at === 'done' || at === 'partial' || at === 'cancelled' || at === 'expired' || at === 'ended';
}

export interface LifeInput {
  readonly wait: WaitReason | null;
  /** A trigger is watched that has not fired. */
  readonly isPending: boolean;
  readonly wanted: readonly WantedOrder[];
}

type EndedLife = 'done' | 'partial' | 'cancelled' | 'expired' | 'ended';

/** The same object when nothing changed. */
export function describeLife(state: ConditionalState, input: LifeInput): ConditionalLife {
  const next = findLife(state, input);
  return isSameLife(state.life, next) ? state.life : next;
}

function findLife(state: ConditionalState, { wait, isPending, wanted }: LifeInput): ConditionalLife {
  const { life, ending, children } = state;
  if (isTerminal(life) || life.at === 'halted') return life;
  const live = children.filter(isLive);
  if (ending !== null && live.length === 0) return { at: endOf(ending, state), reason: ending };
  if (wait !== null) return { at: 'waiting', reason: wait };
  const cancelled = live.find(({ cancel }) => cancel !== null);
  if (cancelled !== undefined) {
    return { at: wanted.some(({ slot }) => slot === cancelled.slot) ? 'requoting' : 'releasing' };
  }
  if (live.some((child) => child.life.at === 'requested')) return { at: 'placing' };
  const unknown = live.find((child) => child.life.at === 'unknown');
  if (unknown !== undefined) {
    return { at: 'waiting', reason: { code: 'orderUnknown', parameters: { intentId: unknown.intentId } } };
  }
  if (isPending) return { at: 'armed' };
  if (live.length > 0) return { at: 'working' };
  return { at: Object.keys(state.fired).length > 0 ? 'triggered' : 'armed' };
}

function endOf({ code }: EndReason, { children, terms }: ConditionalState): EndedLife {
  const filled = filledOf(children);
  if (code === 'filled' || (!kindOf(terms).hasSeveralBudgets && filled >= terms.shares)) return 'done';
  if (filled > 0) return 'partial';
  if (code === 'person' || code === 'entryEnded') return 'cancelled';
  return code === 'expired' ? 'expired' : 'ended';
}

function isSameLife(a: ConditionalLife, b: ConditionalLife): boolean {
  if (a === b) return true;
  if (a.at !== b.at) return false;
  if (a.at === 'waiting' && b.at === 'waiting') return isSameCoded(a.reason, b.reason);
  return a.at !== 'halted' && !isTerminal(a);
}

/** Adds the notices of a step: what fired, what it waits for, a halt, an end. */
export function lifeNotices(
  before: ConditionalState,
  after: ConditionalState,
  fired: readonly string[],
  actions: readonly ConditionalAction[],
): ConditionalStep {
  const notices: ConditionalNotice[] = fired.flatMap((name) => {
    const isLate = after.fired[name]?.isLate;
    return isLate === undefined ? [] : [{ code: 'fired', parameters: { name, isLate } } as const];
  });
  const { life } = after;
  if (life !== before.life) {
    if (life.at === 'waiting') notices.push({ code: 'waiting', parameters: { reason: life.reason } });
    else if (life.at === 'halted') notices.push({ code: 'halted', parameters: { reason: life.reason } });
    else if ('reason' in life) {
      notices.push({ code: 'ended', parameters: { reason: life.reason, filled: filledOf(after.children) } });
    } else if (before.life.at === 'waiting') notices.push({ code: 'goesOn', parameters: {} });
  }
  let { step } = after;
  const told = notices.map((notice): ConditionalAction => {
    const key = { id: after.id, generation: after.generation, step };
    step += 1;
    return { kind: 'notify', key, notice };
  });
  return { state: step === after.step ? after : { ...after, step }, actions: [...actions, ...told] };
}
