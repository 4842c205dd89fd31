/** Everything of the alerts that survives a restart. */
import type { AccountMemory } from './accountEvents.ts';
import type { AlertRecord } from './life.ts';
import type { AlertLogEntry } from './log.ts';
import type { Fingerprint } from './marketText.ts';

export interface StoredAlerts {
  readonly records: readonly AlertRecord[];
  readonly log: readonly AlertLogEntry[];
  readonly unseen: number;
  /** Workspaces without sounds and notifications; null mutes all of them. */
  readonly muted: readonly (string | null)[];
  readonly account: AccountMemory | null;
  /** By market id, of the markets whose rules are watched. */
  readonly fingerprints: Readonly<Record<string, Fingerprint>>;
  /** Latest time, by the exchange's clock, at which the alerts were certainly watched; at most a minute before the program ended. */
  readonly watchedUntilMs: number | null;
}

export const NO_ALERTS: StoredAlerts = {
  records: [],
  log: [],
  unseen: 0,
  muted: [],
  account: null,
  fingerprints: {},
  watchedUntilMs: null,
};
