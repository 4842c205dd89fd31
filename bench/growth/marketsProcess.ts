/** Main's market data in a process of its own: prints one line of figures for bench/growth/markets.ts and ends. */

import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMarketData } from '../../src/main/market/marketData.ts';
import { openVenue } from '../../src/main/venue/venue.ts';
import { encodeFrame } from '../../src/shared/ipc/frames/frameCodec.ts';
import type { MarketQuery } from '../../src/shared/market/marketList.ts';
import { openMarketNames } from '../../src/shared/text/markets/marketNames.ts';
import { parseMarketId } from '../../src/shared/units/ids.ts';

export interface MarketFigures {
  readonly bookMs: number;
  readonly bookProcessorMs: number;
  readonly listMs: number;
  readonly rssBytes: number;
  readonly blockMs: number;
  readonly frameBytes: number;
  readonly keyMs: number;
}

/** The most traded of the simulated ones, on the first page. */
const BOOK = parseMarketId('harbour-list');
const TYPED = [
  'h',
  'ha',
  'har',
  'harb',
  'harbo',
  'r',
  're',
  'reg',
  'rega',
  'rain',
  'rainf',
  'w',
  'wi',
  'win',
  'winner o',
];
const SETTLED_MS = 2_000;

const [port = ''] = process.argv.slice(2);
const schedule = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
const delay = monitorEventLoopDelay({ resolution: 1 });
const startedAtMs = performance.now();
const before = process.cpuUsage();
delay.enable();
const venue = openVenue({
  network: 'paper',
  baseUrl: `http://127.0.0.1:${port}`,
  wsBaseUrl: `ws://127.0.0.1:${port}`,
  extraHeaders: {},
  now: Date.now,
  steadyMs: () => performance.now(),
  schedule,
  random: Math.random,
  budgetMemory: null,
  persistBudgets: () => {},
});
const market = openMarketData({
  listMarkets: (onPage) => venue.listMarkets(onPage),
  listMarketPage: (page) => venue.listMarketPage(page),
  countMarkets: () => venue.countMarkets(),
  fetchBook: (id) => venue.fetchBook(id),
  listCandles: (id, period, limit) => venue.listCandles(id, period, limit),
  listRecentTrades: (id) => venue.listRecentTrades(id),
  setInterest: (interest) => venue.setInterest(interest),
  resubscribe: (id) => venue.resubscribe(id),
  resubscribeShared: (kind) => venue.resubscribeShared(kind),
  now: Date.now,
  exchangeTimeMs: () => venue.exchangeTimeMs(),
  schedule,
  explainRead: (error) => {
    throw error;
  },
  names: openMarketNames(),
});
venue.onPublic((event) => market.onPublic(event));

const processorMs = (): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
let isWatched = false;
const book = new Promise<{ readonly ms: number; readonly processorMs: number }>((resolve) => {
  market.onLive(() => resolve({ ms: performance.now() - startedAtMs, processorMs: processorMs() }));
  market.onDirty(() => {
    if (isWatched || !market.listing.has(BOOK)) return;
    isWatched = true;
    market.watch({ books: [BOOK], tapes: [BOOK], candles: [], underlyings: [] });
  });
});
const total = await venue.countMarkets();
const live = await book;
while ((market.catalogue().list?.total ?? 0) < total! - 5) await sleep(20);
const listMs = performance.now() - startedAtMs;
await sleep(SETTLED_MS);
delay.disable();
const blockMs = delay.max / 1e6;

const cursor = market.buildCursor();
const bytesOf = (): number =>
  encodeFrame({ seq: 1, sentAtMs: 0, clockOffsetMs: null, ...market.collect(cursor) }).byteLength;
const query: MarketQuery = { text: '', category: null, watched: null, sort: 'event' };
const ask = (text: string) =>
  market.showList('list', {
    query: { ...query, text },
    from: 0,
    count: 60,
    at: null,
    isKept: false,
    headingsId: null,
  });
let frameBytes = bytesOf();
const part = await ask('');
frameBytes += bytesOf() + JSON.stringify(part).length;
const keys: number[] = [];
for (const text of TYPED) {
  const atMs = performance.now();
  JSON.stringify(await ask(text));
  bytesOf();
  keys.push(performance.now() - atMs);
}
globalThis.gc?.();
const figures: MarketFigures = {
  bookMs: live.ms,
  bookProcessorMs: live.processorMs,
  listMs,
  rssBytes: process.memoryUsage.rss(),
  blockMs,
  frameBytes,
  keyMs: keys.toSorted((a, b) => a - b)[Math.floor(keys.length * 0.95)]!,
};
console.log(JSON.stringify(figures));
process.exit(0);
