/** Reads a list page by page until it ends, whatever the server says or leaves out about pages. */
import { hasMorePages, parsePageHeaders } from '#wire/words/page.ts';
import type { HttpAnswer } from './http.ts';
import type { VenueProfile } from './profile.ts';

/** A server that ignores `page` answers the same list again: that ends it too, and nothing counts twice. */
export async function listPaged<T>(
  fetchPage: (pageQuery: string) => Promise<HttpAnswer>,
  parsePage: (answer: HttpAnswer) => readonly T[],
  idOf: (item: T) => string,
  profile: Pick<VenueProfile, 'pageSize' | 'maxPages'>,
): Promise<T[]> {
  const items = new Map<string, T>();
  for (let page = 1; page <= profile.maxPages; page += 1) {
    const answer = await fetchPage(`page=${page}&limit=${profile.pageSize}`);
    const found = parsePage(answer);
    const before = items.size;
    for (const item of found) items.set(idOf(item), item);
    const headers = parsePageHeaders((name) => answer.header(name));
    if (items.size === before || !hasMorePages(headers, found.length, items.size)) break;
  }
  return [...items.values()];
}
