/**
 * Fields that the terms of conditional orders are declared with, and those that every kind has.
 *
 * Units       Price and Shares in millionths; times in ms of the exchange's clock; durations in ms.
 * Invariants  Every kind names its worst price: there is no order at any price.
 */
import {
  choice,
  either,
  type Field,
  type Fields,
  type Flat,
  group,
  list,
  MARKET_ID,
  nullable,
  optional,
  PRICE,
  real,
  SHARES,
  TIME,
  text,
  type ValueOf,
  type ValuesOf,
  variants,
  whole,
} from '../../../units/fields.ts';
import type { OutcomeRef } from '../observation.ts';
import type { StandIn, Trigger } from '../trigger.ts';

/** A uuid. */
export type ConditionalId = string & { readonly id: 'ConditionalId' };

/** Conditions of a trigger that combines some. */
export const MAX_PARTS = 8;
/** Longest of the durations that terms have. */
export const MAX_DURATION_MS = 30 * 86_400_000;

export const DURATION = whole(1, MAX_DURATION_MS);
export const SPREAD = whole(1, 999_999);
/** The whole range of the smallest tick has so many. */
export const MAX_TICKS = 1_000;
export const MAX_BPS = 9_999;
export const TICKS = whole(0, MAX_TICKS);
export const SOME_TICKS = whole(1, MAX_TICKS);
/** A number of ticks, or a part of a price. */
export const DISTANCE = variants({ ticks: { ticks: SOME_TICKS }, bps: { bps: whole(1, MAX_BPS) } });
export const DIRECTION = choice({ buy: 'Buy', sell: 'Sell' });
export const OUTCOME: Field<OutcomeRef> = group({ market: MARKET_ID, side: choice({ yes: 'Yes', no: 'No' }) });

const crosses = choice({ atOrBelow: 'At or below', atOrAbove: 'At or above' });
const symbol = text(/^[A-Za-z0-9-]{1,40}$/);
/** A price of an underlying; never money. */
const underlyingPrice = real(1e12);
/** True throughout a time. */
const THROUGHOUT = 'held';
const confirm = variants({ double: {}, [THROUGHOUT]: { forMs: DURATION }, single: {} });

const condition = variants({
  price: {
    outcome: OUTCOME,
    source: choice({ ask: 'Best ask', bid: 'Best bid', mid: 'Middle of the book', last: 'Last trade' }),
    crosses,
    price: PRICE,
    minShares: SHARES,
    maxSpread: SPREAD,
    confirm,
  },
  underlying: { symbol, crosses, price: underlyingPrice, confirm },
  time: { atMs: TIME },
  beforeClose: { market: MARKET_ID, beforeMs: DURATION },
});
/** Conditions are combined in one level. */
const of = list(condition, 2, MAX_PARTS);
export const TRIGGER: Field<Trigger> = either(condition, variants({ all: { of }, any: { of } })) as Field<
  ValueOf<typeof condition>
> as Field<Trigger>;

const standIn: Field<StandIn> = variants({ rest: {}, underlying: { symbol, crosses, price: underlyingPrice } });

/** An order on an outcome that it names. */
export const OUTCOME_ORDER = group({ outcome: OUTCOME, shares: SHARES, price: PRICE });

/** After the trigger the limit moves by `ticks` every `everyMs`, to the worst price and no further. */
export const WALK = nullable(group({ ticks: SOME_TICKS, everyMs: DURATION }));
/** `limit`: price of the first order. */
export const STOP_LEG = group({ trigger: TRIGGER, limit: PRICE, worst: PRICE, walk: WALK });

export type Distance = ValueOf<typeof DISTANCE>;
export type OutcomeOrder = ValueOf<typeof OUTCOME_ORDER>;
export type Walk = NonNullable<ValueOf<typeof WALK>>;
/** A stop as a part of other terms. */
export type StopLeg = ValueOf<typeof STOP_LEG>;

/** What the terms of every kind have. */
export const BASE_FIELDS = {
  outcome: OUTCOME,
  direction: DIRECTION,
  shares: SHARES,
  /** No order is beyond it: the lowest price of a sale, the highest of a buy. */
  worst: PRICE,
  /** A condition before it starts, on any market or underlying; null: it starts when it is armed. */
  startsWhen: nullable(TRIGGER),
  /** From then on its orders are cancelled, and it expires; null: never. */
  goodTillMs: nullable(TIME),
  /** Stand-in for this order's exits, confirmed outside the page. Absent: it waits while a book has no usable price. */
  standIn: optional(standIn),
};

export type BaseTerms = ValuesOf<typeof BASE_FIELDS>;

/** Terms of some kind, for what every kind has. */
export interface AnyTerms extends BaseTerms {
  readonly kind: string;
}

/** Terms of one kind, by its own fields. */
export type TermsOf<K extends string, F extends Fields> = Extract<
  Flat<{ readonly kind: K } & BaseTerms & ValuesOf<F>>,
  AnyTerms
>;
