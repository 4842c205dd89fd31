/** Lists all pages of an endpoint, whatever page headers the server sends. */
import type { SchemaDriftCodes } from '#shared/market/schemaDrift.ts';
import { hasMorePages, parsePageHeaders } from '#wire/messages/page.ts';
import type { HttpResponse } from './http.ts';
import type { VenueProfile } from './profile.ts';

export type PagingProblem = SchemaDriftCodes['paging']['problem'];

/** Stops at a page without new items, which a server that ignores `page` sends; items with equal ids are merged. */
export async function listPaged<T>(
  fetchPage: (pageQuery: string) => Promise<HttpResponse>,
  parsePage: (response: HttpResponse) => readonly T[],
  idOf: (item: T) => string,
  profile: Pick<VenueProfile, 'pageSize' | 'maxPages'>,
  onProblem: (page: number, problem: PagingProblem) => void = () => undefined,
): Promise<T[]> {
  const items = new Map<string, T>();
  for (let page = 1; page <= profile.maxPages; page += 1) {
    const response = await fetchPage(`page=${page}&limit=${profile.pageSize}`);
    const parsed = parsePage(response);
    const countBefore = items.size;
    for (const item of parsed) items.set(idOf(item), item);
    const headers = parsePageHeaders((name) => response.header(name));
    const isPaged = headers.total !== null || headers.perPage !== null;
    if (isPaged && items.size === countBefore && parsed.length > 0) onProblem(page, 'repeated');
    if (items.size === countBefore || !hasMorePages(headers, parsed.length, items.size)) break;
    if (page === profile.maxPages) onProblem(page, 'endless');
  }
  return [...items.values()];
}
