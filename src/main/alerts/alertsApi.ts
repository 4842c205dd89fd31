/** What the alerts offer to the rest of main, and what they need. */
import type { AlertTerms, TermsProblem } from '#shared/alerts/alert.ts';
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import type { AlertsView } from '#shared/alerts/view.ts';
import type { PublicEvent } from '#shared/market/events.ts';
import type { AlertSources, AlertStore } from './ports.ts';

export interface AlertsOptions extends AlertSources {
  readonly store: AlertStore;
  newId(): string;
  /** The workspace that the main window shows; null while there is none. */
  workspace(): string | null;
  onFault(error: unknown): void;
}

export type AlertProblem = TermsProblem | 'tooMany' | 'notListed';

export interface Alerts {
  /** The id, or why there is no alert. */
  create(terms: AlertTerms): { readonly id: string } | { readonly problem: AlertProblem };
  /** Replaces the terms, and starts the alert again; null for an unknown id. */
  change(id: string, terms: AlertTerms): { readonly problem: AlertProblem | null } | null;
  /** False for an unknown id; so do the next two. */
  remove(id: string): boolean;
  setPaused(id: string, isPaused: boolean): boolean;
  /** Starts a fired or expired alert again; its expiry is dropped when it is over. */
  rearm(id: string): boolean;
  clearLog(): void;
  markSeen(): void;
  setMuted(workspace: string | null, isMuted: boolean): void;
  /** After market data has applied the event. */
  onPublic(event: PublicEvent): void;
  noteAccount(): void;
  noteCatalogue(): void;
  /** The same value until something changes. */
  view(): AlertsView;
  onChange(listener: () => void): () => void;
  /** Each firing that is not muted. */
  onFired(listener: (entry: AlertLogEntry) => void): () => void;
  close(): void;
}
