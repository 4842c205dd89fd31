/** Query parameters and pages. Source: docs/exchange-interface.md#pagination; docs/assumptions.md#pages. */
import { parseInteger } from '#shared/units/numbers.ts';
import { Refusal } from './refusal.ts';

const DEFAULT_LIMIT = 100;
const MOST = 1_000;

/** Rows of a list, some of which exist only when they are asked for. */
export interface Rows<T> {
  readonly length: number;
  slice(from: number, to: number): readonly T[];
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly headers: Readonly<Record<string, string>>;
}

/** An integer of the query within bounds, or null when absent; throws a Refusal with `code`. */
export function readInteger(
  query: URLSearchParams,
  name: string,
  least: number,
  most: number,
  code: string,
): number | null {
  const text = query.get(name);
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text)) throw new Refusal(422, code);
  const value = parseInteger(text);
  if (value < least || value > most) throw new Refusal(422, code);
  return value;
}

/** One page of a list, with `Page`, `Per-Page` and `Total`. */
export function pageOf<T>(all: Rows<T>, query: URLSearchParams): Page<T> {
  const page = readInteger(query, 'page', 1, 1_000_000, 'pagination.invalid_page') ?? 1;
  const limit = readInteger(query, 'limit', 1, MOST, 'pagination.invalid_limit') ?? DEFAULT_LIMIT;
  return {
    items: all.slice((page - 1) * limit, page * limit),
    headers: { Page: `${page}`, 'Per-Page': `${limit}`, Total: `${all.length}` },
  };
}
