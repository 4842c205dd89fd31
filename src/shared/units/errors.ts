/** Errors named by who must act; every message says what was expected and what was found, never a secret. */

/** Text or a number is not in the unit asked for: whoever wrote it must write it again. */
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

/** The program broke a rule of its own: its developers must act. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/** What was found, shortened so that it fits a message. */
export function quoteFound(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string') return value.length > 40 ? `"${value.slice(0, 40)}…"` : `"${value}"`;
  if (typeof value === 'object') return 'an object';
  return String(value).slice(0, 40);
}
