import { beforeEach, describe, expect, it } from 'vitest';
import { proveWhole, readFills } from '#main/venue/fillReads.ts';
import type { HttpResponse } from '#main/venue/http.ts';
import { DEFAULT_PROFILE } from '#main/venue/profile.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { FillProof } from '#shared/order/account/fillProof.ts';
import { parseMarketId, parseOrderId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeFill } from '#test/slice/makers.ts';
import { isRowFailure, type RowFailure } from '#wire/messages/rowFailure.ts';

type Row = Fill | RowFailure;

/** The exchange's list, oldest first. */
let list: Row[];
let requests: number;
/** What the exchange does with a page before it answers. */
let onPage: (page: number) => void;
let headersOf: (page: number, total: number) => Record<string, string>;

const keyOf = (row: Row): string => (isRowFailure(row) ? `? ${row.unreadable.id}` : `${row.id}/${row.orderId}`);
const make = (at: number, change: Partial<Fill> = {}): Fill =>
  makeFill(`${at}`, { orderId: parseOrderId(`o${at}`), exchangeTimeMs: START_MS + at, ...change });
const failure = (id: string): RowFailure =>
  ({
    unreadable: { id, market: null, outcome: null, problem: { path: 'price', expected: 'a price', found: 'x' } },
    error: new Error('unreadable'),
  }) as unknown as RowFailure;

async function read(proof: FillProof | null, isEnded: (market: string) => boolean = () => false) {
  requests = 0;
  const pages = new Map<HttpResponse, readonly Row[]>();
  return readFills(
    {
      bounds: DEFAULT_PROFILE.listing,
      steadyMs: () => 0,
      keyOf,
      async fetchPage(query) {
        requests += 1;
        const page = Number(/page=(\d+)/.exec(query)?.[1]);
        onPage(page);
        const headers = headersOf(page, list.length);
        const rows = list.toReversed().slice((page - 1) * 100, page * 100);
        const response = { status: 200, text: '[]', header: (name: string) => headers[name] ?? null } as HttpResponse;
        pages.set(response, rows);
        return response;
      },
      parsePage: async (response) => pages.get(response)!,
    },
    { proof, isEnded },
  );
}

/** Reads until every fill was seen; answers the last proof. */
async function readAll(): Promise<FillProof> {
  for (let proof: FillProof | null = null; ; ) {
    const found = await read(proof);
    if (found === null) throw new Error('Expected a list with an order');
    if (found.partial === null) return found.proof;
    proof = found.proof;
  }
}

beforeEach(() => {
  list = [];
  onPage = () => {};
  headersOf = (page, total) => ({ page: `${page}`, 'per-page': '100', total: `${total}` });
});

describe('reads of fills since the last proven page', () => {
  it('sees every fill once, and none of an empty list', async () => {
    expect(await read(null)).toMatchObject({ rows: [], total: 0, partial: null });
    list = Array.from({ length: 950 }, (_, at) => make(at));
    const found = await read(null);
    expect(new Set(found?.rows.map(keyOf)).size).toBe(950);
    expect(found).toMatchObject({ partial: null, failures: [], total: 950 });
    expect(requests).toBe(10);
  });

  it.each([1_000, 30_000])('asks for as many pages after %s settled fills as after fewer', async (count) => {
    list = Array.from({ length: count }, (_, at) => make(at, { state: 'settled_yes' }));
    const proof = await readAll();
    list.push(make(count), make(count + 1));
    const found = await read(proof);
    expect(found?.rows.map(keyOf)).toEqual(expect.arrayContaining([keyOf(make(count)), keyOf(make(count + 1))]));
    expect(found?.partial).toBeNull();
    expect(requests).toBe(1);
    list.push(...Array.from({ length: 250 }, (_, at) => make(count + 2 + at)));
    expect(new Set((await read(found!.proof))?.rows.map(keyOf)).size).toBeGreaterThanOrEqual(250);
    expect(requests).toBe(3);
  });

  it('reads a long list in several reads of a bounded number of pages', async () => {
    list = Array.from({ length: 25_000 }, (_, at) => make(at));
    const seen = new Set<string>();
    let proof: FillProof | null = null;
    for (let reads = 1; ; reads += 1) {
      const found = await read(proof);
      for (const row of found!.rows) seen.add(keyOf(row));
      expect(requests).toBeLessThanOrEqual(110);
      // The account trades meanwhile.
      list.push(make(list.length));
      proof = found!.proof;
      if (found!.partial === null) break;
      expect(reads).toBeLessThan(5);
    }
    for (const row of (await read(proof))!.rows) seen.add(keyOf(row));
    expect(seen.size).toBe(list.length);
  });

  it('misses no fill that moves to another page while pages are read', async () => {
    list = Array.from({ length: 1_000 }, (_, at) => make(at));
    onPage = () => list.push(make(list.length));
    const first = await read(null);
    onPage = () => {};
    const second = await read(first!.proof);
    expect(new Set([...first!.rows, ...second!.rows].map(keyOf)).size).toBe(list.length);
  });

  it('reads again where fills can have changed: ended markets first, then in turns', async () => {
    const rain = parseMarketId('rain-tomorrow');
    list = Array.from({ length: 3_000 }, (_, at) => make(at, at === 450 ? { market: rain } : {}));
    const proof = await readAll();
    list[450] = make(450, { market: rain, state: 'settled_no' });
    const found = await read(proof, (market) => market === rain);
    expect(found?.rows).toContainEqual(list[450]);
    expect(requests).toBeLessThanOrEqual(6);
    list = list.map((row) => ({ ...row, state: 'settled_yes' }) as Fill);
    const seen = new Set<string>();
    let next = found!.proof;
    for (let turn = 0; turn < 20; turn += 1) {
      const again = await read(next);
      for (const row of again!.rows) seen.add(keyOf(row));
      next = again!.proof;
    }
    expect(seen.size).toBe(3_000);
    await read(next);
    expect(requests).toBe(1);
  });

  it('keeps an unreadable row of an old page until it is read again as readable', async () => {
    list = Array.from({ length: 2_000 }, (_, at) => make(at, { state: 'settled_yes' }));
    list[777] = failure('777');
    const first = await readAll();
    const second = await read(first);
    expect(second?.failures.map(({ unreadable }) => unreadable.id)).toEqual(['777']);
    list[777] = make(777, { state: 'settled_yes' });
    const third = await read(second!.proof);
    expect(third?.failures).toEqual([]);
    expect(third?.rows).toContainEqual(list[777]);
  });

  it('starts again when the list is another one', async () => {
    list = Array.from({ length: 500 }, (_, at) => make(at));
    const proof = await readAll();
    list = Array.from({ length: 600 }, (_, at) => make(10_000 + at));
    expect(new Set((await read(proof))?.rows.map(keyOf)).size).toBe(600);
    list = list.slice(0, 300);
    expect(new Set((await read(proof))?.rows.map(keyOf)).size).toBe(300);
  });

  it.each([
    ['no total', () => ({ 'per-page': '100' })],
    ['no page size', (_page: number, total: number) => ({ total: `${total}` })],
    ['another page', (_page: number, total: number) => ({ page: '1', 'per-page': '100', total: `${total}` })],
    ['a total that is too high', () => ({ 'per-page': '100', total: '99999' })],
  ])('has no proof for a list with %s', async (_what, headers) => {
    list = Array.from({ length: 450 }, (_, at) => make(at));
    headersOf = headers as typeof headersOf;
    expect(await read(null)).toBeNull();
  });

  it('has no proof for a list that is not newest first, and looks again after some whole reads', async () => {
    list = Array.from({ length: 250 }, (_, at) => make(at, { exchangeTimeMs: START_MS - at }));
    expect(await read(null)).toBeNull();
    let proof = proveWhole(null);
    expect(await read(proof)).toBeNull();
    expect(requests).toBe(0);
    for (let reads = 0; reads < 20; reads += 1) proof = proveWhole(proof);
    list = Array.from({ length: 250 }, (_, at) => make(at));
    expect((await read(proof))?.partial).toBeNull();
  });
});
