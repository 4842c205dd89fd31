import { get as httpGet, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { buildUntraded } from '#paper/simulation/untraded.ts';
import { parseMarkets } from '#wire/messages/market.ts';

const START = 1_763_726_400_000;
const MARKETS = '/api/v2/pythia/public/markets';
const LISTED = 50_000;

let exchange: PaperExchange;
beforeAll(async () => {
  const clock = { nowMs: () => START, wallMs: () => START };
  exchange = await openExchange({ seed: 7, clock, runs: false, token: null, listed: LISTED });
});
afterAll(() => exchange.close());

const get = async (path: string): Promise<{ readonly total: unknown; readonly value: unknown }> => {
  const options = { host: '127.0.0.1', port: exchange.port, path, agent: false };
  const response = await new Promise<IncomingMessage>((resolve) => httpGet(options, resolve));
  const value: unknown = JSON.parse(await text(response));
  expect(response.statusCode).toBe(200);
  return { total: response.headers.total, value };
};

test('lists as many markets as it is told: the simulated ones first, each market once, all of them readable', async () => {
  const ids = new Set<string>();
  const events = new Map<number, string>();
  for (const page of [1, 2, 250, 500]) {
    const { total, value } = await get(`${MARKETS}?page=${page}&limit=100`);
    expect(total).toBe(`${LISTED}`);
    const { markets, unreadable } = parseMarkets(value);
    expect(unreadable).toEqual([]);
    expect(markets).toHaveLength(100);
    for (const market of markets) {
      ids.add(market.id);
      expect(events.get(market.eventId!) ?? market.eventTitle).toBe(market.eventTitle);
      events.set(market.eventId!, market.eventTitle!);
    }
    if (page === 1) expect(markets[0]!.id).toBe(exchange.world.markets[0]!.slug);
    if (page === 250) expect(JSON.stringify(value).length / 100).toBeGreaterThan(3_500);
  }
  expect(ids.size).toBe(400);
  expect(new Set(events.values()).size).toBe(events.size);
  expect((await get(`${MARKETS}?page=501&limit=100`)).value).toEqual([]);
});

test('has ten thousand events in fifty thousand markets, and the same list for the same seed and start', () => {
  const [one, other] = [buildUntraded(7, START, LISTED), buildUntraded(7, START, LISTED)];
  const rows = one.slice(0, LISTED);
  expect(rows).toHaveLength(LISTED);
  expect(new Set(rows.map(({ slug }) => slug)).size).toBe(LISTED);
  const events = new Set(rows.map(({ eventId }) => eventId)).size;
  expect(events).toBeGreaterThan(9_000);
  expect(events).toBeLessThan(16_000);
  expect(new Set(rows.map(({ edition }) => edition.event.category)).size).toBeGreaterThan(4);
  expect(rows.some(({ result }) => result === 'yes')).toBe(true);
  expect(other.slice(31_000, 31_010)).toEqual(one.slice(31_000, 31_010));
});

test('an untraded market opens with its event when somebody looks: a book that nobody changes', async () => {
  const before = exchange.world.markets.length;
  const [row] = exchange.world.untraded.slice(20_000, 20_001);
  const read = async () => (await get(`${MARKETS}/${row!.slug}/order-book`)).value;
  const book = (await read()) as { readonly yes_bids: readonly unknown[] };
  expect(book.yes_bids.length).toBeGreaterThan(0);
  exchange.world.advance(START + 60_000);
  expect(await read()).toEqual(book);
  expect(exchange.world.find(`${row!.numericId}`)?.slug).toBe(row!.slug);
  expect(exchange.world.markets.length).toBe(before);
});
