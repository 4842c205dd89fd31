/**
 * Absences of the account: remembers the last reading before a lock, the end of the program or a lost connection, and finds
 * what happened when the account is seen again.
 *
 * Units       The reading is stored two seconds after a change, and once a minute: a crash loses no more than that.
 * Invariants  A reading counts only while the account is unlocked and live, or in doubt since it was live. Nothing is compared with another account's reading.
 * Errors      Never throws: a failed write goes to `onFault`, and the next start then counts from an earlier reading.
 * Source      docs/notices.md#absence
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import type { ConditionalsView } from '#shared/ipc/conditionals/conditionals.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import {
  type Absence,
  type AbsenceCause,
  findAbsence,
  readSeen,
  type SeenAccount,
} from '#shared/order/account/absence.ts';
import type { AccountId } from '#shared/units/ids.ts';
import type { AbsenceFile } from '../../storage/absenceFile.ts';
import type { LockController } from '../../vault/unlock/lockController.ts';

const STORE_AFTER_MS = 2_000;
const EVERY_MS = 60_000;
/** Older ones are left out. */
const MAX_ABSENCES = 5;

export interface AbsencesOptions {
  readonly store: { load(): AbsenceFile; save(file: AbsenceFile): void };
  readonly now: Now;
  readonly schedule: Scheduler;
  account(): AccountView;
  conditionals(): ConditionalsView;
  accountId(): AccountId | null;
  lockDepth(): ReturnType<LockController['depth']>;
  onChange(): void;
  onFault(where: string, error: unknown): void;
}

export interface Absences {
  /** Oldest first, until they are dismissed. */
  list(): readonly Absence[];
  dismiss(): void;
  /** Account, conditional orders or lock changed. */
  note(): void;
  /** The program ends. */
  close(): void;
}

export function openAbsences(options: AbsencesOptions): Absences {
  const { store, now, schedule, onFault } = options;
  const stored = store.load();
  let account = stored.account;
  // A program that was killed while locked was closed afterwards.
  let seen: SeenAccount | null = stored.seen === null ? null : { ...stored.seen, cause: 'closed', isUnwatched: true };
  let isWatching = false;
  let absences: readonly Absence[] = [];
  let cancelStore: (() => void) | null = null;
  let cancelTick = (): void => {};

  function save(): void {
    cancelStore?.();
    cancelStore = null;
    if (seen === null) return;
    try {
      store.save({ version: 1, account, seen });
    } catch (error) {
      onFault('absence', error);
    }
  }

  function leave(cause: AbsenceCause, isUnwatched: boolean): void {
    isWatching = false;
    if (seen === null) return;
    seen = { ...seen, atMs: now(), cause, isUnwatched };
    save();
  }

  function look(next: AccountId): void {
    const view = options.account();
    const reading = { ...view, conditionals: options.conditionals().conditionals };
    const before = seen;
    seen = readSeen(reading, now());
    if (!isWatching) {
      isWatching = true;
      const absence = before === null || account !== next ? null : findAbsence(before, reading, now());
      if (account !== next) absences = [];
      account = next;
      if (absence !== null) {
        absences = [...absences, absence].slice(-MAX_ABSENCES);
        options.onChange();
      }
      save();
    } else if (before === null || !isSameReading(before, seen)) cancelStore ??= schedule(STORE_AFTER_MS, save);
  }

  function note(): void {
    const depth = options.lockDepth();
    const next = options.accountId();
    const { at } = options.account();
    // A doubt about the data is on screen with it: only the first reading has to be without one.
    const isSeen = at === 'live' || (isWatching && at === 'unconfirmed');
    if (depth === 'open' && next !== null && isSeen) look(next);
    else if (isWatching) leave(depth === 'open' ? 'disconnected' : 'locked', depth !== 'screen');
    else if (seen !== null && depth !== 'open' && seen.cause !== 'closed') {
      // The keys follow the screen, or a lock a lost connection: from here on conditional orders wait.
      const isUnwatched = seen.isUnwatched || depth === 'keys';
      if (seen.cause === 'locked' && seen.isUnwatched === isUnwatched) return;
      seen = { ...seen, cause: 'locked', isUnwatched };
      save();
    }
  }

  function tick(): void {
    cancelTick = schedule(EVERY_MS, () => {
      note();
      if (isWatching) save();
      tick();
    });
  }
  tick();

  return {
    list: () => absences,
    dismiss() {
      if (absences.length === 0) return;
      absences = [];
      options.onChange();
    },
    note,
    close() {
      cancelTick();
      if (isWatching) leave('closed', true);
      else if (seen !== null) {
        seen = { ...seen, cause: 'closed', isUnwatched: true };
        save();
      }
      cancelStore?.();
    },
  };
}

function isSameReading(a: SeenAccount, b: SeenAccount): boolean {
  return JSON.stringify({ ...a, atMs: 0 }) === JSON.stringify({ ...b, atMs: 0 });
}
