/** Base errors; messages state the expected and the found value, never a secret. */

import { cleanText } from '../base/cleanText.ts';

/** Text or a number that is not a value of the expected unit. */
export class UnitError extends Error {
  override readonly name = 'UnitError';
  readonly expected: string;
  readonly found: string;

  constructor(expected: string, found: string) {
    super(`Expected ${expected}, found ${found}`);
    this.expected = expected;
    this.found = found;
  }
}

/** A bug in this program. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/** Quotes a value for an error message, cleaned and shortened. */
export function quoteFound(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string') return `"${cleanText(value, 44)}"`;
  if (typeof value === 'object') return 'an object';
  return String(value).slice(0, 40);
}
