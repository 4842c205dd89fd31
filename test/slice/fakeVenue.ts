/** An exchange client without a network: a test gives the functions that matter to it, the others do nothing. */
import type { Venue } from '#main/venue/venue.ts';

export function createFakeVenue(change: Partial<Venue>): Venue {
  const base: Partial<Venue> = {
    setCredentials: () => {},
    measureClock: async () => {},
    exchangeTimeMs: () => 0,
    setInterest: () => {},
    resubscribe: () => {},
    resubscribeShared: () => {},
    onPublic: () => () => {},
    onPrivate: () => () => {},
    openPrivate: () => {},
    closePrivate: () => {},
    reopenPrivate: () => {},
    health: () => ({ clock: null, streams: [], budgets: [], errors: [], drift: [] }) as never,
    countRecordedOrders: () => {},
    countRecordedRelays: () => {},
    budgetMemory: () => [] as never,
    onBudgets: () => () => {},
    onHealth: () => () => {},
    close: async () => {},
  };
  return { ...base, ...change } as Venue;
}
