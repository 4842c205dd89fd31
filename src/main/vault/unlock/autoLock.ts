/**
 * Auto-lock: pure steps that decide when the vault locks and how deep.
 *
 * Units       Milliseconds of two clocks: the wall clock counts sleep, the steady clock can't be set back.
 * Invariants  Idle time is the longer of the two readings. Activity after the idle time locks first.
 *             Only the password or the keychain unlocks; activity never does.
 * Source      docs/security-coverage.md#r30; docs/decisions/0010-two-lock-depths.md
 */
import type { LockReason } from '#shared/ipc/custody.ts';

/** `screen`: account hidden, no orders, cancels only. `keys`: keys removed from memory. */
export type LockDepth = 'open' | 'screen' | 'keys';

export interface ClockReading {
  readonly wallMs: number;
  readonly steadyMs: number;
}

export interface LockTimes {
  readonly screenAfterMs: number;
  readonly keysAfterMs: number;
}

/** Causes that lock the keys at once. */
export type LockCause = Exclude<LockReason['code'], 'idle'>;

export interface LockState {
  readonly depth: LockDepth;
  /** Null while open, and before the first lock of this run. */
  readonly reason: LockReason | null;
  readonly lastActivity: ClockReading;
}

export type LockEvent =
  | { readonly kind: 'activity' | 'tick' | 'unlocked' }
  | { readonly kind: 'cause'; readonly cause: LockCause };

/** State of a vault before its first unlock. */
export function startLocked(at: ClockReading): LockState {
  return { depth: 'keys', reason: null, lastActivity: at };
}

export function reduceLock(state: LockState, event: LockEvent, at: ClockReading, times: LockTimes): LockState {
  if (event.kind === 'unlocked') return { depth: 'open', reason: null, lastActivity: at };
  if (event.kind === 'cause') {
    return state.depth === 'keys' ? state : { ...state, depth: 'keys', reason: { code: event.cause, parameters: {} } };
  }
  const timed = applyIdleTime(state, at, times);
  return event.kind === 'activity' && timed.depth === 'open' ? { ...timed, lastActivity: at } : timed;
}

function applyIdleTime(state: LockState, at: ClockReading, times: LockTimes): LockState {
  const { lastActivity, depth } = state;
  const idleMs = Math.max(at.wallMs - lastActivity.wallMs, at.steadyMs - lastActivity.steadyMs);
  if (depth !== 'keys' && idleMs >= times.keysAfterMs) {
    return { ...state, depth: 'keys', reason: idleReason(times.keysAfterMs) };
  }
  if (depth === 'open' && idleMs >= times.screenAfterMs) {
    return { ...state, depth: 'screen', reason: idleReason(times.screenAfterMs) };
  }
  return state;
}

function idleReason(ms: number): LockReason {
  return { code: 'idle', parameters: { minutes: Math.round(ms / 60_000) } };
}
