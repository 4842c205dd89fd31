/** Triggers of conditional orders, as data. */

import type { MarketId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';
import type { OutcomeRef } from './observation.ts';

/** `ask` and `bid` are the best prices of enough size; docs/conditionals.md#triggers. */
export type TriggerSource = 'ask' | 'bid' | 'mid' | 'last';
export type Crosses = 'atOrBelow' | 'atOrAbove';

export type Confirmation =
  /** True on two observations of one unbroken book, DOUBLE_MS apart. */
  | { readonly kind: 'double' }
  /** True throughout, on fresh data; a gap starts again. */
  | { readonly kind: 'held'; readonly forMs: number }
  /** True once; not for `last`. */
  | { readonly kind: 'single' };

export interface PriceTrigger {
  readonly kind: 'price';
  readonly outcome: OutcomeRef;
  readonly source: TriggerSource;
  readonly crosses: Crosses;
  readonly price: Price;
  /** Least size: of the levels, or of a single trade. */
  readonly minShares: Shares;
  /** For sources that need both sides: a wider book has no usable price. */
  readonly maxSpread: number;
  readonly confirm: Confirmation;
}

export interface UnderlyingTrigger {
  readonly kind: 'underlying';
  readonly symbol: string;
  readonly crosses: Crosses;
  /** A price of the underlying, never money. */
  readonly price: number;
  readonly confirm: Confirmation;
}

/** What decides while the book of an exit has no usable price. */
export type StandIn =
  /** The exchange's REST book. */
  | { readonly kind: 'rest' }
  /** A price of the underlying, in place of the trigger's own price. */
  | {
      readonly kind: 'underlying';
      readonly symbol: string;
      readonly crosses: Crosses;
      /** Never money. */
      readonly price: number;
    };

export type Trigger =
  | PriceTrigger
  | UnderlyingTrigger
  /** Exchange's clock. */
  | { readonly kind: 'time'; readonly atMs: number }
  | { readonly kind: 'beforeClose'; readonly market: MarketId; readonly beforeMs: number }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Trigger[] };
