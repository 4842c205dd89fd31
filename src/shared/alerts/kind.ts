/**
 * Declaration of a kind of alert: the one place that states its fields, what it watches, when it fires and its texts.
 *
 * Shape       A file a kind in `kinds/`, a line a kind in `kinds.ts`. Types, schema, form, stored facts and columns are derived.
 * Units       Prices, contracts and dollars in millionths; durations in ms; times in Unix ms of the exchange's clock.
 * Source      docs/decisions/0047-kinds.md
 */

import type { Coded, NoParameters } from '../base/coded.ts';
import type { BookHealth } from '../market/bookHealth.ts';
import type { BookTop } from '../market/mark.ts';
import type { Market } from '../market/market.ts';
import type { Direction, Side } from '../market/outcome.ts';
import type { Fill } from '../order/account/account.ts';
import { choice, type Field, type Fields, type ValueOf, type ValuesOf, whole } from '../units/fields.ts';
import type { OrderTurn } from './accountEvents.ts';
import type { RuleField } from './marketText.ts';

/** Why a subject is not watched. Words: `shared/text/alerts/alerts`. */
export interface UnwatchedReasons {
  readonly book: { readonly at: Exclude<BookHealth['at'], 'live'> };
  /** Too many books are watched for alerts. */
  readonly tooManyBooks: { readonly max: number };
  readonly notListed: NoParameters;
  /** No bid, no ask, or no trade yet. */
  readonly noPrice: NoParameters;
  readonly closed: NoParameters;
  readonly account: { readonly at: 'none' | 'loading' | 'unconfirmed' | 'stale' };
  readonly programClosed: NoParameters;
}
export type UnwatchedReason = Coded<UnwatchedReasons>;

/** How a firing sounds. */
export type AlertTone = 'alert' | 'fill' | 'warning' | 'error';

/** Why values make no alert. Words: `shared/text/alerts/alerts`. */
export type ValueProblem = 'priceLevel' | 'level' | 'turns';

/**
 * What a condition is about: the books of its markets, its markets while they trade, what the exchange publishes about them,
 * fills and orders of the account in its markets, or the account as a whole.
 */
export type Watches = 'book' | 'market' | 'record' | 'accountEvents' | 'account';

export type AccountAt = 'live' | UnwatchedReasons['account']['at'];

/** One subject at one moment. */
export interface Look {
  readonly nowMs: number;
  /** Null for the account. */
  readonly market: Pick<Market, 'closeAtMs'> | null;
  /** Null for what watches no book. */
  readonly top: BookTop | null;
  /** Null for a market. */
  readonly account: AccountAt | null;
  /** Contracts traded in the market within the newest `windowMs`. */
  volume(windowMs: number): number;
  /** How long the book, or the account, has not been live; 0 while it is. */
  notLiveMs(): number;
  /** Free collateral; null before it is read. */
  available(): number | null;
}

/** A value, why there is none, or null where nothing new is known: the last reading counts. */
export type LookResult = number | UnwatchedReason | null;

/** An order of the account that took a turn. */
export interface TurnedOrder {
  readonly turn: OrderTurn;
  readonly side: Side;
  readonly direction: Direction | null;
  readonly price: number;
  readonly shares: number;
}

/** How values are written; `shared/text/alerts/alerts` gives it. */
export interface AlertFormats {
  /** '0.60' */
  level(price: number): string;
  /** '5,000' */
  contracts(count: number): string;
  /** '500.00', rounded; `exactMoney` is not. */
  money(micros: number): string;
  exactMoney(micros: number): string;
  /** A chosen length of time: '5 minutes', '1 m 30 s'. */
  span(ms: number): string;
  /** A measured one. */
  duration(ms: number): string;
}

/** How the form asks for a field. */
export interface FormField<T = unknown> extends Field<T> {
  readonly form: {
    readonly label: string;
    /** Fields of several kinds with the same word keep what is typed when the kind changes; default: the field's name. */
    readonly word?: string;
    /** What it begins with. */
    readonly initial: string | readonly string[];
  } & (
    | { readonly as: 'choice'; readonly labels: Readonly<Record<string, string>> }
    | { readonly as: 'choices'; readonly labels: Readonly<Record<string, string>> }
    /** Millionths, typed as a decimal number. */
    | { readonly as: 'micros'; readonly expected: string }
    /** Whole units of so many ms. */
    | { readonly as: 'duration'; readonly unitMs: number; readonly expected: string }
  );
}

type FormFields = Readonly<Record<string, FormField>>;

/** The part of a kind that compares a value. */
export interface ComparedValue<V, X> {
  read(condition: V, look: Look): LookResult;
  /** The data that the log keeps. */
  fact(condition: V, value: number): X;
  /** True when the value reaches what the condition names. */
  isMet(condition: V, value: number): boolean;
  /** True: met from the start it waits until the value comes back; false: it fires at once. */
  readonly isCrossing: boolean;
  /** True: read with each change of the book, besides once a second. */
  readonly followsBook?: boolean;
  /** The value of a trade, whose price is in yes terms; null where trades do not count. */
  readTrade?(condition: V, price: number): number | null;
  /** How far the value comes back before it can fire again; absent: it need only be unmet. */
  readonly rearm?: {
    isBack(condition: V, value: number, rearmBy: number): boolean;
    /** Farther back, the alert could never fire again. */
    greatest(condition: V): number;
  };
}

export interface AlertKindOf<V, X> {
  /** In the form's list of kinds. */
  readonly name: string;
  /** Of the condition, in the order of the form. */
  readonly fields: FormFields;
  /** The data that fired it, as the log stores it. */
  readonly fact: Fields;
  readonly tone: AlertTone;
  watches(condition: V): Watches;
  /** The field that is wrong, beyond its bounds. */
  check?(condition: V): { readonly field: string; readonly problem: ValueProblem } | null;
  readonly value?: ComparedValue<V, X>;
  /** Trades are counted for so long. */
  windowMs?(condition: V): number;
  /** What a new fill, a turn of an order or a changed record means for it; null: nothing. */
  onFill?(condition: V, fill: Fill): X | null;
  onOrder?(condition: V, order: TurnedOrder): X | null;
  onRecord?(condition: V, changed: readonly RuleField[]): X;
  /** 'Spread crosses above 0.02', without the market. */
  formatCondition(condition: V, formats: AlertFormats): string;
  /** What fired, with the data that fired it. */
  formatFact(fact: X, formats: AlertFormats): string;
  /** Without amounts of the account; absent: the fact has none. */
  formatPrivately?(fact: X): string;
}

/** A kind with its own types: `values` and `facts` carry no value. */
export interface DeclaredAlertKind<F extends FormFields, X extends Fields>
  extends AlertKindOf<ValuesOf<F>, ValuesOf<X>> {
  readonly fields: F;
  readonly fact: X;
}

export function defineAlert<const F extends FormFields, const X extends Fields>(
  kind: DeclaredAlertKind<F, X>,
): DeclaredAlertKind<F, X> {
  return kind;
}

type ChoiceLabels = Readonly<Record<string, string>>;

/** One of several, in a list. */
export function chosen<const L extends ChoiceLabels>(
  labels: L,
  form: { readonly label: string; readonly word?: string; readonly initial: keyof L & string },
): FormField<keyof L & string> {
  return { ...choice(labels), form: { ...form, as: 'choice', labels } };
}

/** Some of several, as boxes to tick; all are from the start. */
export function ticked<const L extends ChoiceLabels>(
  labels: L,
  form: { readonly label: string },
): FormField<readonly (keyof L & string)[]> {
  const of = choice(labels);
  const shape = { is: 'list', of, min: 0, max: of.values.length } as const;
  return { shape, form: { ...form, as: 'choices', labels, initial: of.values } };
}

/** A price, contracts or dollars; what is typed stays when the kind changes. */
export function level(label: string, expected: string): FormField<number> {
  return {
    ...whole(0, Number.MAX_SAFE_INTEGER),
    form: { as: 'micros', label, word: 'level', initial: '', expected },
  };
}

export function duration(
  min: number,
  max: number,
  form: {
    readonly label: string;
    readonly word: string;
    readonly unitMs: number;
    readonly initial: string;
    readonly expected: string;
  },
): FormField<number> {
  return { ...whole(min, max), form: { ...form, as: 'duration' } };
}

/** Fields that several kinds have. */
export const CROSSES = chosen({ above: 'Above', below: 'Below' }, { label: 'Crosses', initial: 'above' });
export type Crosses = ValueOf<typeof CROSSES>;
export const OUTCOME_SIDES = { yes: 'Yes', no: 'No' } as const satisfies Record<Side, string>;
