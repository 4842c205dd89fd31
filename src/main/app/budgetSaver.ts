/**
 * Saves the used request budgets some time after a change; what a request needs on disk first, the limiter writes itself.
 *
 * Units       At most one write in 250 ms; `saveNow` writes at once.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import type { Venue } from '../venue/venue.ts';

const SAVE_EVERY_MS = 250;

/** `save`, but not again what it saved last: the journal has the orders, which change what Health shows and nothing here. */
export function skipUnchanged<T>(save: (value: T) => void): (value: T) => void {
  let last = '';
  return (value) => {
    const text = JSON.stringify(value);
    if (text === last) return;
    save(value);
    last = text;
  };
}

export interface BudgetSaverOptions {
  readonly venue: Pick<Venue, 'budgetMemory' | 'onBudgets'>;
  readonly schedule: Scheduler;
  save(memory: ReturnType<Venue['budgetMemory']>): void;
}

export interface BudgetSaver {
  saveNow(): void;
}

export function openBudgetSaver({ venue, schedule, save }: BudgetSaverOptions): BudgetSaver {
  let cancelSave: (() => void) | null = null;
  function saveNow(): void {
    cancelSave?.();
    cancelSave = null;
    save(venue.budgetMemory());
  }
  venue.onBudgets(() => {
    cancelSave ??= schedule(SAVE_EVERY_MS, saveNow);
  });
  return { saveNow };
}
