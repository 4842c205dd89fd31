import { expect, it } from 'vitest';
import type { HttpResponse } from '#main/venue/http.ts';
import { listPaged } from '#main/venue/paging.ts';
import { DEFAULT_PROFILE } from '#main/venue/profile.ts';

const BOUNDS = DEFAULT_PROFILE.listing;

/** A server that always has another page. */
function openEndless(
  rowsOnPage: number,
  change: { readonly headers?: Record<string, string>; readonly pageMs?: number } = {},
) {
  let nowMs = 0;
  let requests = 0;
  const list = (bounds: Partial<typeof BOUNDS> = {}, isEnough?: (rows: readonly string[]) => boolean) =>
    listPaged<string>({
      async fetchPage(): Promise<HttpResponse> {
        requests += 1;
        nowMs += change.pageMs ?? 0;
        const text = JSON.stringify(Array.from({ length: rowsOnPage }, (_, index) => `row ${requests} ${index}`));
        return { status: 200, text, header: (name) => change.headers?.[name] ?? null };
      },
      parsePage: async ({ text }) => JSON.parse(text) as string[],
      idOf: (item) => item,
      isEnough,
      bounds: { ...BOUNDS, ...bounds },
      steadyMs: () => nowMs,
    });
  return { list, requests: () => requests };
}

it('stops 100 pages of 10,000 rows at the bound of rows, and says so', async () => {
  const { list, requests } = openEndless(10_000);
  const { items, partial } = await list();
  expect(partial).toEqual({ bound: 'rows', limit: BOUNDS.maxRows, rows: BOUNDS.maxRows });
  expect(items).toHaveLength(BOUNDS.maxRows);
  expect(requests()).toBe(3);
});

it.each([
  ['pages', { maxPages: 3 }, 3, 300],
  ['bytes', { maxBytes: 2_500 }, 2_500, 200],
  ['time', { maxMs: 25_000 }, 25_000, 300],
] as const)('stops at the bound of %s with what was read until then', async (bound, change, limit, rows) => {
  const { list } = openEndless(100, { pageMs: 10_000 });
  const listing = await list(change);
  expect(listing.partial).toEqual({ bound, limit, rows });
  expect(listing.items).toHaveLength(rows);
});

it('is complete where the server states the total, with that total', async () => {
  const { list } = openEndless(2, { headers: { total: '6', 'per-page': '2' } });
  expect(await list()).toMatchObject({ partial: null, total: 6, items: { length: 6 } });
});

it('ends without being partial where the rows so far are enough', async () => {
  const { list, requests } = openEndless(100);
  expect(await list({}, (rows) => rows.length >= 250)).toMatchObject({ partial: null, items: { length: 300 } });
  expect(requests()).toBe(3);
});
