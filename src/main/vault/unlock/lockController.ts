/**
 * Lock controller: locks the vault on idle time and on lock causes.
 *
 * Invariants  A keys lock always locks the vault, and a vault that locks is at keys depth. A screen lock leaves it unlocked.
 *             Both clocks are polled, so that sleep or a changed clock locks the vault.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { LockReason } from '#shared/ipc/custody.ts';
import type { Vault } from '../vaultApi.ts';
import {
  type ClockReading,
  type LockCause,
  type LockDepth,
  type LockEvent,
  type LockTimes,
  reduceLock,
  startLocked,
} from './autoLock.ts';

/** Interval of the idle check, ms. */
export const LOCK_POLL_MS = 2_000;

export interface LockControllerOptions {
  readonly vault: Pick<Vault, 'status' | 'lock' | 'onChange'>;
  readonly clocks: () => ClockReading;
  readonly schedule: Scheduler;
  readonly times: () => LockTimes;
  /** Called with every cause, also while locked, before it locks. */
  onCause?(cause: LockCause): void;
}

export interface LockController {
  depth(): LockDepth;
  /** The vault as the page sees it: a locked screen looks like a locked vault. */
  status(): { readonly at: 'absent' | 'locked' | 'unlocked'; readonly reason: LockReason | null };
  /** A person used a window of the terminal. */
  noteActivity(): void;
  /** The password or the keychain has just opened the vault, or proved itself behind a locked screen. */
  noteUnlocked(): void;
  lock(cause: LockCause): void;
  onChange(listener: () => void): () => void;
  close(): void;
}

export function openLockController(options: LockControllerOptions): LockController {
  const { vault, clocks, schedule, times } = options;
  const changes = createEmitter();
  let state = startLocked(clocks());
  let wasUnlocked = false;

  function apply(event: LockEvent): void {
    const before = state;
    state = reduceLock(state, event, clocks(), times());
    if (state.depth === before.depth) return;
    if (state.depth === 'keys' && vault.status().at === 'unlocked') {
      wasUnlocked = false;
      vault.lock();
    }
    changes.emit();
  }

  function onVaultChange(): void {
    const isUnlocked = vault.status().at === 'unlocked';
    if (isUnlocked === wasUnlocked) return;
    wasUnlocked = isUnlocked;
    if (isUnlocked) apply({ kind: 'unlocked' });
    else if (state.depth !== 'keys') {
      state = { ...state, depth: 'keys', reason: null };
      changes.emit();
    }
  }

  const removeListener = vault.onChange(onVaultChange);
  onVaultChange();
  let cancelPoll = (): void => undefined;
  const poll = (): void => {
    cancelPoll = schedule(LOCK_POLL_MS, () => {
      apply({ kind: 'tick' });
      poll();
    });
  };
  poll();

  return {
    depth: () => state.depth,
    status() {
      const { at } = vault.status();
      return { at: at === 'unlocked' && state.depth !== 'open' ? 'locked' : at, reason: state.reason };
    },
    noteActivity: () => apply({ kind: 'activity' }),
    noteUnlocked() {
      if (vault.status().at === 'unlocked') apply({ kind: 'unlocked' });
    },
    lock(cause) {
      options.onCause?.(cause);
      apply({ kind: 'cause', cause });
      // Also while locked: an unlock in progress must end locked.
      vault.lock();
    },
    onChange: (listener) => changes.on(listener),
    close() {
      cancelPoll();
      removeListener();
    },
  };
}
