/**
 * Dry run of a conditional order: the simulated day that it runs on, and the report of what it would have done.
 *
 * Units       Prices, shares and money in millionths; prices of books in YES terms, all others in the terms of their outcome.
 *             Times in ms of the exchange's clock. Prices of underlyings are floats, never money.
 * Invariants  The same request gives the same report.
 * Source      docs/conditionals.md#dry-run
 */
import type { Coded, NoParameters } from '../../base/coded.ts';
import type { Direction } from '../../market/outcome.ts';
import type { OutcomeRef } from '../../order/conditional/observation.ts';
import type { ConditionalLife } from '../../order/conditional/state.ts';
import type { ConditionalTerms } from '../../order/conditional/terms.ts';
import type { MarketId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';
import type { Usd } from '../../units/usd.ts';
import type { ArmRefusal, EvidenceView } from './conditionals.ts';

/** As the seeds of the embedded exchange. */
export const MAX_SEED = 4_294_967_295;

/** How often the other traders act; the sizes of their orders follow `levelShares`. */
export type DayActivity = 'busy' | 'mid' | 'thin';

/** What decides a market, as far as the day simulates it. */
export type DayMarketDriver =
  | { readonly kind: 'alone' }
  /** One of several markets of one event of which only one can be true. */
  | { readonly kind: 'share'; readonly group: string }
  | { readonly kind: 'strike'; readonly symbol: string; readonly target: number; readonly cap: number | null };

/** One market as the day begins. */
export interface DayMarketStart {
  readonly market: MarketId;
  /** Middle of its book. */
  readonly price: Price;
  /** There was no live book: the price is the last published one. */
  readonly isGuessed: boolean;
  readonly activity: DayActivity;
  /** Shares of a level near the best price; null: as usual for its activity. */
  readonly levelShares: Shares | null;
  readonly driver: DayMarketDriver;
  readonly closeAtMs: number | null;
}

export interface DayUnderlyingStart {
  readonly symbol: string;
  readonly price: number;
}

/** Where a day begins; with a seed it is the day. */
export interface DayStart {
  readonly startMs: number;
  readonly markets: readonly DayMarketStart[];
  readonly underlyings: readonly DayUnderlyingStart[];
}

/** Held and free to sell when the day begins. */
export interface DryRunHolding {
  readonly outcome: OutcomeRef;
  readonly shares: Shares;
  /** Nothing is, as far as the terminal knows: the shares of the terms are assumed. */
  readonly isAssumed: boolean;
}

/** What the simulation runs. */
export interface DryRunRequest {
  readonly terms: ConditionalTerms;
  readonly seed: number;
  readonly start: DayStart;
  readonly holdings: readonly DryRunHolding[];
}

/** What the report cannot know; words in shared/text/conditionals/dryRun.ts. */
export interface DryRunNotes {
  /** No live book: the market begins at its last published price, with a book that is usual for it. */
  noBook: { readonly market: MarketId };
  /** Nothing is held that is free to sell: the day assumes that the order's shares are. */
  holdingAssumed: { readonly outcome: OutcomeRef; readonly shares: Shares };
  /** The order's end lies after the day. */
  dayOver: NoParameters;
  /** It would wait for a person's answer. */
  needsAnswer: NoParameters;
  stepsLeftOut: { readonly count: number };
}
export type DryRunNote = Coded<DryRunNotes>;

/** One step, with the best prices of its outcome as the terminal saw them; null: none. */
export interface DryRunStep {
  readonly atMs: number;
  readonly bid: Price | null;
  readonly ask: Price | null;
  readonly what:
    | { readonly kind: 'armed' }
    | { readonly kind: 'fired'; readonly name: string; readonly evidence: readonly EvidenceView[] }
    | {
        readonly kind: 'placed';
        /** Counts from 1; names the order in later steps. */
        readonly order: number;
        readonly slot: string;
        readonly outcome: OutcomeRef;
        readonly direction: Direction;
        readonly price: Price;
        readonly shares: Shares;
      }
    | {
        /** One or more fills of one order at one price, with nothing between them. */
        readonly kind: 'filled';
        readonly order: number;
        readonly outcome: OutcomeRef;
        readonly direction: Direction;
        readonly price: Price;
        readonly shares: Shares;
        readonly fee: Usd;
        readonly fills: number;
        readonly untilMs: number;
      }
    | { readonly kind: 'cancelled'; readonly order: number; readonly left: Shares }
    | { readonly kind: 'refused'; readonly order: number; readonly codes: readonly string[] }
    | { readonly kind: 'life'; readonly life: ConditionalLife };
}

/** All fills in one direction of one outcome. */
export interface DryRunTotal {
  readonly outcome: OutcomeRef;
  readonly direction: Direction;
  readonly filled: Shares;
  /** Rounded against the member. */
  readonly average: Price;
  /** Price × shares of its fills. */
  readonly value: Usd;
  readonly fees: Usd;
  /** How much worse the fills were than the reference, per share; negative: better. Null: none of them has one. */
  readonly slippage: number | null;
  /** The trigger's own price; the best price when it fired; or the middle when it was armed. */
  readonly reference: 'trigger' | 'bestAtTrigger' | 'middleAtStart' | null;
}

/** Middle of the book of the terms' own outcome, in equal spans from the start; null where it had none. */
export interface DryRunLine {
  readonly everyMs: number;
  readonly lows: readonly (number | null)[];
  readonly highs: readonly (number | null)[];
  readonly closes: readonly (number | null)[];
}

export interface DryRunReport {
  readonly seed: number;
  readonly start: DayStart;
  readonly holdings: readonly DryRunHolding[];
  readonly endMs: number;
  /** Oldest first. */
  readonly steps: readonly DryRunStep[];
  readonly life: ConditionalLife;
  readonly totals: readonly DryRunTotal[];
  /** What the terms were for: of several legs, the one that filled. */
  readonly intended: Shares;
  readonly line: DryRunLine;
  /** Price of a trailing trigger from each time on; empty for others. */
  readonly trail: readonly { readonly atMs: number; readonly price: Price }[];
  readonly notes: readonly DryRunNote[];
  /** Matches of all traders on the markets of the day. */
  readonly trades: number;
}

/** Why there is no dry run of these terms. */
export interface DryRunRefusals {
  /** It could not be armed either. */
  notArmable: { readonly reason: ArmRefusal };
  /** The simulated exchange has a grid of one cent. */
  otherGrid: NoParameters;
  /** The given start is of other markets or underlyings than the terms. */
  otherStart: NoParameters;
  /** A market of the terms has no price to begin at. */
  noPrice: { readonly market: MarketId };
  noUnderlyingPrice: { readonly symbol: string };
  /** Its simulation took too long. */
  tooLong: NoParameters;
  /** Its process ended or could not be started. */
  stopped: NoParameters;
}
export type DryRunRefusal = Coded<DryRunRefusals>;

export type DryRunAnswer =
  | { readonly outcome: 'report'; readonly report: DryRunReport }
  | { readonly outcome: 'refused'; readonly reason: DryRunRefusal }
  /** By a person, or by the next dry run. */
  | { readonly outcome: 'cancelled' };
