/**
 * Recording as Settings and Health show it: what it uses, and whether it records.
 *
 * Units       Days are UTC, `YYYY-MM-DD`; times in Unix ms of this machine's clock.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { StorageFault } from '../base/storageFault.ts';

/** Least and most of what a person can choose. */
export const RECORDING_BOUNDS = { keepDays: { min: 1, max: 365 }, maxGigabytes: { min: 1, max: 1_000 } } as const;

export interface RecordingSettings {
  readonly isOn: boolean;
  /** Older days are deleted. */
  readonly keepDays: number;
  /** Of all days of an account, in 10^9 bytes: the oldest days are deleted first. */
  readonly maxGigabytes: number;
}

export const DEFAULT_RECORDING: RecordingSettings = { isOn: true, keepDays: 30, maxGigabytes: 10 };

export interface RecordedDay {
  readonly day: string;
  readonly bytes: number;
}

/** Why nothing is recorded although it is on; it is tried again. Words: `shared/text/recording`. */
export interface RecordingStops {
  readonly fault: { readonly fault: StorageFault };
  /** Records came faster than the disk took them. */
  readonly slow: NoParameters;
  /** The disk has less space than the recorder leaves free. */
  readonly noSpace: { readonly freeBytes: number };
  /** Today alone uses the most that a person allowed. */
  readonly atLimit: NoParameters;
}
export type RecordingStop = Coded<RecordingStops>;

export interface RecordingHealth {
  readonly at: 'off' | 'recording' | 'stopped';
  readonly sinceMs: number;
  /** Null unless it is stopped. */
  readonly stop: RecordingStop | null;
  readonly bytes: number;
  readonly todayBytes: number;
  readonly days: number;
  /** When the disk last took something; null before. */
  readonly writtenAtMs: number | null;
  /** Records of this run. */
  readonly records: number;
  /** Times of this run for which nothing was recorded. */
  readonly gaps: number;
}
