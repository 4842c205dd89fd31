import { describe, expect, it } from 'vitest';
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

describe('pages at once', () => {
  /** A server with this number of pages of two rows, which answers when it is told to; rows leave and arrive meanwhile. */
  function openHeld(pages: number) {
    const held = new Map<number, { answer: () => void; fail: () => void }>();
    const server = { rows: Array.from({ length: pages * 2 }, (_, at) => `row ${at}`), perPage: '2' };
    const repeated: number[] = [];
    let most = 0;
    const listing = listPaged<string>({
      fetchPage: (query) =>
        new Promise((resolve, reject) => {
          const page = Number(/page=(\d+)/.exec(query)![1]);
          const answer = (): void => {
            const text = JSON.stringify(server.rows.slice((page - 1) * 2, page * 2));
            const headers: Record<string, string> = { total: `${server.rows.length}`, 'per-page': server.perPage };
            resolve({ status: 200, text, header: (name) => headers[name] ?? null });
          };
          held.set(page, { answer, fail: () => reject(new Error(`page ${page}`)) });
          most = Math.max(most, held.size);
        }),
      parsePage: async ({ text }) => JSON.parse(text) as string[],
      idOf: (item) => item,
      pagesAtOnce: 4,
      bounds: BOUNDS,
      steadyMs: () => 0,
      onRepeated: (page) => void repeated.push(page),
    });
    /** Answers everything that is asked for now; returns those pages. */
    const answer = async (): Promise<number[]> => {
      const asked = [...held.keys()];
      for (const page of asked) held.get(page)!.answer();
      held.clear();
      await new Promise((resolve) => setImmediate(resolve));
      return asked;
    };
    const finish = async () => {
      for (let isOver = false; !isOver; ) isOver = (await answer()).length === 0;
      return listing;
    };
    return { listing, server, answer, finish, held, repeated, most: () => most };
  }

  it.each([
    [20, 6],
    [80, 21],
  ])('reads %s pages in %s round trips, and never more than four at a time', async (pages, rounds) => {
    const { listing, server, answer, most } = openHeld(pages);
    const asked: number[] = [];
    for (let round = 0; round < rounds; round += 1) asked.push(...(await answer()));
    expect(await listing).toEqual({ items: server.rows, partial: null, total: pages * 2 });
    expect(asked).toEqual([1, ...Array.from({ length: pages - 1 }, (_, at) => pages - at)]);
    expect(most()).toBe(4);
  });

  it('has every row that stays, however many leave between the pages', async () => {
    const { server, answer, finish, repeated } = openHeld(20);
    const stays = server.rows.filter((_, at) => at % 5 === 4);
    for (let round = 0; round < 5; round += 1) {
      await answer();
      // Each leaves where it shifts most of the rows.
      server.rows = server.rows.filter((row, at) => stays.includes(row) || at > 5);
    }
    const { items, partial } = await finish();
    expect(partial).toBeNull();
    expect(items).toEqual(expect.arrayContaining(stays));
    expect(repeated).toEqual([]);
  });

  it('has every row where one arrived between the pages', async () => {
    const { server, answer, finish } = openHeld(6);
    await answer();
    await answer();
    server.rows = ['new 1', 'new 2', 'new 3', ...server.rows];
    expect((await finish()).items.toSorted()).toEqual(server.rows.toSorted());
  });

  it('is read forwards where the server repeats a page', async () => {
    const { server, answer, finish, repeated } = openHeld(6);
    await answer();
    const [first, second] = server.rows;
    server.rows = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? first! : second!));
    expect((await finish()).items).toEqual([first, second]);
    expect(repeated).toEqual([2]);
  });

  it('fails with the first page that fails, also when a later one has failed before', async () => {
    const { listing, answer, held } = openHeld(9);
    await answer();
    held.get(6)!.fail();
    held.get(8)!.fail();
    held.get(9)!.answer();
    held.get(7)!.answer();
    await expect(listing).rejects.toThrow('page 8');
  });
});
