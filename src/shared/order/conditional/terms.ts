/**
 * Terms of conditional orders: what a person armed, as data.
 *
 * Units       Price and Shares in millionths; times in ms of the exchange's clock; durations in ms.
 * Invariants  Every kind names its worst price: there is no order at any price. Terms survive the bridge's codec unchanged.
 * Source      docs/conditionals.md#types.
 */
import type { Direction } from '../../market/outcome.ts';
import type { MarketId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';
import type { OutcomeRef } from './observation.ts';
import type { StandIn, Trigger } from './trigger.ts';

/** A uuid. */
export type ConditionalId = string & { readonly id: 'ConditionalId' };

interface BaseTerms {
  readonly outcome: OutcomeRef;
  readonly direction: Direction;
  readonly shares: Shares;
  /** No order is beyond it: the lowest price of a sale, the highest of a buy. */
  readonly worst: Price;
  /** A condition before it starts, on any market or underlying; null: it starts when it is armed. */
  readonly startsWhen: Trigger | null;
  /** From then on its orders are cancelled, and it expires; null: never. */
  readonly goodTillMs: number | null;
  /** Stand-in for this order's exits, confirmed outside the page. Absent: it waits while a book has no usable price. */
  readonly standIn?: StandIn;
}

/** After the trigger the limit moves by `ticks` every `everyMs`, to the worst price and no further. */
export interface Walk {
  readonly ticks: number;
  readonly everyMs: number;
}

/** A stop as a part of other terms. */
export interface StopLeg {
  readonly trigger: Trigger;
  /** Price of the first order. */
  readonly limit: Price;
  readonly worst: Price;
  readonly walk: Walk | null;
}

/** Distance of a trailing stop: the greater of one tick and this. */
export type TrailDistance =
  | { readonly kind: 'ticks'; readonly ticks: number }
  | { readonly kind: 'bps'; readonly bps: number };

export interface StopTerms extends BaseTerms {
  readonly kind: 'stop';
  readonly trigger: Trigger;
  readonly limit: Price;
  readonly walk: Walk | null;
}

export interface TakeProfitTerms extends BaseTerms {
  readonly kind: 'takeProfit';
  readonly limit: Price;
  /** Null: the order rests on the book; else it is sent when the trigger is true. */
  readonly touch: Trigger | null;
}

export interface TrailingTerms extends BaseTerms {
  readonly kind: 'trailing';
  readonly distance: TrailDistance;
  /** The peak is followed from this price on; null: from the start. */
  readonly activation: Price | null;
  readonly minShares: Shares;
  readonly maxSpread: number;
  /** The order's price is the trigger price less this, and never beyond `worst`. */
  readonly cap: number;
  readonly walk: Walk | null;
}

export interface OcoTerms extends BaseTerms {
  readonly kind: 'oco';
  /** Price of the take profit, which rests on the book; `worst` is of the stop. */
  readonly takeProfit: Price;
  readonly stop: StopLeg;
  /** The take profit is pulled while the bid is within so many ticks of the stop's price; null: never. */
  readonly flipTicks: number | null;
}

export interface BracketTerms extends BaseTerms {
  readonly kind: 'bracket';
  /** Buys `shares`; `worst` and `goodTillMs` are of this order. */
  readonly entry: { readonly price: Price; readonly postOnly: boolean };
  /** Null: no take profit. */
  readonly takeProfit: Price | null;
  readonly stop: StopLeg | null;
  /** While the entry works, the take profit grows by at least so much at a time. */
  readonly batch: Shares;
}

export interface CloseBeforeTerms extends BaseTerms {
  readonly kind: 'closeBefore';
  /** Before the market's close, as the exchange has it at the time. */
  readonly beforeMs: number;
  readonly limit: Price;
  readonly walk: Walk | null;
}

export interface GoodTillTerms extends BaseTerms {
  readonly kind: 'goodTill';
  readonly price: Price;
  readonly postOnly: boolean;
  /** Cancelled so long after it was sent; null: at `goodTillMs` alone. */
  readonly killAfterMs: number | null;
}

export interface ScaleTerms extends BaseTerms {
  readonly kind: 'scale';
  /** Whole lots that sum to `shares`. */
  readonly levels: readonly { readonly price: Price; readonly shares: Shares }[];
  readonly postOnly: boolean;
}

export interface IcebergTerms extends BaseTerms {
  readonly kind: 'iceberg';
  readonly price: Price;
  /** What one order shows; the next one follows when it ended. */
  readonly clip: Shares;
  /** Clips are up to this much smaller than `clip`, at random; in basis points. */
  readonly sizeSpreadBps: number;
  /** Greatest random time between the end of a clip and the next one. */
  readonly maxDelayMs: number;
}

/** `join`: at the best price of its own side; `cross`: at the best price of the other side. Never beyond the worst price. */
export type TwapPricing = 'join' | 'cross';

export interface TwapTerms extends BaseTerms {
  readonly kind: 'twap';
  readonly lengthMs: number;
  readonly slices: number;
  /** Less than this waits for the next slice. */
  readonly minSlice: Shares;
  readonly pricing: TwapPricing;
  /** What happens to the rest when the time is over: reported, left on the book, or sent at the worst price. */
  readonly atEnd: 'report' | 'rest' | 'cross';
}

export interface ChaseTerms extends BaseTerms {
  readonly kind: 'chase';
  readonly postOnly: boolean;
  /** Moves after the best price has been `minTicks` away for `minMs`, at most once in `everyMs`. */
  readonly minTicks: number;
  readonly minMs: number;
  readonly everyMs: number;
  readonly maxMoves: number;
  readonly maxMs: number;
  /** Greatest distance from its first price. */
  readonly maxTicks: number;
  /** What happens then: it rests, is cancelled, or takes within the worst price. */
  readonly atEnd: 'rest' | 'cancel' | 'take';
}

/** An order of its own on its own outcome, in the direction of the terms. */
export interface CancelsAllLeg {
  readonly outcome: OutcomeRef;
  readonly shares: Shares;
  /** Its limit, and its worst price. */
  readonly price: Price;
}

export interface OneCancelsAllTerms extends BaseTerms {
  readonly kind: 'oneCancelsAll';
  /** Each on an outcome that no other leg has. `outcome`, `shares` and `worst` are those of the first leg. */
  readonly legs: readonly CancelsAllLeg[];
  /** `block`: one leg is on the book at a time. `race`: all are, so that each may fill before the others are cancelled. */
  readonly mode: 'block' | 'race';
}

export interface OffsetTerms extends BaseTerms {
  readonly kind: 'offset';
  /** Trades `shares` in the direction of the terms; `worst` and `goodTillMs` are of this order. */
  readonly parent: { readonly price: Price; readonly postOnly: boolean };
  /** Fills are offset in batches of this size; what is left of them when the parent ended is the last one. */
  readonly batch: Shares;
  /** Each batch is divided evenly among orders so many ticks from its fill price, in the direction of a gain. */
  readonly steps: readonly number[];
}

export type ConditionalTerms =
  | StopTerms
  | TakeProfitTerms
  | TrailingTerms
  | OcoTerms
  | BracketTerms
  | CloseBeforeTerms
  | GoodTillTerms
  | ScaleTerms
  | IcebergTerms
  | TwapTerms
  | ChaseTerms
  | OneCancelsAllTerms
  | OffsetTerms;

export type ConditionalKind = ConditionalTerms['kind'];

/** Every kind, in the order of menus. */
export const KIND_NAMES = [
  'stop',
  'takeProfit',
  'oco',
  'trailing',
  'bracket',
  'goodTill',
  'closeBefore',
  'scale',
  'iceberg',
  'twap',
  'chase',
  'oneCancelsAll',
  'offset',
] as const satisfies readonly ConditionalKind[];

/** True for terms that sell, at once or once they bought. */
export function sellsLater({ kind, direction }: Pick<ConditionalTerms, 'kind' | 'direction'>): boolean {
  return direction === 'sell' || kind === 'bracket' || kind === 'offset';
}

/** Outcomes that its orders are on; its own first. */
export function listOutcomes(terms: ConditionalTerms): readonly OutcomeRef[] {
  return terms.kind === 'oneCancelsAll' ? terms.legs.map(({ outcome }) => outcome) : [terms.outcome];
}

/** Shares for an outcome: of its leg where the order has several. */
export function sharesOf(terms: ConditionalTerms, { market, side }: OutcomeRef): Shares {
  if (terms.kind !== 'oneCancelsAll') return terms.shares;
  const leg = terms.legs.find(({ outcome }) => outcome.market === market && outcome.side === side);
  return leg?.shares ?? terms.shares;
}

/** Markets that its orders are on; its own first. */
export function listMarkets(terms: ConditionalTerms): readonly MarketId[] {
  return [...new Set(listOutcomes(terms).map(({ market }) => market))];
}
