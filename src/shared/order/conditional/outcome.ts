/**
 * Outcome of an order for its conditional: continue, retry later, or halt.
 *
 * Invariants  Pure. Nothing is tried again but after a definite refusal that names a time, and then a bounded number of times.
 */
import { updateChild } from './children.ts';
import { MAX_RETRIES } from './defaults.ts';
import type { ChildUpdate } from './events.ts';
import type { Child, HaltReason } from './state.ts';
import type { ConditionalState, Kind } from './terms.ts';

/** Waiting for the request budget is not a refusal. */
export const BUDGET_CODE = 'budget';

export function applyUpdate(
  state: ConditionalState,
  kind: Kind,
  child: Child,
  update: ChildUpdate,
  nowMs: number,
): ConditionalState {
  const next = updateChild(child, update, nowMs);
  if (next === child) return state;
  const children = state.children.map((other) => (other === child ? next : other));
  const isProgress = next.life.at === 'working' || next.filled > child.filled;
  const updated = isProgress ? { ...state, children, retries: 0, retryAtMs: null } : { ...state, children };
  return next.life.at === 'ended' && child.life.at !== 'ended' ? applyEnd(updated, kind, next) : updated;
}

function applyEnd(state: ConditionalState, kind: Kind, child: Child): ConditionalState {
  if (child.life.at !== 'ended' || state.ending !== null) return state;
  const { end } = child.life;
  const { intentId } = child;
  switch (end.kind) {
    case 'filled':
      return state;
    case 'cancelled':
      if (child.cancel !== null || child.filled === child.shares) return state;
      return halt(state, kind, child, { code: 'orderCancelled', parameters: { intentId } });
    case 'absent':
      return halt(state, kind, child, { code: 'orderAbsent', parameters: { intentId } });
    case 'rejected':
    case 'notSent': {
      const { codes, retryAtMs } = end;
      if (retryAtMs === null) {
        const code = end.kind === 'rejected' ? 'rejected' : 'denied';
        return halt(state, kind, child, { code, parameters: { codes } });
      }
      const isRefusal = end.kind === 'rejected' || !codes.includes(BUDGET_CODE);
      const retries = state.retries + (isRefusal ? 1 : 0);
      if (retries > MAX_RETRIES) return halt(state, kind, null, { code: 'retriesUsed', parameters: { codes } });
      return { ...state, retries, retryAtMs };
    }
  }
}

function halt(state: ConditionalState, kind: Kind, child: Child | null, reason: HaltReason): ConditionalState {
  if (state.life.at === 'halted' || (child !== null && kind.mayEnd(child.slot))) return state;
  return { ...state, life: { at: 'halted', reason } };
}
