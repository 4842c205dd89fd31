/**
 * Keeps the vault's lock: reads the clocks, listens to the vault, and locks it when its time has come.
 *
 * Invariants  A keys lock always locks the vault; whatever else locks the vault is a keys lock. A screen lock leaves it open.
 *             Time is looked at every few seconds, so that a sleep or a clock that was set ends in a lock, never in none.
 */

import type { Vault } from '../vault.ts';
import {
  type ClockReading,
  type LockCause,
  type LockDepth,
  type LockEvent,
  type LockTimes,
  reduceLock,
  startLocked,
  tellCause,
} from './autoLock.ts';

/** How often the idle time is looked at, in ms. */
export const LOCK_POLL_MS = 2_000;

export interface LockControllerOptions {
  readonly vault: Pick<Vault, 'status' | 'lock' | 'onChange'>;
  readonly clocks: () => ClockReading;
  readonly schedule: (delayMs: number, run: () => void) => () => void;
  readonly times: () => LockTimes;
}

export interface LockController {
  depth(): LockDepth;
  /** The vault as the page may see it: a screen lock looks like a locked vault. */
  shown(): { readonly at: 'absent' | 'locked' | 'unlocked'; readonly why: string | null };
  /** A person did something in a window of ours. */
  noteAct(): void;
  /** The vault's password was just given. */
  noteOpened(): void;
  lock(cause: LockCause): void;
  onChange(listener: () => void): () => void;
  close(): void;
}

export function openLockController(options: LockControllerOptions): LockController {
  const { vault, clocks, schedule, times } = options;
  const listeners = new Set<() => void>();
  let state = startLocked(clocks());
  let wasUnlocked = false;

  function step(event: LockEvent): void {
    const before = state;
    state = reduceLock(state, event, clocks(), times());
    if (state.depth === before.depth) return;
    if (state.depth === 'keys' && vault.status().at === 'unlocked') {
      wasUnlocked = false;
      vault.lock(state.why ?? 'it was locked');
    }
    for (const listener of listeners) listener();
  }

  function follow(): void {
    const { at, lockedWhy } = vault.status();
    const isUnlocked = at === 'unlocked';
    if (isUnlocked === wasUnlocked) return;
    wasUnlocked = isUnlocked;
    if (isUnlocked) step({ kind: 'opened' });
    else if (state.depth !== 'keys') {
      state = { ...state, depth: 'keys', why: lockedWhy };
      for (const listener of listeners) listener();
    }
  }

  const stopFollowing = vault.onChange(follow);
  follow();
  let stopTimer = (): void => undefined;
  const watch = (): void => {
    stopTimer = schedule(LOCK_POLL_MS, () => {
      step({ kind: 'time' });
      watch();
    });
  };
  watch();

  return {
    depth: () => state.depth,
    shown() {
      const { at } = vault.status();
      return { at: at === 'unlocked' && state.depth !== 'open' ? 'locked' : at, why: state.why };
    },
    noteAct: () => step({ kind: 'act' }),
    noteOpened() {
      if (vault.status().at === 'unlocked') step({ kind: 'opened' });
    },
    lock(cause) {
      step({ kind: 'cause', cause });
      // Also while it is locked: an unlock under way must not end in an open vault.
      vault.lock(tellCause(cause));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stopTimer();
      stopFollowing();
    },
  };
}
