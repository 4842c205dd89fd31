/**
 * Lists all pages of an endpoint, whatever page headers the server sends.
 *
 * Invariants  A listing is bounded in pages, rows, bytes and time together. Where a bound ends it, `partial` is
 *             set: it has the rows read so far, and a row that is not in it may still exist. Pages that are read at the same time
 *             are read from the last to the first: a row moves towards the first page when others leave the list, so a row that
 *             stays is in one of them however many leave meanwhile.
 * Source      docs/exchange-interface.md#pagination; docs/assumptions.md#paging; docs/security-coverage.md#r52.
 */
import type { Now } from '#shared/base/clock.ts';
import type { Listing, ListingBound } from '#shared/base/listing.ts';
import { hasMorePages, type PageHeaders, parsePageHeaders } from '#wire/messages/page.ts';
import type { HttpResponse } from './http.ts';
import type { VenueProfile } from './profile.ts';

export interface PagedRequest<T> {
  fetchPage(pageQuery: string): Promise<HttpResponse>;
  parsePage(response: HttpResponse): Promise<readonly T[]>;
  idOf(item: T): string;
  /** True when the rows so far are all that is needed: the listing then ends without being partial. */
  isEnough?: ((items: readonly T[]) => boolean) | undefined;
  /** Pages that are read at the same time where the server states how many there are; absent: one after the other. */
  readonly pagesAtOnce?: number;
  readonly bounds: VenueProfile['listing'];
  /** Monotonic clock, ms. */
  readonly steadyMs: Now;
  /** A page without new rows on a server that states pages. */
  onRepeated?(page: number): void;
}

/** Stops at a page without new items, which a server that ignores `page` sends; items with equal ids are merged. */
export async function listPaged<T>(request: PagedRequest<T>): Promise<Listing<T>> {
  const { bounds, steadyMs, pagesAtOnce, idOf, parsePage } = request;
  const startedAtMs = steadyMs();
  const items = new Map<string, T>();
  let bytes = 0;
  let total: number | null = null;
  const stopAt = (bound: ListingBound, limit: number): Listing<T> => ({
    items: [...items.values()],
    partial: { bound, limit, rows: items.size },
    total,
  });
  const fetchPage = (page: number): Promise<HttpResponse> => request.fetchPage(`page=${page}&limit=${bounds.pageSize}`);
  const headersOf = (response: HttpResponse): PageHeaders => parsePageHeaders((name) => response.header(name));
  const isLate = (): boolean => steadyMs() - startedAtMs >= bounds.maxMs;

  let isParallel = pagesAtOnce !== undefined;
  for (let page = 1; ; page += 1) {
    const response = await fetchPage(page);
    const headers = headersOf(response);
    if (page === 1) total = headers.total;
    bytes += Buffer.byteLength(response.text);
    if (bytes > bounds.maxBytes) return stopAt('bytes', bounds.maxBytes);
    const parsed = await parsePage(response);
    const countBefore = items.size;
    for (const item of parsed) {
      const id = idOf(item);
      if (items.size >= bounds.maxRows && !items.has(id)) return stopAt('rows', bounds.maxRows);
      items.set(id, item);
    }
    const isPaged = headers.total !== null || headers.perPage !== null;
    if (isPaged && items.size === countBefore && parsed.length > 0) request.onRepeated?.(page);
    if (items.size === countBefore || !hasMorePages(headers, parsed.length, items.size)) break;
    if (request.isEnough?.([...items.values()])) break;
    if (page >= bounds.maxPages) return stopAt('pages', bounds.maxPages);
    if (isLate()) return stopAt('time', bounds.maxMs);
    const last = page === 1 && isParallel ? lastPageOf(headers, parsed.length, bounds) : null;
    if (last === null) continue;
    const whole = await readBackwards(parsed, last, pagesAtOnce!);
    if (whole !== null) return whole;
    isParallel = false;
    items.clear();
    page = 0;
  }
  return { items: [...items.values()], partial: null, total };

  /** Null where the pages contradict the stated total: the list is then read forwards. */
  async function readBackwards(first: readonly T[], last: number, atOnce: number): Promise<Listing<T> | null> {
    const pages = new Map([[1, first]]);
    let newestTotal = total;
    let hasChanged = false;
    const requested = new Map<number, Promise<HttpResponse>>();
    const ask = (page: number): Promise<HttpResponse> => {
      const response = fetchPage(page);
      // The listing may end before it reads this one.
      response.catch(() => {});
      requested.set(page, response);
      return response;
    };
    // What left the list since its first page was read moved rows of the second page into it.
    for (let page = last; page >= (hasChanged ? 1 : 2); page -= 1) {
      for (let next = page; next >= 2 && next > page - atOnce; next -= 1) if (!requested.has(next)) ask(next);
      const response = await (requested.get(page) ?? ask(page));
      newestTotal = headersOf(response).total;
      hasChanged ||= newestTotal !== total;
      bytes += Buffer.byteLength(response.text);
      if (bytes > bounds.maxBytes) return stopAt('bytes', bounds.maxBytes);
      const parsed = await parsePage(response);
      const countBefore = items.size;
      for (const item of parsed) items.set(idOf(item), item);
      if (items.size > bounds.maxRows) return stopAt('rows', bounds.maxRows);
      if (items.size === countBefore && !hasChanged) return null;
      pages.set(page, parsed);
      if (isLate()) return stopAt('time', bounds.maxMs);
    }
    if (newestTotal === null || items.size < newestTotal) return null;
    const listed = Array.from({ length: last }, (_, at) => pages.get(at + 1)!.map(idOf)).flat();
    return {
      items: [...new Set([...listed, ...items.keys()])].map((id) => items.get(id)!),
      partial: null,
      total: newestTotal,
    };
  }
}

/** The last page that the server states, where the first one is full and the bounds admit all; else null. */
function lastPageOf(
  { total, perPage }: PageHeaders,
  rows: number,
  { maxPages, maxRows }: VenueProfile['listing'],
): number | null {
  if (total === null || perPage === null || rows < Math.max(1, perPage) || total > maxRows) return null;
  const last = Math.ceil(total / perPage);
  return last <= maxPages ? last : null;
}
