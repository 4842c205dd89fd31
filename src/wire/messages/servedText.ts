/**
 * Readers of text that the exchange wrote for people: bounded by field and cleaned at parsing.
 *
 * Invariants  Every text of a parsed message went through one of these readers, so that each consumer is safe.
 * Source      docs/assumptions.md#text-limits; docs/security-coverage.md#r51.
 */
import { cleanText, isPlainText } from '#shared/base/cleanText.ts';
import { type Reader, readText } from './jsonReader.ts';
import { WireError } from './wireError.ts';

/** Most UTF-16 units of a field; a longer text is cut with a visible mark. */
export const TEXT_LIMITS = {
  title: 240,
  label: 48,
  groupItemTitle: 120,
  name: 120,
  description: 4_000,
  rules: 20_000,
  /** A status, a kind or another word of the exchange. */
  word: 64,
  symbol: 40,
  slug: 160,
  url: 2_048,
  hash: 130,
  errorCode: 200,
  errorText: 200,
  fieldName: 60,
} as const;

export type TextField = keyof typeof TEXT_LIMITS;

/** Fields of several lines. */
const PROSE: ReadonlySet<TextField> = new Set(['description', 'rules']);

/** Bounds and cleans one text of this kind. */
export function cleanServed(field: TextField, text: string): string {
  return cleanText(text, TEXT_LIMITS[field], { lines: PROSE.has(field) });
}

export function readServed(field: TextField): Reader<string> {
  return (value, path) => cleanServed(field, readText(value, path));
}

/** Text whose exact characters are signed: what a reader would not see as it is, is refused. */
export function readPlain(maxLength: number): Reader<string> {
  return (value, path) => {
    const text = readText(value, path);
    if (isPlainText(text, maxLength)) return text;
    throw new WireError(path.toString(), `plain text of at most ${maxLength} characters`, `"${cleanText(text, 40)}"`);
  };
}
