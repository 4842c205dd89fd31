/** Reads a list page by page until it ends, whatever the server says or leaves out about pages. */
import { hasMorePages, parsePageHeaders } from '#wire/messages/page.ts';
import type { HttpAnswer } from './http.ts';
import type { VenueProfile } from './profile.ts';

/** A server that ignores `page` answers the same list again: that ends it too, and nothing counts twice. */
export async function listPaged<T>(
  fetchPage: (pageQuery: string) => Promise<HttpAnswer>,
  parsePage: (answer: HttpAnswer) => readonly T[],
  idOf: (item: T) => string,
  profile: Pick<VenueProfile, 'pageSize' | 'maxPages'>,
  onOdd: (found: string) => void = () => undefined,
): Promise<T[]> {
  const items = new Map<string, T>();
  for (let page = 1; page <= profile.maxPages; page += 1) {
    const answer = await fetchPage(`page=${page}&limit=${profile.pageSize}`);
    const found = parsePage(answer);
    const before = items.size;
    for (const item of found) items.set(idOf(item), item);
    const headers = parsePageHeaders((name) => answer.header(name));
    const isPaged = headers.total !== null || headers.perPage !== null;
    if (isPaged && items.size === before && found.length > 0) onOdd(`Page ${page} repeats what came before`);
    if (items.size === before || !hasMorePages(headers, found.length, items.size)) break;
    if (page === profile.maxPages) onOdd(`A list goes on after page ${page}`);
  }
  return [...items.values()];
}
