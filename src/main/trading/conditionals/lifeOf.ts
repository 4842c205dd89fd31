/**
 * Life of a conditional order as a page shows it.
 *
 * Invariants  An armed one that could not send its order now is shown as waiting, with the reason. One that main had to stop is
 *             halted, whatever its state says.
 */
import type { ConditionalLife, Gate, HaltReason, WaitReason } from '#shared/order/conditional/state.ts';
import { sellsLater } from '#shared/order/conditional/terms.ts';
import type { Run, RunFault } from './run.ts';

export function lifeOf({ state, fault }: Pick<Run, 'state' | 'fault'>): ConditionalLife {
  if (fault !== null) return { at: 'halted', reason: haltOf(fault) };
  const { life, known, terms } = state;
  if (life.at !== 'armed' && life.at !== 'waiting') return life;
  // Locked keys come before any other reason to wait: a person has to act.
  if (known.gates?.exits.at === 'locked') return wait({ code: 'locked', parameters: {} });
  if (life.at === 'waiting') return life;
  if (!known.isReconciled || known.gates === null) return wait({ code: 'reconciling', parameters: {} });
  const gate: Gate = sellsLater(terms) ? known.gates.exits : known.gates.entries;
  return gate.at === 'blocked' ? wait({ code: 'blocked', parameters: { code: gate.code } }) : life;
}

export function haltOf(fault: RunFault): HaltReason {
  return { code: 'invariant', parameters: { rule: fault } };
}

function wait(reason: WaitReason): ConditionalLife {
  return { at: 'waiting', reason };
}
