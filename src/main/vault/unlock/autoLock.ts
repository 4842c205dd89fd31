/**
 * When the vault locks and how deep: pure steps from one state to the next.
 *
 * Units       Milliseconds of two clocks: the wall's, which counts sleep, and a steady one, which nobody can set back.
 * Invariants  Idle time is the longer of the two readings. An act that comes after its time was over locks first.
 *             Only the password opens; no act ever does.
 * Source      security requirement R30; docs/decisions/0010-two-lock-depths.md
 */

/** `screen`: nothing of the member is shown and no intent is taken, cancels are. `keys`: the keys are gone from memory. */
export type LockDepth = 'open' | 'screen' | 'keys';

export interface ClockReading {
  readonly wallMs: number;
  readonly steadyMs: number;
}

export interface LockTimes {
  readonly screenAfterMs: number;
  readonly keysAfterMs: number;
}

export interface LockState {
  readonly depth: LockDepth;
  /** For a person; fits behind 'It was locked: '. Null while open, and before the first lock of this start. */
  readonly why: string | null;
  readonly lastAct: ClockReading;
}

/** What locks the keys at once. */
export type LockCause =
  | 'manual'
  | 'suspend'
  | 'lock-screen'
  | 'last window closed'
  | 'renderer crash'
  | 'user switch'
  | 'quit';

export type LockEvent =
  | { readonly kind: 'act' | 'time' | 'opened' }
  | { readonly kind: 'cause'; readonly cause: LockCause };

const WORDS: Record<LockCause, string> = {
  manual: 'you locked it',
  suspend: 'the computer went to sleep',
  'lock-screen': 'the screen was locked',
  'last window closed': 'the last window was closed',
  'renderer crash': 'the window crashed',
  'user switch': 'another user took over this computer',
  quit: 'Adyton quit',
};

/** The words of a cause. */
export function tellCause(cause: LockCause): string {
  return WORDS[cause];
}

/** A vault that was not opened yet. */
export function startLocked(at: ClockReading): LockState {
  return { depth: 'keys', why: null, lastAct: at };
}

export function reduceLock(state: LockState, event: LockEvent, at: ClockReading, times: LockTimes): LockState {
  if (event.kind === 'opened') return { depth: 'open', why: null, lastAct: at };
  if (event.kind === 'cause')
    return state.depth === 'keys' ? state : { ...state, depth: 'keys', why: WORDS[event.cause] };
  const timed = applyTime(state, at, times);
  return event.kind === 'act' && timed.depth === 'open' ? { ...timed, lastAct: at } : timed;
}

function applyTime(state: LockState, at: ClockReading, times: LockTimes): LockState {
  const { lastAct, depth } = state;
  const idleMs = Math.max(at.wallMs - lastAct.wallMs, at.steadyMs - lastAct.steadyMs);
  if (depth !== 'keys' && idleMs >= times.keysAfterMs) {
    return { ...state, depth: 'keys', why: `nobody touched it for ${tellMinutes(times.keysAfterMs)}` };
  }
  if (depth === 'open' && idleMs >= times.screenAfterMs) {
    const why = `nobody touched it for ${tellMinutes(times.screenAfterMs)}; the key itself stays in memory for now`;
    return { ...state, depth: 'screen', why };
  }
  return state;
}

function tellMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
