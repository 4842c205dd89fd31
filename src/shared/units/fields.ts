/**
 * Fields of a declaration: the shape and bounds of each value, from which its type, its schema and its form are derived.
 *
 * Shape       `ValuesOf<typeof fields>` is the type of the values; `shared/ipc/fieldSchema` builds the schema.
 * Units       As the field says; whole numbers are safe integers.
 */
import type { MarketId } from './ids.ts';
import type { Price } from './price.ts';
import type { Shares } from './shares.ts';

export type Shape =
  /** `storedMax`: greatest value that an earlier version stored; it is read, and no longer sent. */
  | { readonly is: 'whole'; readonly min: number; readonly max: number; readonly storedMax?: number }
  /** Above 0; not money. */
  | { readonly is: 'real'; readonly max: number }
  /** A number as it was measured, without bounds. */
  | { readonly is: 'number' }
  | { readonly is: 'text'; readonly pattern: RegExp }
  | { readonly is: 'flag' }
  | { readonly is: 'choice'; readonly values: readonly string[] }
  | { readonly is: 'list'; readonly of: Field; readonly min: number; readonly max: number }
  | { readonly is: 'group'; readonly fields: Fields }
  /** Groups that the value of `kind` tells apart. */
  | { readonly is: 'variants'; readonly of: Readonly<Record<string, Fields>> }
  | { readonly is: 'either'; readonly of: readonly Field[] }
  | { readonly is: 'nullable'; readonly of: Field }
  /** May be absent. */
  | { readonly is: 'optional'; readonly of: Field };

export interface Field<T = unknown> {
  readonly shape: Shape;
  /** The type of its values; has no value at run time. */
  readonly holds?: T;
}

export type Fields = Readonly<Record<string, Field>>;

/** An object type written out, for messages of the compiler. */
export type Flat<T> = { readonly [K in keyof T]: T[K] };
/** The type of a field's values. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;
type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends OptionalField<unknown> ? K : never }[keyof F];
export type ValuesOf<F extends Fields> = Flat<
  { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]> } & {
    readonly [K in OptionalKeys<F>]?: ValueOf<F[K]>;
  }
>;
/** A union of groups, each with its `kind`. */
export type VariantsOf<V extends Readonly<Record<string, Fields>>> = {
  [K in keyof V]: Flat<{ readonly kind: K } & ValuesOf<V[K]>>;
}[keyof V];

export interface OptionalField<T> extends Field<T> {
  readonly isOptional: true;
}

export interface ChoiceField<T extends string> extends Field<T> {
  readonly values: readonly T[];
  readonly labels: Readonly<Record<T, string>>;
}

export function whole(min: number, max: number, storedMax?: number): Field<number> {
  return { shape: { is: 'whole', min, max, ...(storedMax === undefined ? {} : { storedMax }) } };
}

export function real(max: number): Field<number> {
  return { shape: { is: 'real', max } };
}

export function text<T extends string = string>(pattern: RegExp): Field<T> {
  return { shape: { is: 'text', pattern } };
}

/** One of the keys of `labels`, in their order. */
export function choice<const L extends Readonly<Record<string, string>>>(labels: L): ChoiceField<keyof L & string> {
  const values = Object.keys(labels) as (keyof L & string)[];
  return { shape: { is: 'choice', values }, values, labels };
}

export function list<T>(of: Field<T>, min: number, max: number): Field<readonly T[]> {
  return { shape: { is: 'list', of, min, max } };
}

export function group<const F extends Fields>(fields: F): Field<ValuesOf<F>> {
  return { shape: { is: 'group', fields } };
}

export function variants<const V extends Readonly<Record<string, Fields>>>(of: V): Field<VariantsOf<V>> {
  return { shape: { is: 'variants', of } };
}

export function either<const F extends readonly Field[]>(...of: F): Field<ValueOf<F[number]>> {
  return { shape: { is: 'either', of } };
}

export function nullable<T>(of: Field<T>): Field<T | null> {
  return { shape: { is: 'nullable', of } };
}

export function optional<T>(of: Field<T>): OptionalField<T> {
  return { shape: { is: 'optional', of }, isOptional: true };
}

export const FLAG: Field<boolean> = { shape: { is: 'flag' } };
export const MEASURED: Field<number> = { shape: { is: 'number' } };
/** Dollars, contracts or prices in millionths. */
export const MICROS_FIELD = whole(0, Number.MAX_SAFE_INTEGER);
export const PRICE = whole(1, 999_999) as Field<Price>;
export const SHARES = whole(1, Number.MAX_SAFE_INTEGER) as Field<Shares>;
/** Unix ms of the exchange's clock. */
export const TIME = whole(0, 8.64e15);
export const MARKET_ID = text<MarketId>(/^[A-Za-z0-9_-]{1,128}$/);
