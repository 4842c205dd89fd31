/** What main shows of the alerts: a whole value, replaced when it changes. */
import type { AlertTerms } from './alert.ts';
import type { AlertTone } from './kind.ts';
import type { AlertStatus } from './life.ts';
import type { AlertLogEntry } from './log.ts';

export interface AlertView {
  readonly id: string;
  readonly terms: AlertTerms;
  readonly status: AlertStatus;
  /** Firings, those counted in pauses included. */
  readonly fired: number;
  readonly lastFiredAtMs: number | null;
}

export interface AlertsView {
  /** True while the vault is locked: what follows is empty then. */
  readonly isHidden: boolean;
  readonly alerts: readonly AlertView[];
  /** Newest first. */
  readonly log: readonly AlertLogEntry[];
  /** Entries that nobody has looked at. */
  readonly unseen: number;
  /** Workspaces without sounds and notifications; null mutes all of them. */
  readonly muted: readonly (string | null)[];
  /** Firings of this run that are not muted, and the newest: the page sounds when the number rises. */
  readonly sounded: number;
  readonly tone: AlertTone | null;
  /** False after a failed save: a restart would forget the last changes. */
  readonly isStored: boolean;
}
