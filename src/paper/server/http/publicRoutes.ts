/** Public market data endpoints. Source: docs/exchange-interface.md#endpoints-public; docs/assumptions.md#k-line-query, #cache-ttl. */
import { PERIODS, type Period } from '#shared/market/candle.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { periodMs } from '../../simulation/candles.ts';
import { encodeBook, encodeCandle, encodeTrade } from './encode.ts';
import { encodeMarket, encodeTicker } from './encodeMarket.ts';
import { encodeUntraded } from './encodeUntraded.ts';
import { pageOf, type Rows, readInteger } from './query.ts';
import { Refusal } from './refusal.ts';
import type { Call, PublicRoute, Reply } from './route.ts';

const MARKETS = '/api/v2/pythia/public/markets';
const MOST_CANDLES = 10_000;
const DEFAULT_CANDLES = 100;
const MOST_TRADES = 500;
const LATEST_SECOND = 100_000_000_000;

const cached = (seconds: number): Record<string, string> => ({ 'Cache-Control': `public, max-age=${seconds}` });

export const PUBLIC_ROUTES: readonly PublicRoute[] = [
  {
    method: 'GET',
    path: '/api/v2/atlas/public/timestamp',
    answer: ({ core }) => ({ value: core.clock.wallMs(), headers: { 'Cache-Control': 'no-store' } }),
  },
  {
    method: 'GET',
    path: '/api/v2/atlas/public/health/alive',
    answer: () => ({ value: { status: 'alive' }, headers: { 'Cache-Control': 'no-store' } }),
  },
  { method: 'GET', path: MARKETS, answer: listMarkets },
  {
    method: 'GET',
    path: `${MARKETS}/{market}/order-book`,
    answer: ({ core, params }) => ({ value: encodeBook(core.markets.find(params.market!).book), headers: cached(1) }),
  },
  {
    method: 'GET',
    path: `${MARKETS}/{market}/ticker`,
    answer: ({ core, params, nowMs }) => ({
      value: encodeTicker(core.markets.find(params.market!), nowMs),
      headers: cached(1),
    }),
  },
  { method: 'GET', path: `${MARKETS}/{market}/k-line`, answer: listCandles },
  { method: 'GET', path: `${MARKETS}/{market}/contracts/recent`, answer: listRecent },
];

function listMarkets({ core, query, nowMs }: Call): Reply {
  const { markets, untraded } = core.world;
  const rows: Rows<Record<string, unknown>> = {
    length: markets.length + untraded.count,
    slice: (from, to) => [
      ...markets.slice(from, to).map((market) => encodeMarket(market, core.markets.ids(market), nowMs)),
      ...untraded.slice(from - markets.length, to - markets.length).map((market) => encodeUntraded(market, nowMs)),
    ],
  };
  const { items, headers } = pageOf(rows, query);
  return {
    value: items,
    headers: { ...headers, ...cached(5) },
  };
}

function listCandles({ core, params, query, nowMs }: Call): Reply {
  const market = core.markets.find(params.market!);
  const text = query.get('period') ?? '1';
  const minutes = /^\d{1,5}$/.test(text) ? parseInteger(text) : 0;
  const period = (Object.keys(PERIODS) as Period[]).find((name) => PERIODS[name] === minutes);
  if (!period) throw new Refusal(422, 'public.k_line.invalid_period');
  const from = readInteger(query, 'time_from', 0, LATEST_SECOND, 'public.k_line.invalid_time_from');
  const to = readInteger(query, 'time_to', 0, LATEST_SECOND, 'public.k_line.invalid_time_to');
  const limit = readInteger(query, 'limit', 1, MOST_CANDLES, 'public.k_line.invalid_limit') ?? DEFAULT_CANDLES;
  const seconds = (value: number | null): number | null => (value === null ? null : value * 1_000);
  const candles = market.candles.list(period, nowMs, seconds(from), seconds(to), limit);
  const isClosed = to !== null && to * 1_000 + periodMs(period) < nowMs;
  return {
    value: candles.map(encodeCandle),
    headers: isClosed ? { 'Cache-Control': 'public, max-age=31536000, immutable' } : cached(2),
  };
}

function listRecent({ core, params, query }: Call): Reply {
  const market = core.markets.find(params.market!);
  const { items, headers } = pageOf(market.tape.slice(-MOST_TRADES).reverse(), query);
  return {
    value: items.map((trade) => encodeTrade(trade, market.slug, market.book.result)),
    headers: { ...headers, ...cached(1) },
  };
}
