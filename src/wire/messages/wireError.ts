/** Error for a response that does not match the exchange's interface; state built from it is stale. */
import type { ParseProblem } from '#shared/base/parseProblem.ts';
import { quoteFound } from '#shared/units/errors.ts';

export class WireError extends Error {
  override readonly name = 'WireError';
  /** Path inside the response, such as `markets[3].yes_price`. */
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

/** WireError that quotes the decoded value, shortened. */
export function unexpectedValue(path: { toString(): string }, expected: string, value: unknown): WireError {
  return new WireError(path.toString(), expected, value === undefined ? 'nothing' : quoteFound(value));
}

/** The error as data, for other processes. */
export function toProblem({ path, expected, found }: WireError): ParseProblem {
  return { path, expected, found };
}
