/**
 * JSON decoder with bounds on length and depth.
 *
 * Errors      WireError; it quotes the beginning of the text, never all of it.
 */
import { unexpectedValue, WireError } from './wireError.ts';

/** Above the largest response that the client accepts. */
const MAX_LENGTH = 32 * 1024 * 1024;
/** The deepest response of the interface, a market's terms in a list of markets, has six levels. */
const MAX_DEPTH = 32;

/** Decodes the text; `name` is the path shown in errors. */
export function decodeJson(text: string, name: string): unknown {
  if (text.length > MAX_LENGTH) throw new WireError(name, `at most ${MAX_LENGTH} characters`, `${text.length}`);
  if (text.length > MAX_DEPTH * 2 && hasManyBrackets(text) && isTooDeep(text)) {
    throw new WireError(name, `JSON at most ${MAX_DEPTH} deep`, 'something deeper');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw unexpectedValue(name, 'JSON', text);
  }
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
const BACKSLASH = 0x5c;

/** Scans brackets before parsing, because JSON.parse recurses without a limit. */
function isTooDeep(text: string): boolean {
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

/** A quote after an odd number of backslashes is part of the string. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}
