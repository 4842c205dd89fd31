/** The exchange's data is not what its interface promises: whoever holds state made of it goes stale. */
import { quoteFound } from '#shared/units/errors.ts';

export class WireError extends Error {
  override readonly name = 'WireError';
  /** Where in the answer, such as `markets[3].yes_price`. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;

  constructor(path: string, expected: string, found: string) {
    super(`Expected ${expected} at ${path}, found ${found}`);
    this.path = path;
    this.expected = expected;
    this.found = found;
  }
}

/** A WireError about a decoded value, quoted short. */
export function refuse(path: { toString(): string }, expected: string, value: unknown): WireError {
  return new WireError(path.toString(), expected, value === undefined ? 'nothing' : quoteFound(value));
}
