/** Pagination headers of list endpoints. Source: docs/exchange-interface.md#pagination; docs/assumptions.md#paging. */
import { parseInteger } from '#shared/units/numbers.ts';

export interface PageHeaders {
  readonly page: number | null;
  readonly perPage: number | null;
  readonly total: number | null;
}

/** Parses the headers, looked up by lower-case name; null when absent or not a number. */
export function parsePageHeaders(header: (name: string) => string | null): PageHeaders {
  const count = (name: string): number | null => {
    const text = header(name)?.trim() ?? '';
    return /^\d{1,9}$/.test(text) ? parseInteger(text) : null;
  };
  return { page: count('page'), perPage: count('per-page'), total: count('total') };
}

/** True when the list continues; without headers only an empty page ends it. */
export function hasMorePages(headers: PageHeaders, itemsOnPage: number, itemsSoFar: number): boolean {
  if (itemsOnPage === 0) return false;
  if (headers.total !== null) return itemsSoFar < headers.total;
  return headers.perPage === null || itemsOnPage >= headers.perPage;
}
