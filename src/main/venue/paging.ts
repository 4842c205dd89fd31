/**
 * Lists all pages of an endpoint, whatever page headers the server sends.
 *
 * Invariants  A listing is bounded in pages, rows, bytes and time together. Where a bound ends it, `partial` is
 *             set: it has the rows read so far, and a row that is not in it may still exist.
 * Source      docs/exchange-interface.md#pagination; docs/assumptions.md#paging; docs/security-coverage.md#r52.
 */
import type { Now } from '#shared/base/clock.ts';
import type { Listing, ListingBound } from '#shared/base/listing.ts';
import { hasMorePages, parsePageHeaders } from '#wire/messages/page.ts';
import type { HttpResponse } from './http.ts';
import type { VenueProfile } from './profile.ts';

export interface PagedRequest<T> {
  fetchPage(pageQuery: string): Promise<HttpResponse>;
  parsePage(response: HttpResponse): Promise<readonly T[]>;
  idOf(item: T): string;
  /** True when the rows so far are all that is needed: the listing then ends without being partial. */
  isEnough?: ((items: readonly T[]) => boolean) | undefined;
  readonly bounds: VenueProfile['listing'];
  /** Monotonic clock, ms. */
  readonly steadyMs: Now;
  /** A page without new rows on a server that states pages. */
  onRepeated?(page: number): void;
}

/** Stops at a page without new items, which a server that ignores `page` sends; items with equal ids are merged. */
export async function listPaged<T>(request: PagedRequest<T>): Promise<Listing<T>> {
  const { bounds, steadyMs } = request;
  const startedAtMs = steadyMs();
  const items = new Map<string, T>();
  let bytes = 0;
  let total: number | null = null;
  const stopAt = (bound: ListingBound, limit: number): Listing<T> => ({
    items: [...items.values()],
    partial: { bound, limit, rows: items.size },
    total,
  });

  for (let page = 1; ; page += 1) {
    const response = await request.fetchPage(`page=${page}&limit=${bounds.pageSize}`);
    const headers = parsePageHeaders((name) => response.header(name));
    if (page === 1) total = headers.total;
    bytes += Buffer.byteLength(response.text);
    if (bytes > bounds.maxBytes) return stopAt('bytes', bounds.maxBytes);
    const parsed = await request.parsePage(response);
    const countBefore = items.size;
    for (const item of parsed) {
      const id = request.idOf(item);
      if (items.size >= bounds.maxRows && !items.has(id)) return stopAt('rows', bounds.maxRows);
      items.set(id, item);
    }
    const isPaged = headers.total !== null || headers.perPage !== null;
    if (isPaged && items.size === countBefore && parsed.length > 0) request.onRepeated?.(page);
    if (items.size === countBefore || !hasMorePages(headers, parsed.length, items.size)) break;
    if (request.isEnough?.([...items.values()])) break;
    if (page >= bounds.maxPages) return stopAt('pages', bounds.maxPages);
    if (steadyMs() - startedAtMs >= bounds.maxMs) return stopAt('time', bounds.maxMs);
  }
  return { items: [...items.values()], partial: null, total };
}
