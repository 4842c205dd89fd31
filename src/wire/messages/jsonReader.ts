/**
 * Readers of decoded JSON values; errors show the path of the value.
 *
 * Shape       A `Reader<T>` maps a value and its path to T; `Fields` reads the fields of an object. Unknown fields are
 *             ignored, and counted where the path has a schema drift.
 * Invariants  Money is text: a JSON number is refused as an amount. Text lengths and item counts are bounded.
 * Errors      WireError, nothing else.
 */
import { UnitError } from '#shared/units/errors.ts';
import { type MarketId, type OrderId, parseMarketId, parseOrderId } from '#shared/units/ids.ts';
import { parseInteger, parseReal } from '#shared/units/numbers.ts';
import { type Price, parsePrice } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { parseIsoTime, toUnixMs } from '#shared/units/time.ts';
import { parseUsd, type Usd } from '#shared/units/usd.ts';
import type { Sliced } from './decodeJson.ts';
import type { JsonPath } from './jsonPath.ts';
import { unexpectedValue, WireError } from './wireError.ts';

const MAX_TEXT_LENGTH = 65_536;
const MAX_ITEMS = 10_000;

export type Reader<T> = (value: unknown, path: JsonPath) => T;

/** Field names of one value: the name, or its alternative spellings in order of preference. */
type FieldNames = string | readonly [string, ...string[]];

/** Fields of one JSON object. */
export class Fields {
  readonly path: JsonPath;
  private readonly record: Readonly<Record<string, unknown>>;
  private readonly readNames: Set<string> | null;

  constructor(value: unknown, path: JsonPath) {
    if (!isRecord(value)) throw unexpectedValue(path, 'an object', value);
    this.record = value;
    this.path = path;
    this.readNames = path.drift?.trackFields(value, path) ?? null;
  }

  raw(name: string): unknown {
    this.readNames?.add(name);
    return this.record[name];
  }

  /** Marks fields as known although nothing reads them here. */
  ignore(...names: readonly string[]): void {
    if (this.readNames) for (const name of names) this.readNames.add(name);
  }

  /** True when the field is present and not null. */
  has(name: string): boolean {
    const value = this.raw(name);
    return value !== undefined && value !== null;
  }

  /** Reads the first spelling that is present; throws under the first name when none is. */
  required<T>(names: FieldNames, read: Reader<T>): T {
    const name = this.findName(names);
    return read(this.raw(name), this.path.at(name));
  }

  /** Reads the first spelling that is present; null when the field is absent, null or empty text. */
  optional<T>(names: FieldNames, read: Reader<T>): T | null {
    const name = this.findName(names);
    const value = this.raw(name);
    return value === undefined || value === null || value === '' ? null : read(value, this.path.at(name));
  }

  /** As `optional`, for a field that is only displayed: null too when it is unreadable, which is counted as left out. */
  lenient<T>(names: FieldNames, read: Reader<T>): T | null {
    try {
      return this.optional(names, read);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.path.drift?.leaveOut(error);
      return null;
    }
  }

  private findName(names: FieldNames): string {
    if (typeof names === 'string') return names;
    this.ignore(...names);
    return names.find((name) => this.has(name)) ?? names[0];
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const readText: Reader<string> = (value, path) => {
  if (typeof value !== 'string') throw unexpectedValue(path, 'text', value);
  if (value.length > MAX_TEXT_LENGTH)
    throw new WireError(path.toString(), `at most ${MAX_TEXT_LENGTH} characters`, `${value.length}`);
  return value;
};

export const readBoolean: Reader<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw unexpectedValue(path, 'true or false', value);
  return value;
};

/** A whole number, as a JSON number within the safe range or as decimal text. */
export const readInteger: Reader<number> = (value, path) => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value === 'string') return parseAt(parseInteger, value, path);
  throw unexpectedValue(path, 'a whole number', value);
};

/** A float for drawing, never money: a number or text. */
export const readReal: Reader<number> = (value, path) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string') return parseAt(parseReal, value, path);
  throw unexpectedValue(path, 'a number', value);
};

/** ISO 8601 text, or Unix seconds or milliseconds as number or text; returns Unix ms, plausible or not. */
export const readAnyTime: Reader<number> = (value, path) => {
  if (typeof value === 'number') return parseAt(toUnixMs, value, path);
  if (typeof value !== 'string') throw unexpectedValue(path, 'a time', value);
  if (/^\d+(\.\d+)?$/.test(value)) return parseAt(toUnixMs, parseAt(parseReal, value, path), path);
  return parseAt(parseIsoTime, value, path);
};

/** An identifier: text, or an integer within the safe range (JSON.parse rounds a larger one). */
export const readIdText: Reader<string> = (value, path) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
  if (typeof value === 'string' && value !== '' && value.length <= 128) return value;
  throw unexpectedValue(path, 'an id as text or as a number below 2^53', value);
};

export const readMarketId: Reader<MarketId> = (value, path) => parseAt(parseMarketId, readIdText(value, path), path);
export const readOrderId: Reader<OrderId> = (value, path) => parseAt(parseOrderId, readIdText(value, path), path);

export const readPrice: Reader<Price> = (value, path) => parseAt(parsePrice, readText(value, path), path);
export const readShares: Reader<Shares> = (value, path) => parseAt(parseShares, readText(value, path), path);
export const readUsd: Reader<Usd> = (value, path) => parseAt(parseUsd, readText(value, path), path);

/** Reads text with a parser that throws UnitError. */
export function readTextWith<T>(parse: (text: string) => T): Reader<T> {
  return (value, path) => parseAt(parse, readText(value, path), path);
}

export function readOneOf<const T extends string>(allowed: readonly T[]): Reader<T> {
  return (value, path) => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw unexpectedValue(path, allowed.map((text) => `'${text}'`).join(' or '), value);
    return found;
  };
}

export function readArray<T>(item: Reader<T>, maxItems = MAX_ITEMS): Reader<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw unexpectedValue(path, 'an array', value);
    if (value.length > maxItems) throw unexpectedValue(path, `at most ${maxItems} items`, value);
    return value.map((entry, index) => item(entry, path.at(index)));
  };
}

/** Reads the value, or returns what `onUnreadable` builds from its WireError. */
export function readOrUnreadable<T, U>(
  read: Reader<T>,
  onUnreadable: (error: WireError, value: unknown, path: JsonPath) => U,
): (value: unknown, path: JsonPath) => T | U {
  return (value, path) => {
    try {
      return read(value, path);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      // The reader stopped early: fields that it did not reach are not unknown.
      path.drift?.ignoreFields(value);
      path.drift?.leaveOut(error);
      return onUnreadable(error, value, path);
    }
  };
}

/** Rows between two pauses: the slowest to read are unreadable ones, of which so many take some milliseconds. */
const ROWS_PER_SLICE = 50;

/** A reader that may pause between the rows of a list. */
export type SlicedReader<T> = (value: unknown, path: JsonPath) => Sliced<T>;

/** Reads each item of an array on its own, some at a time: an unreadable item does not affect the others. */
export function sliceItems<T, U>(
  item: Reader<T>,
  onUnreadable: (error: WireError, value: unknown, path: JsonPath) => U,
  maxUnreadable = Number.POSITIVE_INFINITY,
): SlicedReader<(T | U)[]> {
  return function* slice(value, path) {
    const entries = readArray((entry) => entry)(value, path);
    const items: (T | U)[] = [];
    let unreadable = 0;
    const read = readOrUnreadable(item, (error, entry, at) => {
      unreadable += 1;
      if (unreadable > maxUnreadable) throw error;
      return onUnreadable(error, entry, at);
    });
    for (let index = 0; index < entries.length; index += 1) {
      if (index > 0 && index % ROWS_PER_SLICE === 0) yield;
      items.push(read(entries[index], path.at(index)));
    }
    return items;
  };
}

/** The same at once. */
export function readItems<T, U>(
  item: Reader<T>,
  onUnreadable: (error: WireError, value: unknown, path: JsonPath) => U,
): Reader<(T | U)[]> {
  return readArray(readOrUnreadable(item, onUnreadable));
}

/** Runs a parser that throws UnitError; the WireError it becomes has this path. */
export function parseAt<I, O>(parse: (value: I) => O, value: I, path: JsonPath): O {
  try {
    return parse(value);
  } catch (error) {
    throw toWireError(error, path);
  }
}

/** Turns a UnitError into a WireError with this path; any other error stays as it is. */
export function toWireError(error: unknown, path: JsonPath): unknown {
  return error instanceof UnitError ? new WireError(path.toString(), error.expected, error.found) : error;
}
