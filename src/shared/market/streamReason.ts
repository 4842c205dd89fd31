/** Reason codes of streams. Words: `shared/text/health`. */
import type { Coded, NoParameters } from '../base/coded.ts';

/** Why a stream is not open, or not complete. */
export interface StreamReasons {
  closedByExchange: { readonly closeCode: number };
  closedByTerminal: NoParameters;
  connectionFailed: { readonly systemCode: string | null };
  noPong: NoParameters;
  noSnapshot: NoParameters;
  /** Open, but events that other sources prove are missing on it. */
  notReporting: NoParameters;
  notSigned: { readonly isLocked: boolean };
  notSubscribed: { readonly streams: readonly string[] };
  upgradeRefused: { readonly status: number | null };
}

export type StreamReason = Coded<StreamReasons>;
