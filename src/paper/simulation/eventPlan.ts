/**
 * Plan of an event: what the simulated exchange lists, and what determines its values.
 *
 * Units       Probabilities in millionths; underlying prices in cents; durations in days.
 */

/** Depth of the book and frequency of trades. */
export type Tier = 'busy' | 'mid' | 'thin';

/** What determines the fair value of a market. */
export type Driver =
  | { readonly kind: 'alone'; readonly probability: number }
  /** A share of the event: the shares of its markets add up to one. */
  | { readonly kind: 'share'; readonly weight: number }
  /** The underlying ends at or above a strike, and with a width below the strike plus that width. */
  | {
      readonly kind: 'strike';
      readonly symbol: string;
      readonly strikeCents: number;
      readonly widthCents?: number;
    }
  /** The underlying ends its window at or above its price at the start of the window. */
  | { readonly kind: 'updown'; readonly symbol: string };

export interface MarketPlan {
  readonly slug: string;
  readonly title: string;
  readonly groupItemTitle: string;
  readonly rank: number | null;
  /** Volume before the start, by that of other markets of its tier; absent: the same. */
  readonly pastVolume?: number;
  readonly tier: Tier;
  readonly driver: Driver;
  readonly labels?: readonly [string, string];
}

export interface EventPlan {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly rules: string;
  readonly source: string;
  readonly closesInDays: number;
  /** Set when the outcome is known later than the close. */
  readonly determinedInDays?: number;
  readonly openedDaysAgo: number;
  /** Length of consecutive windows. */
  readonly everyMinutes?: number;
  readonly panel?: { readonly name: string; readonly entries: readonly (readonly [string, 'primary' | 'fallback'])[] };
  readonly markets: readonly MarketPlan[];
}

export interface UnderlyingPlan {
  readonly symbol: string;
  readonly startCents: number;
  /** Deviation of one second in millionths of the price. */
  readonly secondDeviation: number;
}
