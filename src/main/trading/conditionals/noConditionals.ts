/** Conditional orders where there are none to show: without markets and storage, or behind a lock. */

import type { ConditionalsView } from '#shared/ipc/conditionals/conditionals.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { ConditionalSources } from './ports.ts';

export const NO_CONDITIONALS: Pick<
  ConditionalSources,
  'store' | 'markets' | 'clockReading' | 'clockDriftMs' | 'measureClock'
> = {
  store: {
    append() {
      throw new Error('Expected a journal of conditional orders, found none');
    },
    load: () => [],
    dismiss: () => {},
    bytes: () => 0,
    areOrdersLost: () => false,
    noteDistrusted: () => {},
    record: () => {},
    isRecorded: () => true,
    canRecord: () => false,
    noteWatched: () => {},
    watchedUntilMs: () => null,
  },
  markets: {
    watch: () => {},
    hasListed: () => false,
    hasUnderlying: () => false,
    market: () => null,
    grid: () => DEFAULT_TICK,
    book: () => null,
    proveBook: () => {},
    fetchBook: () => Promise.reject(new Error('Expected market data, found none')),
    tick: () => null,
    watchForDryRun: () => {},
    listMinutes: async () => [],
  },
  clockReading: () => null,
  clockDriftMs: () => 0,
  measureClock: () => {},
};

/** What a page may see of conditional orders behind a lock: how many, not what. */
export function hideConditionals(view: ConditionalsView): ConditionalsView {
  return { ...view, isHidden: true, conditionals: [], protections: [] };
}
