/**
 * Reads decoded JSON field by field and knows where it is, so that every refusal names its place.
 *
 * Shape       A `Read<T>` takes a value and its place; `Fields` reads the fields of an object. Unknown fields are ignored,
 *             and counted where the place belongs to a survey.
 * Invariants  Money is text: a JSON number where money belongs is refused. Depth, lengths and counts are bounded.
 * Errors      WireError, nothing else.
 */
import { UnitError } from '#shared/units/errors.ts';
import { type MarketId, type OrderId, parseMarketId, parseOrderId } from '#shared/units/ids.ts';
import { parseInteger, parseReal } from '#shared/units/numbers.ts';
import { type Price, parsePrice } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { parseIsoTime, toUnixMs } from '#shared/units/time.ts';
import { parseUsd, type Usd } from '#shared/units/usd.ts';
import type { SchemaDrift } from './schemaDrift.ts';
import { refuse, WireError } from './wireError.ts';

const MAX_TEXT = 65_536;
const MAX_ITEMS = 10_000;
/** Above the largest answer that the client accepts at all. */
const MAX_JSON = 32 * 1024 * 1024;
/** The deepest answer of the interface, a market's terms in a list of markets, has six. */
const MAX_DEPTH = 32;

/** A spot in an answer; text is made only when something is refused. */
export class JsonPath {
  readonly key: string | number;
  readonly parent: JsonPath | null;
  readonly survey: SchemaDrift | null;

  constructor(
    key: string | number,
    parent: JsonPath | null = null,
    survey: SchemaDrift | null = parent?.survey ?? null,
  ) {
    this.key = key;
    this.parent = parent;
    this.survey = survey;
  }

  at(key: string | number): JsonPath {
    return new JsonPath(key, this);
  }

  toString(): string {
    if (this.parent === null) return String(this.key);
    const before = this.parent.toString();
    return typeof this.key === 'number' ? `${before}[${this.key}]` : `${before}.${this.key}`;
  }
}

export type Read<T> = (value: unknown, place: JsonPath) => T;

/** The fields of one object. */
export class Fields {
  readonly place: JsonPath;
  private readonly record: Readonly<Record<string, unknown>>;
  private readonly asked: Set<string> | null;

  constructor(value: unknown, place: JsonPath) {
    if (!isRecord(value)) throw refuse(place, 'an object', value);
    this.record = value;
    this.place = place;
    this.asked = place.survey?.open(value, place) ?? null;
  }

  raw(name: string): unknown {
    this.asked?.add(name);
    return this.record[name];
  }

  /** Marks fields that are known but not used here. */
  skip(...names: readonly string[]): void {
    if (this.asked) for (const name of names) this.asked.add(name);
  }

  has(name: string): boolean {
    this.asked?.add(name);
    const value = this.record[name];
    return value !== undefined && value !== null;
  }

  /** A field that must be there. */
  take<T>(name: string, read: Read<T>): T {
    return read(this.raw(name), this.place.at(name));
  }

  /** A field that may be absent, null or empty text: then null. */
  maybe<T>(name: string, read: Read<T>): T | null {
    const value = this.raw(name);
    return value === undefined || value === null || value === '' ? null : read(value, this.place.at(name));
  }

  /** The first of several spellings that is there; refused under the first name when none is. */
  either<T>(names: readonly [string, ...string[]], read: Read<T>): T {
    return this.take(this.find(names), read);
  }

  maybeEither<T>(names: readonly [string, ...string[]], read: Read<T>): T | null {
    return this.maybe(this.find(names), read);
  }

  private find(names: readonly [string, ...string[]]): string {
    this.skip(...names);
    return names.find((candidate) => this.has(candidate)) ?? names[0];
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Decodes JSON text of bounded length and depth; anything else is refused with its beginning, never whole. */
export function decodeJson(text: string, what: string): unknown {
  if (text.length > MAX_JSON) throw new WireError(what, `at most ${MAX_JSON} characters`, `${text.length}`);
  if (text.length > MAX_DEPTH * 2 && isDeep(text)) {
    throw new WireError(what, `JSON at most ${MAX_DEPTH} deep`, 'something deeper');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(what, 'JSON', text);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Looks before parsing, so that no parser ever recurses further than it should. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = text.indexOf('"', at + 1);
      while (at > 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
      if (at < 0) return false;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

/** A quote after an odd number of backslashes does not end its text. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}

export const readText: Read<string> = (value, place) => {
  if (typeof value !== 'string') throw refuse(place, 'text', value);
  if (value.length > MAX_TEXT)
    throw new WireError(place.toString(), `at most ${MAX_TEXT} characters`, `${value.length}`);
  return value;
};

export const readBoolean: Read<boolean> = (value, place) => {
  if (typeof value !== 'boolean') throw refuse(place, 'true or false', value);
  return value;
};

/** A whole number, as a JSON number within the safe range or as decimal text. */
export const readInteger: Read<number> = (value, place) => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value === 'string') return translate(parseInteger, value, place);
  throw refuse(place, 'a whole number', value);
};

/** A float for drawing, never money: a number or text. */
export const readReal: Read<number> = (value, place) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string') return translate(parseReal, value, place);
  throw refuse(place, 'a number', value);
};

/** ISO 8601 text, or Unix seconds or milliseconds as number or text; answers Unix ms. */
export const readTime: Read<number> = (value, place) => {
  if (typeof value === 'number') return translate(toUnixMs, value, place);
  if (typeof value !== 'string') throw refuse(place, 'a time', value);
  if (/^\d+(\.\d+)?$/.test(value)) return translate(toUnixMs, translate(parseReal, value, place), place);
  return translate(parseIsoTime, value, place);
};

/** An identifier: text, or an integer within the safe range (a larger one has already lost digits). */
export const readIdText: Read<string> = (value, place) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
  if (typeof value === 'string' && value !== '' && value.length <= 128) return value;
  throw refuse(place, 'an id as text or as a number below 2^53', value);
};

export const readMarketId: Read<MarketId> = (value, place) => translate(parseMarketId, readIdText(value, place), place);
export const readOrderId: Read<OrderId> = (value, place) => translate(parseOrderId, readIdText(value, place), place);

export const readPrice: Read<Price> = (value, place) => translate(parsePrice, readText(value, place), place);
export const readShares: Read<Shares> = (value, place) => translate(parseShares, readText(value, place), place);
export const readUsd: Read<Usd> = (value, place) => translate(parseUsd, readText(value, place), place);

/** Reads text by a parser of ours that throws UnitError. */
export function readBy<T>(parse: (text: string) => T): Read<T> {
  return (value, place) => translate(parse, readText(value, place), place);
}

export function readOneOf<const T extends string>(words: readonly T[]): Read<T> {
  return (value, place) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw refuse(place, words.map((word) => `'${word}'`).join(' or '), value);
    return found;
  };
}

export function readArray<T>(item: Read<T>, maxItems = MAX_ITEMS): Read<T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) throw refuse(place, 'an array', value);
    if (value.length > maxItems) throw refuse(place, `at most ${maxItems} items`, value);
    return value.map((entry, index) => item(entry, place.at(index)));
  };
}

/** A value that can't be read becomes what `keep` makes of its refusal. */
export function readOrUnreadable<T, U>(
  read: Read<T>,
  keep: (error: WireError, value: unknown, place: JsonPath) => U,
): (value: unknown, place: JsonPath) => T | U {
  return (value, place) => {
    try {
      return read(value, place);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      // What was read in part tells nothing about its fields.
      if (place.survey && isRecord(value)) new Fields(value, place).skip(...Object.keys(value));
      return keep(error, value, place);
    }
  };
}

/** As `readArray`, but an item that can't be read is kept as its refusal, and spoils no other. */
export function readItems<T, U>(
  item: Read<T>,
  keep: (error: WireError, value: unknown, place: JsonPath) => U,
): Read<(T | U)[]> {
  return readArray(readOrUnreadable(item, keep));
}

/** Runs a parser of our units and gives its refusal a place. */
export function translate<I, O>(parse: (value: I) => O, value: I, place: JsonPath): O {
  try {
    return parse(value);
  } catch (error) {
    throw asWireError(error, place);
  }
}

/** A UnitError becomes a WireError at this place; anything else stays what it is. */
export function asWireError(error: unknown, place: JsonPath): unknown {
  return error instanceof UnitError ? new WireError(place.toString(), error.expected, error.found) : error;
}
