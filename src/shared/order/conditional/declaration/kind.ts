/**
 * Declaration of a kind of conditional order: the one place that states its fields, what it watches, its plan, its bounds and
 * what a consent to it covers.
 *
 * Shape       A file a kind in `kinds/`, a line a kind in `kinds.ts`. Types of terms and their schema are derived from the fields.
 * Units       Price and Shares in millionths; times in ms of the exchange's clock.
 * Invariants  Pure.
 * Source      docs/decisions/0047-kinds.md
 */
import type { Direction } from '../../../market/outcome.ts';
import type { Tick } from '../../../market/tickGrid.ts';
import type { Fields } from '../../../units/fields.ts';
import type { Price } from '../../../units/price.ts';
import type { Shares } from '../../../units/shares.ts';
import type { ConditionalEvent } from '../events.ts';
import type { OutcomeRef } from '../observation.ts';
import type { Child, Slot, StateOf } from '../state.ts';
import type { Trigger } from '../trigger.ts';
import type { AnyRule, RulesOf } from './consentRules.ts';
import type { Inputs, KindForm } from './form.ts';
import type { Plan } from './plan.ts';
import type { AnyTerms, OutcomeOrder, StopLeg, TermsOf } from './termsFields.ts';
import type { KindTexts } from './texts.ts';

/** All orders of one outcome and direction together. */
export interface TradeBound {
  readonly outcome: OutcomeRef;
  readonly direction: Direction;
  readonly shares: Shares;
  /** The lowest price of a sale, the highest of a buy. */
  readonly worst: Price;
}

/** A price of the terms, and the worst one that it must not be beyond. */
export interface PriceBound {
  readonly price: Price;
  readonly worst: Price;
  readonly isSale: boolean;
}

/** An order that sells at once when it fires. */
export interface ExitLeg {
  readonly slot: Slot;
  readonly worst: Price;
  /** Quantity of all its orders together. */
  readonly shares: Shares;
}

export interface KindOf<T extends AnyTerms, F extends Fields = Fields, I extends Inputs = Inputs> {
  readonly kind: string;
  /** Of its terms, besides those that every kind has. */
  readonly fields: F;
  readonly form: KindForm<T, I>;
  readonly texts: KindTexts<T>;

  /** Triggers by name that decide about it now; the name is the slot of the order that the trigger is for. */
  triggers(state: StateOf<T>): Readonly<Record<string, Trigger>>;
  plan(state: StateOf<T>, nowMs: number): Plan;
  /** Times at which the plan may change by itself. */
  wakeTimes(state: StateOf<T>, nowMs: number): readonly number[];
  /** True: after a restart a person must let it go on, and its orders are cancelled until then. */
  asksAfterRestart(state: StateOf<T>): boolean;
  /** True for a slot whose order may end in any way without a halt. */
  mayEnd(slot: Slot): boolean;
  /** From then on it expires; null: never. */
  deadline(state: StateOf<T>): number | null;
  /** True: it ends with the market of its terms. False: the plan says what the end of a market means. */
  readonly endsWithMarket: boolean;
  /** True: while it is halted, orders that the plan no longer wants are cancelled; nothing is placed. */
  readonly reducesWhileHalted: boolean;
  /** True: it ends a minute before the market closes, so that nothing of it is open at the close. */
  endsBeforeClose(state: StateOf<T>): boolean;
  /** What follows the market without a trigger, from the start on until its stop fires; the same state where nothing changed. */
  follow?(state: StateOf<T>, nowMs: number): StateOf<T>;
  /** Counts fills of an order by the exchange's ids, from none on; the same state for a fill that it does not count. */
  noteFill?(state: StateOf<T>, event: Extract<ConditionalEvent, { readonly kind: 'fill' }>): StateOf<T>;

  /** What it may trade, buys first. */
  tradeBounds(terms: T): readonly TradeBound[];
  /** Whether another value of a field is within a consent. */
  readonly consent: Readonly<Record<string, AnyRule>>;

  /** Every price of the terms: each must be on the grid. */
  prices(terms: T, tick: Tick): readonly Price[];
  /** Prices that have a worst price of the terms. */
  priceBounds(terms: T): readonly PriceBound[];
  /** The only direction that it can have; absent: both. */
  readonly only?: Direction;
  /** Sizes that must be whole lots. */
  sizes(terms: T): readonly Shares[];
  /** True where the parts of the terms fit together. */
  isWhole(terms: T): boolean;

  /** The trigger that sends an order of the terms; null: none. `startsWhen` is not one. */
  ownTrigger(terms: T): Trigger | null;
  /** Sells when the market moves against the position. */
  protects(terms: T): boolean;
  /** Watches the book of its outcome without a trigger in the terms. */
  readonly watchesOwnBook: boolean;
  /** Decides by the prices of books, also without a trigger: it waits while a book has no proof. */
  readonly needsPrices: boolean;
  /** Price of a trigger that follows the market, by its peak; absent: it has none. Null while it is not known. */
  followedPrice?(terms: T, peak: Price | null, tick: Tick): Price | null;
  /** The stop of the terms, and the terms with another one; absent: they have none that a person sets. */
  readonly stop?: StopOf<T>;
  /** Price of the take profit beside the stop; absent: none. */
  target?(terms: T): Price | null;
  /** The order that sells at once when it fires; null where it would rest, or where another one has to be cancelled first. */
  exitLeg(state: StateOf<T>): ExitLeg | null;

  /** What it filled is traded the other way. */
  readonly turns: boolean;
  /** Its orders are not all for the quantity of the terms. */
  readonly hasSeveralBudgets: boolean;
  /** Fills belong to parts of the terms: once there are some, the terms no longer change. */
  readonly isBoundByFills: boolean;
  /** False: nothing stands in for its books. */
  readonly takesStandIn: boolean;
  /** Orders on several outcomes, each with its own size and price; absent: one on the outcome of the terms. */
  legs?(terms: T): readonly OutcomeOrder[];
  /** True: each leg may fill before the others are cancelled. False: together they fill no more than one. */
  mayFillEachLeg(terms: T): boolean;
  /** When it ends by itself, besides its deadline; absent: it does not. */
  endsAtMs?(terms: T, startedAtMs: number): number;
  /** What a dry run compares its fills with: the price of its trigger, or the middle of the book when it started. */
  readonly measuredFrom: 'trigger' | 'start';
  /** What is filled, in shares of the terms; absent: what was filled in their direction. */
  filled?(terms: T, children: readonly Child[]): Shares;
}

export interface StopOf<T extends AnyTerms> {
  of(terms: T): StopLeg | null;
  with(terms: T, leg: StopLeg): T;
}

type Needed = 'triggers' | 'plan' | 'tradeBounds' | 'prices' | 'priceBounds';
type Declared<T extends AnyTerms, I extends Inputs> = Pick<KindOf<T>, Needed | 'texts'> &
  Partial<Omit<KindOf<T>, 'kind' | 'fields' | 'form' | 'consent'>> & {
    readonly form: KindForm<T, I>;
    readonly consent: RulesOf<T>;
  };

/** A kind with what most kinds have. */
export function defineKind<const K extends string, const F extends Fields, const I extends Inputs>(
  kind: K,
  fields: F,
  declared: Declared<TermsOf<K, F>, I>,
): KindOf<TermsOf<K, F>, F, I> {
  return {
    wakeTimes: () => [],
    asksAfterRestart: ({ terms }) => terms.direction === 'buy',
    mayEnd: () => false,
    deadline: ({ terms }) => terms.goodTillMs,
    endsWithMarket: true,
    reducesWhileHalted: false,
    endsBeforeClose: ({ terms }) => terms.direction === 'buy',
    sizes: ({ shares }) => [shares],
    isWhole: () => true,
    ownTrigger: () => null,
    protects: () => false,
    watchesOwnBook: false,
    needsPrices: false,
    exitLeg: () => null,
    turns: false,
    hasSeveralBudgets: false,
    isBoundByFills: false,
    takesStandIn: true,
    mayFillEachLeg: () => false,
    measuredFrom: 'trigger',
    ...declared,
    kind,
    fields,
  };
}

/** The bound of terms whose orders are all on their outcome, in their direction. */
export function boundOf({ outcome, direction, shares }: AnyTerms, worst: Price, way = direction): TradeBound {
  return { outcome, direction: way, shares, worst };
}

/** The bound of a price by the worst price of the terms. */
export function priceBound({ worst, direction }: AnyTerms, price: Price): PriceBound {
  return { price, worst, isSale: direction === 'sell' };
}
