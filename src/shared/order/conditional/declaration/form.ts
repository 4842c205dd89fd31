/**
 * Form of a kind of conditional order: what a person types for it, in the ticket and in a typed command.
 *
 * Shape       An input has a name, which several kinds may share: what is typed there stays when the kind changes. The ticket
 *             shows the inputs in the order of the declaration; the reader and the writer are in `renderer/domain/conditionals`.
 * Units       Price and Shares in millionths; durations in ms.
 * Invariants  Bounds and choices are those of a field of the terms: no bound is written twice.
 */
import type { Direction } from '../../../market/outcome.ts';
import type { Tick } from '../../../market/tickGrid.ts';
import type { ChoiceField, Field, Shape } from '../../../units/fields.ts';
import type { Price } from '../../../units/price.ts';
import type { Shares } from '../../../units/shares.ts';
import type { OutcomeRef } from '../observation.ts';
import type { Trigger } from '../trigger.ts';
import {
  type AnyTerms,
  type BaseTerms,
  type Distance,
  DURATION,
  type OutcomeOrder,
  SOME_TICKS,
  type StopLeg,
} from './termsFields.ts';

/** Values of inputs, by how they are typed. */
interface InputValues {
  /** '0.31', or beside another price: 'bid-3t'. */
  readonly price: Price;
  /** '3t' or '2%'. */
  readonly distance: Distance;
  /** '2t'. */
  readonly ticks: number;
  /** '10m', '1h30m'. */
  readonly duration: number;
  readonly count: number;
  readonly contracts: Shares;
  readonly choice: string;
  /** 'snow yes 50 @ 0.30'. */
  readonly leg: OutcomeOrder;
  /** '2t,4t'. */
  readonly steps: readonly number[];
  /** 'BTC-USD >= 96000'. */
  readonly conditions: Trigger;
  /** 'rest', or 'btc-usd <= 94000'; 'wait': nothing. */
  readonly standIn: string;
}
export type InputType = keyof InputValues;

export interface Input<V = unknown> {
  readonly reads: InputType;
  readonly label: string;
  /** Words before it in a typed command; the first one is written. */
  readonly words: readonly string[];
  readonly isRequired: boolean;
  /** An input that may replace this required one; the form shows both. */
  readonly instead?: string;
  /** Of a number; of the count of steps. */
  readonly bounds?: Bounds;
  readonly choices?: Readonly<Record<string, string>>;
  /** The type of its values; has no value at run time. */
  readonly holds?: V;
}
export type Inputs = Readonly<Record<string, Input>>;
/** Without text it has no value. */
export interface OptionalInput<V> extends Input<V> {
  readonly isRequired: false;
}
export interface ChoiceInput<T extends string> extends Input<T> {
  readonly isRequired: false;
  /** With labels; the first one is the default. */
  readonly choices: Readonly<Record<string, string>>;
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Shortest time of most inputs. */
const LEAST_MS = 5_000;
/** A condition is held for so long, in ms. */
export const HELD_BOUNDS: Bounds = { min: 1_000, max: 3_600_000 };

function required<K extends InputType>(reads: K, label: string, ...words: readonly string[]): Input<InputValues[K]> {
  return { reads, label, words, isRequired: true };
}

export function optionalInput<V>(input: Input<V>): OptionalInput<V> {
  return { ...input, isRequired: false };
}

export const price = (label: string, ...words: readonly string[]) => required('price', label, ...words);
export const distance = (label: string, word: string) => required('distance', label, word);
export const contracts = (label: string, word: string) => required('contracts', label, word);
export const leg = (label: string, word: string) => required('leg', label, word);

export function ticks(label: string, word: string, field: Field = SOME_TICKS): Input<number> {
  return { ...required('ticks', label, word), bounds: boundsOf(field) };
}

/** How many; a list's length is bounded as the list. */
export function count(field: Field, label: string, word: string): Input<number> {
  return { ...required('count', label, word), bounds: boundsOf(field) };
}

/** @param leastMs shortest time that a person may type. */
export function duration(field: Field, label: string, word: string, leastMs = LEAST_MS): Input<number> {
  return { ...required('duration', label, word), bounds: { min: leastMs, max: boundsOf(field).max } };
}

export function steps(field: Field, label: string, word: string): Input<readonly number[]> {
  return { ...required('steps', label, word), bounds: boundsOf(field) };
}

/** Without text it is the first choice of the field. */
export function oneOf<T extends string>(field: ChoiceField<T>, label: string, word: string): ChoiceInput<T> {
  return { reads: 'choice', label, words: [word], isRequired: false, choices: field.labels };
}

/** Bounds of a field's numbers, or of the length of its list. */
export function boundsOf({ shape }: Field): Bounds {
  if (shape.is === 'nullable' || shape.is === 'optional') return boundsOf(shape.of);
  if (!hasBounds(shape)) throw new Error(`A field of shape ${shape.is} has no bounds`);
  return { min: shape.min, max: shape.max };
}

function hasBounds(shape: Shape): shape is Extract<Shape, Bounds> {
  return shape.is === 'whole' || shape.is === 'list';
}

/** Inputs that many kinds have. */
export const PRICE_INPUT = price('Price', '@', 'at');
export const TRIGGER_INPUT = price('Trigger', '@', 'at');
export const LIMIT_INPUT = price('Limit', 'limit');
/** The limit walks to it. */
export const WALK_INPUT = optionalInput(price('Walks to', 'worst'));
export const TARGET_INPUT = price('Take profit', 'tp', 'profit');
export const EXPIRY_INPUT = optionalInput(duration(DURATION, 'Ends after', 'for'));
/** 'BTC-USD >= 96000': it starts then. */
export const WHEN_INPUT = optionalInput(required('conditions', 'Starts when', 'when'));
/** What decides while the book has no usable price. */
export const STALE_INPUT = optionalInput(required('standIn', 'On a stale book', 'stale'));
/** When it ends and starts. */
export const LIFE_INPUTS = { expiry: EXPIRY_INPUT, when: WHEN_INPUT };
/** Of a trigger that a person chooses: it must be true for so long, with others, or one of several. */
export const CONFIRM_INPUTS = {
  holds: optionalInput({ ...required('duration', 'True throughout', 'held'), bounds: HELD_BOUNDS }),
  and: optionalInput(required('conditions', 'And', 'and')),
  or: optionalInput(required('conditions', 'Or', 'or')),
};

/** Values of the inputs `limit` and `worst`. */
export function writeStop({ limit, worst }: Pick<StopLeg, 'limit' | 'worst'>) {
  return { limit, worst: worst === limit ? null : worst };
}

/** The typed values of a form. Each throws for text that is missing or wrong, with what was expected. */
export interface FormReader<I extends Inputs = Inputs> {
  readonly outcome: OutcomeRef;
  readonly direction: Direction;
  readonly shares: Shares;
  readonly tick: Tick;
  /** Null where the exchange states none. */
  readonly closeAtMs: number | null;
  /** Null for an optional input without text; a choice without text is its first one. */
  value<N extends keyof I & string>(name: N): InputValue<I[N]>;
  isEmpty(name: keyof I & string): boolean;
  /** @param problem shown beside the input; absent: what is typed there. */
  refuse(name: keyof I & string, problem?: string): never;
  /** The worst price of a limit, from the input `worst`: without text the limit itself. */
  worst(limit: Price): Price;
  /** From the inputs of a trigger, `limit` and `worst`. */
  stop(entry?: Price | null): StopLeg;
  /** From the inputs of a trigger; null: its order rests. */
  touch(limit: Price): Trigger | null;
  /** From the input `target`: above the stop. */
  target(stop: StopLeg): Price;
}
type InputValue<T> =
  T extends ChoiceInput<infer V>
    ? V
    : T extends OptionalInput<infer V>
      ? V | null
      : T extends Input<infer V>
        ? V
        : never;

/** Terms without what every kind has; `worst` is of the kind. */
export type OwnTerms<T extends AnyTerms> = Omit<T, 'kind' | Exclude<keyof BaseTerms, 'worst'>>;

/** Values that make terms again, by input; null and absent: no text. */
export type WrittenValues<I extends Inputs> = { readonly [N in keyof I]?: InputValues[InputType] | null };

export interface KindForm<T extends AnyTerms, I extends Inputs> {
  /** First word of its typed command. */
  readonly verb: string;
  /** Absent: the only one of the kind, or both, sales first. */
  readonly directions?: readonly Direction[];
  /** What the trigger watches may be chosen: 'if bid <= 0.31'. `optional`: without a choice its order rests at once. */
  readonly source?: 'required' | 'optional';
  /** Direction of the stop's order; absent: that of the conditional order. */
  readonly stopDirection?: Direction;
  readonly inputs: I;
  /** The terms from what is typed. */
  read(read: FormReader<I>): OwnTerms<T>;
  /** What is typed for terms, without their trigger, start, end and stand-in. */
  write(terms: T, tick: Tick): WrittenValues<I>;
}
