/**
 * Records of a recording: what reached the program, what it decided, and the states that a replay starts from.
 *
 * Units       `atMs` in whole Unix ms of this machine's clock: the time at which main received or decided it.
 * Invariants  One sequence over all kinds. A record that begins a batch is the first of one turn of main's event loop.
 * Source      docs/recording.md
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { StorageFault } from '../base/storageFault.ts';
import type { AccountChange } from '../ipc/frames/accountChange.ts';
import type { AccountView } from '../ipc/views.ts';
import type { Level } from '../market/book.ts';
import type { BookHealth } from '../market/bookHealth.ts';
import type { PublicEvent, PublicInterest } from '../market/events.ts';
import type { UnderlyingTick } from '../market/tick.ts';
import type { ConditionalEntry } from '../order/conditional/entry.ts';
import type { PrivateEvent } from '../order/placement.ts';
import type { MarketId } from '../units/ids.ts';

/** Version of the records' form; a reader reads every version up to its own. */
export const CODEC_VERSION = 1;

/** Why nothing was recorded for a time. */
export interface GapReasons {
  /** The program did not run, or was stopped without writing the end. */
  readonly notRunning: NoParameters;
  readonly turnedOff: NoParameters;
  /** Today's file was deleted. */
  readonly deleted: NoParameters;
  /** The file could not be written. */
  readonly fault: { readonly fault: StorageFault };
  /** Records came faster than the disk took them. */
  readonly slow: NoParameters;
  /** The disk has less space than the recorder leaves free. */
  readonly noSpace: NoParameters;
  /** Today alone used the most that a person allowed. */
  readonly atLimit: NoParameters;
}
export type GapReason = Coded<GapReasons>;

/** What runs, and with which settings: the first record of each run in a file. */
export interface RecordedSession {
  readonly program: string;
  readonly runtime: string;
  readonly platform: string;
  readonly network: string;
  /** Id of the account in the vault. */
  readonly account: string;
  /** Preferences, without texts and keys that a person typed. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Null while the vault is locked. */
  readonly limits: Readonly<Record<string, unknown>> | null;
}

/** State of everything but the books, which follow as one `bookState` each. */
export interface RecordedState {
  readonly interest: PublicInterest;
  readonly health: readonly { readonly market: MarketId; readonly health: BookHealth }[];
  readonly ticks: readonly UnderlyingTick[];
  readonly account: AccountView | null;
  readonly clockOffsetMs: number | null;
}

/** An answer of the exchange to a read of the account. */
export interface RecordedRead {
  readonly name: string;
  /** Null where it failed. */
  readonly answer: unknown;
  /** Class of the error; null where it did not fail. */
  readonly failure: string | null;
}

export interface RecordedCommand {
  /** Pairs a command with its answer. */
  readonly number: number;
  readonly name: string;
  readonly window: number;
  /** Only the fields that the command's declaration names. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface RecordedAnswer {
  readonly number: number;
  /** Code of the error; null: it succeeded. */
  readonly code: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Facts: kinds of records that are JSON text in a block. */
export interface Facts {
  readonly session: RecordedSession;
  /** `fromMs` null: since the record before. */
  readonly gap: { readonly fromMs: number | null; readonly reason: GapReason };
  readonly state: RecordedState;
  /** A public event that is not one of the five with a form of its own. */
  readonly stream: Exclude<
    PublicEvent,
    { readonly kind: 'bookSnapshot' | 'bookIncrement' | 'trades' | 'tick' | 'candle' }
  >;
  readonly trust: { readonly market: MarketId; readonly health: BookHealth };
  readonly interest: PublicInterest;
  readonly private: PrivateEvent;
  readonly read: RecordedRead;
  readonly command: RecordedCommand;
  readonly answer: RecordedAnswer;
  /** A timer of this part of main ran, and the next record is what it decided. */
  readonly timer: { readonly part: string };
  /** Exchange's clock less this machine's, as main uses it. */
  readonly clock: { readonly offsetMs: number };
  readonly step: ConditionalEntry;
  readonly accountChange: AccountChange;
  /** The whole view: where no earlier one is in the recording. */
  readonly account: AccountView;
  readonly limits: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Hash of main's state after every record before this one. */
  readonly hash: { readonly hash: string };
}
export type FactKind = keyof Facts;

/** Codes of the facts in a block; a code is never given to another kind. */
export const FACT_CODES = {
  session: 16,
  gap: 17,
  state: 18,
  stream: 19,
  trust: 20,
  interest: 21,
  private: 22,
  read: 23,
  command: 24,
  answer: 25,
  timer: 26,
  clock: 27,
  step: 28,
  accountChange: 29,
  account: 30,
  limits: 31,
  settings: 32,
  hash: 33,
} as const satisfies Readonly<Record<FactKind, number>>;

/** Levels of a book in a state; `sequence` null: before its first snapshot. */
export interface BookState {
  readonly market: MarketId;
  readonly sequence: number | null;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

type FactRecord = { readonly [K in FactKind]: { readonly kind: K; readonly fact: Facts[K] } }[FactKind];

export type RecordBody =
  | { readonly kind: 'market'; readonly event: PublicEvent }
  | { readonly kind: 'bookState'; readonly book: BookState }
  | FactRecord;

export type RecordedEvent = RecordBody & { readonly atMs: number; readonly beginsBatch: boolean };
