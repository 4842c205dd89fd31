/**
 * Health of the connection to the exchange: streams, budgets, errors, schema drift, clock.
 *
 * Units       Times in Unix ms of this machine's clock.
 * Shape       Reasons and errors are codes with parameters; `shared/text/health.ts` has their texts.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { DurationSummary } from '../base/durations.ts';
import type { PartialListing } from '../base/listing.ts';
import type { TransportFault } from '../market/readFailure.ts';
import type { SchemaDriftNote } from '../market/schemaDrift.ts';
import type { StreamReason } from '../market/streamReason.ts';
import type { RecordingHealth } from './recording.ts';

export type StreamState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface StreamHealth {
  /** `private`, `market 101`, `tapes`, `underlyings`. */
  readonly name: string;
  readonly at: StreamState;
  readonly lastMessageAtMs: number | null;
  readonly gaps: number;
  readonly reconnects: number;
  /** Since when gaps and reconnects are counted. */
  readonly sinceMs: number;
  readonly retryAtMs: number | null;
  readonly reason: StreamReason | null;
}

/** Request classes that the exchange limits. Stored on disk: a change needs a migration. */
export type BudgetName =
  | 'sign-in'
  | 'account creation'
  | 'code confirmation'
  | 'two-factor'
  | 'phone send'
  | 'phone verify'
  | 'orders'
  | 'relay'
  | 'setup'
  | 'public reads'
  | 'account reads';

export interface BudgetHealth {
  readonly name: BudgetName;
  readonly used: number;
  /** 0 when the exchange states none. */
  readonly allowance: number;
  readonly windowMs: number;
  readonly blockedUntilMs: number | null;
}

export interface HealthErrors {
  /** The client has a bug; `name` is the class of the error. */
  bug: { readonly name: string };
  locked: { readonly request: string };
  network: NoParameters;
  /** A list was longer than the client reads. */
  partialList: { readonly resource: string; readonly partial: PartialListing };
  rateLimited: { readonly budget: BudgetName; readonly untilMs: number };
  refused: { readonly request: string; readonly status: number; readonly codes: readonly string[] };
  transport: { readonly request: string | null; readonly fault: TransportFault; readonly systemCode: string | null };
  unreadable: { readonly path: string; readonly expected: string; readonly found: string };
}

/** What the client was doing when the error occurred. */
export interface HealthSources {
  balances: NoParameters;
  cancelOrder: NoParameters;
  candles: NoParameters;
  fills: NoParameters;
  listener: { readonly events: 'public' | 'private' | 'budgets' };
  markets: NoParameters;
  measureClock: NoParameters;
  orders: NoParameters;
  placeOrder: NoParameters;
  positions: NoParameters;
  recentTrades: NoParameters;
  stream: { readonly name: string };
}

export type HealthSource = Coded<HealthSources>;

export interface HealthError {
  readonly atMs: number;
  readonly source: HealthSource;
  readonly error: Coded<HealthErrors>;
}

/** What an order waits for; the page measures the third part, from an event to its pixel, and adds it. */
export interface OrderSpeed {
  /** Since when it is counted. */
  readonly sinceMs: number;
  /** From the accepted click to the last byte on the wire. */
  readonly clickToWire: DurationSummary | null;
  /** The same of moves and flattens, whose order waits for cancels and their proof. */
  readonly exitToWire: DurationSummary | null;
  /** From the last byte of either to the answer. */
  readonly wireToAck: DurationSummary | null;
}

export interface HealthView {
  readonly clock: { readonly offsetMs: number; readonly roundTripMs: number; readonly measuredAtMs: number } | null;
  readonly streams: readonly StreamHealth[];
  readonly budgets: readonly BudgetHealth[];
  readonly errors: readonly HealthError[];
  /** Responses that contradict docs/assumptions.md. */
  readonly schemaDrift: readonly { readonly atMs: number; readonly note: SchemaDriftNote }[];
  readonly framesSkipped: number;
  readonly orderSpeed: OrderSpeed;
  /** Null where nothing is recorded: of a program without the recorder. */
  readonly recording: RecordingHealth | null;
}
