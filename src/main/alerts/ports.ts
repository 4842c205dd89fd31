/** What the alerts need from the other modules of main. */

import type { StoredAlerts } from '#shared/alerts/stored.ts';
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { BookTop } from '#shared/market/mark.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketId } from '#shared/units/ids.ts';

export interface AlertSources {
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly listing: {
    /** Changes when the exchange's list does. */
    version(): number;
    listEvent(eventId: number): readonly MarketId[];
    /** The most traded markets that trade, then others. */
    listMostTraded(limit: number): readonly Market[];
  };
  market(id: MarketId): Market | null;
  /** Null when the book is not watched. */
  top(id: MarketId): BookTop | null;
  account(): AccountView;
  /** Address of the account's wallet; null before it is read. */
  accountId(): string | null;
  /** Books that windows show. */
  shownBooks(): readonly MarketId[];
  hasListed(id: MarketId): boolean;
  /** Sets the books that alerts need, in addition to what windows show. */
  watchBooks(ids: readonly MarketId[]): void;
}

export interface AlertStore {
  load(): StoredAlerts;
  /** Throws what the file system throws. */
  save(alerts: StoredAlerts): void;
}
