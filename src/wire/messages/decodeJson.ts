/**
 * JSON decoder with bounds on length, depth and values; a long list is decoded in slices.
 *
 * Errors      WireError; it quotes the beginning of the text, never all of it.
 */
import { unexpectedValue, WireError } from './wireError.ts';

/** As the largest response that the client accepts. */
const MAX_LENGTH = 4 * 1024 * 1024;
/** The deepest response of the interface, a market's terms in a list of markets, has six levels. */
const MAX_DEPTH = 32;

/** A text up to this length is decoded at once: 5 ms for the most values that it has room for. */
const SMALL_LENGTH = 64 * 1_024;
/** Brackets and commas of what is decoded at once: each stands for a value. */
const MAX_MARKS = 20_000;
/** Characters of rows that are decoded together. */
const SLICE_LENGTH = 32 * 1_024;
/** Rows of the longest list. */
const MAX_ROWS = 10_000;

/** Work in slices: the caller may pause at each yield. */
export type Sliced<T> = Generator<undefined, T>;

/** Runs the work to its end without a pause. */
export function finish<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * Decodes like `decodeJson`, a long list some rows at a time. A row, and any other value, has a bounded number of values in it,
 * because JSON.parse cannot be interrupted.
 */
export function* decodeInSlices(text: string, name: string): Sliced<unknown> {
  if (text.length > MAX_LENGTH) throw tooLong(name, text);
  const start = text.search(/[^ \t\r\n]/);
  if (text.length <= SMALL_LENGTH || text[start] !== '[') return decodeJson(text, name);
  const items: unknown[] = [];
  let depth = 1;
  let marks = 0;
  let from = start + 1;
  /** End of the last whole row since `from`. */
  let rowEnd = -1;
  let scannedTo = start;
  let isEnded = false;
  const take = (end: number): void => {
    // Its depth and its values were counted on the way.
    for (const item of parseText(`[${text.slice(from, end)}]`, name) as unknown[]) items.push(item);
    if (items.length > MAX_ROWS) throw new WireError(name, `at most ${MAX_ROWS} items`, 'more');
  };
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = findStringEnd(text, at);
      if (at < 0) break;
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      depth += 1;
      marks += 1;
      if (depth > MAX_DEPTH) throw tooDeep(name);
    } else if (code === COMMA) {
      marks += 1;
      if (depth === 1) rowEnd = at;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      depth -= 1;
      if (depth === 0) {
        isEnded = code === CLOSE_BRACKET && /^[ \t\r\n]*$/.test(text.slice(at + 1));
        // An empty last piece is the one after a comma, unless the list is empty.
        if (text.slice(from, at).trim() === '' && from > start + 1) isEnded = false;
        rowEnd = at;
      }
    }
    if (marks > MAX_MARKS && rowEnd < 0) throw tooMany(name);
    if (rowEnd >= 0 && (depth === 0 || rowEnd - from >= SLICE_LENGTH || marks > MAX_MARKS / 10)) {
      if (depth === 0 && !isEnded) break;
      take(rowEnd);
      if (depth === 0) return items;
      from = rowEnd + 1;
      marks = 0;
      rowEnd = -1;
      scannedTo = at;
      yield;
    } else if (at - scannedTo >= SLICE_LENGTH * 4) {
      scannedTo = at;
      yield;
    }
  }
  throw unexpectedValue(name, 'JSON', text);
}

/** Decodes the text at once; `name` is the path shown in errors. */
export function decodeJson(text: string, name: string): unknown {
  if (text.length > MAX_LENGTH) throw tooLong(name, text);
  if (text.length > MAX_DEPTH * 2 && hasManyBrackets(text) && isTooDeep(text)) throw tooDeep(name);
  if (text.length > SMALL_LENGTH && hasManyMarks(text)) throw tooMany(name);
  return parseText(text, name);
}

function parseText(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpectedValue(name, 'JSON', text);
  }
}

function tooLong(name: string, text: string): WireError {
  return new WireError(name, `at most ${MAX_LENGTH} characters`, `${text.length}`);
}

function tooDeep(name: string): WireError {
  return new WireError(name, `JSON at most ${MAX_DEPTH} deep`, 'something deeper');
}

function tooMany(name: string): WireError {
  return new WireError(name, `at most ${MAX_MARKS} values in one`, 'more');
}

/** Marks inside strings count too: a text with as many of them is no message of the exchange. */
function hasManyMarks(text: string): boolean {
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== COMMA && (code | 0x20) !== OPEN_BRACE) continue;
    marks += 1;
    if (marks > MAX_MARKS) return true;
  }
  return false;
}

/** Most messages have few brackets, in strings or not, and need no look at their strings. */
function hasManyBrackets(text: string): boolean {
  let opening = 0;
  for (let at = 0; at < text.length; at += 1) {
    // Sets the one bit that tells '[' from '{'; no other character becomes '{'.
    if ((text.charCodeAt(at) | 0x20) !== 0x7b) continue;
    opening += 1;
    if (opening > MAX_DEPTH) return true;
  }
  return false;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Scans brackets before parsing, because JSON.parse recurses without a limit. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = findStringEnd(text, at);
      if (at < 0) return false;
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

/** Position of the quote that ends the string; -1 without one. */
function findStringEnd(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at > 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** A quote after an odd number of backslashes is part of the string. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}
