/**
 * Restarts of conditional orders: after a start, a reconnection or a lost stream, each one waits for a complete account read.
 *
 * Invariants  A restart discards all observations. A conditional order continues only after a read that began after its
 *             restart. What a gap hid is reported, never acted on.
 * Errors      Never throws: a history that cannot be read goes to `onFault`.
 * Source      docs/conditionals.md#engine, docs/conditionals.md#gaps
 */

import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalEvent } from '#shared/order/conditional/events.ts';
import type { AccountId } from '#shared/units/ids.ts';
import type { ConditionalsOptions } from './conditionalsApi.ts';
import { readMissed } from './missed.ts';
import type { Observer } from './observer.ts';
import type { Run } from './run.ts';

/** Shortest interval without observation that counts as a gap. */
const MIN_GAP_MS = 30_000;

export interface Restarts {
  /** The account's conditional orders were loaded: restarts them and reports the triggers that a gap hid. */
  noteLoaded(account: AccountId): void;
  /** The private stream was lost: restarts all active ones. */
  noteStreamLost(): void;
  /** Account reads may have completed: continues the conditional orders that waited for one. */
  noteReads(): void;
  /** Ends all waits. */
  clear(): void;
}

export interface RestartsOptions
  extends Pick<ConditionalsOptions, 'latestPass' | 'latestCompletePass' | 'readAccount' | 'onFault'> {
  readonly markets: Pick<ConditionalsOptions['markets'], 'listMinutes'>;
  readonly store: Pick<ConditionalsOptions['store'], 'watchedUntilMs'>;
  readonly observer: Pick<Observer, 'forget' | 'observe' | 'updateWatch'>;
  /** Exchange's clock. */
  now(): number;
  active(): readonly Run[];
  feed(id: ConditionalId, event: ConditionalEvent): void;
  /** A complete read that a conditional order waited for. */
  onRead(): void;
}

export function createRestarts(options: RestartsOptions): Restarts {
  const { markets, store, observer, now, active, feed } = options;
  /** Accounts that were opened in this run of the program. */
  const opened = new Set<AccountId>();
  /** Conditional orders that wait for a complete account read, with the number of the latest read that began too early. */
  const awaiting = new Map<ConditionalId, number>();

  function restartAll(isProgram: boolean): void {
    const runs = active();
    for (const { id } of runs) {
      observer.forget(id);
      awaiting.set(id, options.latestPass());
      feed(id, { kind: 'restart', atMs: now(), isProgram });
    }
    if (runs.length === 0) return;
    observer.updateWatch();
    void options.readAccount();
  }

  async function reportMissed(fromMs: number | null): Promise<void> {
    if (fromMs === null || now() - fromMs < MIN_GAP_MS) return;
    for (const { id, state } of active()) {
      try {
        const atMs = await readMissed(state.terms, fromMs, now(), markets.listMinutes);
        if (atMs === null) continue;
        feed(id, { kind: 'missed', atMs: now(), wouldHaveFiredAtMs: atMs });
      } catch (error) {
        options.onFault('conditional history', error);
      }
    }
  }

  return {
    noteLoaded(account) {
      restartAll(!opened.has(account));
      void reportMissed(store.watchedUntilMs(account));
      opened.add(account);
    },
    noteStreamLost: () => restartAll(false),
    noteReads() {
      for (const [id, pass] of awaiting) {
        if (options.latestCompletePass() <= pass) continue;
        awaiting.delete(id);
        options.onRead();
        observer.observe();
        feed(id, { kind: 'reconciled', atMs: now() });
      }
    },
    clear: () => awaiting.clear(),
  };
}
