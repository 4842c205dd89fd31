/**
 * Saver of the alerts: at once after what must not be lost, else within a few seconds.
 *
 * Errors      A save that fails goes to `onFault`; `isStored` is false until one works.
 */
import type { StoredAlerts } from '#shared/alerts/stored.ts';
import type { Scheduler } from '#shared/base/clock.ts';
import type { AlertStore } from './ports.ts';

const SAVE_WITHIN_MS = 5_000;

export interface AlertSaver {
  saveNow(): void;
  saveSoon(): void;
  isStored(): boolean;
  /** Saves a last time. */
  close(): void;
}

export interface AlertSaverOptions {
  readonly store: Pick<AlertStore, 'save'>;
  readonly schedule: Scheduler;
  build(): StoredAlerts;
  onFault(error: unknown): void;
}

export function openAlertSaver({ store, schedule, build, onFault }: AlertSaverOptions): AlertSaver {
  let isStored = true;
  let isClosed = false;
  let cancel: (() => void) | null = null;

  function saveNow(): void {
    cancel?.();
    cancel = null;
    try {
      store.save(build());
      isStored = true;
    } catch (error) {
      isStored = false;
      onFault(error);
    }
  }

  return {
    saveNow,
    saveSoon() {
      if (!isClosed) cancel ??= schedule(SAVE_WITHIN_MS, saveNow);
    },
    isStored: () => isStored,
    close() {
      saveNow();
      isClosed = true;
    },
  };
}
