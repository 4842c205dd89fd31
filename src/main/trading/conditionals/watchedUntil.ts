/**
 * Time until which an account's conditional orders were watched, stored once a minute: a later start shows the gap.
 *
 * Errors      Never throws: a failed write goes to `onFault`, and the gap is then shown longer than it was.
 */
import type { AccountId } from '#shared/units/ids.ts';
import type { ConditionalSources } from './ports.ts';

const EVERY_MS = 60_000;

export interface WatchedUntil {
  /** They are watched now. */
  note(account: AccountId): void;
  /** The same, stored at once. */
  noteNow(account: AccountId): void;
}

export interface WatchedUntilOptions extends Pick<ConditionalSources, 'store' | 'onFault'> {
  /** Exchange's clock. */
  now(): number;
}

export function createWatchedUntil({ store, now, onFault }: WatchedUntilOptions): WatchedUntil {
  let storedAtMs: number | null = null;

  function noteNow(account: AccountId): void {
    storedAtMs = now();
    try {
      store.noteWatched(account, storedAtMs);
    } catch (error) {
      onFault('conditional journal', error);
    }
  }

  return {
    note(account) {
      if (storedAtMs === null || Math.abs(now() - storedAtMs) >= EVERY_MS) noteNow(account);
    },
    noteNow,
  };
}
