/** Absurd numbers and units in each field of each message: the row or field is left out and counted, the others stay. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatDateTime, formatTimeMs, formatUtcDay } from '#shared/text/times.ts';
import { parseRestBalances, parseStreamBalance } from '#wire/messages/balance.ts';
import { parseCandleRows } from '#wire/messages/candleRow.ts';
import { parseTick } from '#wire/messages/cryptoTick.ts';
import { parseFills } from '#wire/messages/fill.ts';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import type { Reader } from '#wire/messages/jsonReader.ts';
import { parseMarkets } from '#wire/messages/market.ts';
import { parseOrders } from '#wire/messages/order.ts';
import { parseOrderBook } from '#wire/messages/orderBook.ts';
import { PLAUSIBLE } from '#wire/messages/plausible.ts';
import { parsePositions } from '#wire/messages/position.ts';
import { parsePendingRewards } from '#wire/messages/reward.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { parseSessionKeyGrant } from '#wire/messages/sessionKey.ts';
import { parseStreamMessage } from '#wire/messages/streamMessage.ts';
import { parseTicker } from '#wire/messages/ticker.ts';
import { parseTimestamp } from '#wire/messages/timestamp.ts';
import { parseTrades } from '#wire/messages/trade.ts';
import { parseMarketWallet } from '#wire/messages/wallet.ts';
import { WireError } from '#wire/messages/wireError.ts';

const NS = 1_795_000_000_000_000_000;
/** No field of any kind takes these. */
const NEVER = ['NaN', 'Infinity', '-Infinity', 1e300, '1e400', true, {}, []];
/** Values that no field of this kind takes. */
const ABSURD = {
  time: [
    ...NEVER,
    NS,
    String(NS),
    NS / 1_000,
    String(NS / 1_000),
    0,
    1,
    -1,
    '-1',
    '1e12',
    '1970-01-01T00:00:00Z',
    '9999-12-31T00:00:00Z',
    'now',
  ],
  planned: [...NEVER, NS, String(NS), NS / 1_000, 0, -1, '1e12', '1970-01-01T00:00:00Z', '9999-12-31T00:00:00Z'],
  shares: [...NEVER, 7, '-1', '1e3', '0x10', '1000000000.000001', '99999999999999999999', '0.0000001'],
  traded: [...NEVER, 7, '-1', '0', '0.000000', '1e3', '1000000000.000001'],
  price: [...NEVER, 0.5, '0', '1', '-0.5', '5e-1', '1.5'],
  shownPrice: [...NEVER, '-0.5', '1.5', -1, 2],
  money: [...NEVER, 7, '-1', '-0.000001', '1e3', '1000000000000.000001', '9'.repeat(40)],
  volume: [...NEVER, '-1', -1, '9000000000.000001', '1e20'],
  result: [...NEVER, '1e20', '-9000000001', '9000000001'],
  real: [...NEVER, '1e13', -1e13, 'x'],
  count: [...NEVER, -1, '-1', 1.5, '1e3', 2_000_000_000],
  seconds: [...NEVER, 0, -1, 1.5, 40_000_000],
  rank: [...NEVER, 1.5, 2_000_000_000],
  id: [...NEVER, -1, 1.5, 2 ** 53],
  sequence: [...NEVER, -1, '-1', 1.5, 2 ** 53],
  percent: [...NEVER, 'x', '1e3', '9000000%', '--1'],
  amount: [...NEVER, 'x', '1e3', '1,000'],
} as const;
type Kind = keyof typeof ABSURD;

interface Rows {
  readonly row: Readonly<Record<string, unknown>>;
  /** Kinds of the fields that make their row unreadable. */
  readonly strict: Readonly<Record<string, Kind>>;
  /** Kinds of the fields that are left out alone. */
  readonly lenient?: Readonly<Record<string, Kind>>;
  /** Fields without a number or time. */
  readonly texts: readonly string[];
  /** Number of readable and unreadable rows. */
  readonly read: (rows: readonly unknown[], path: JsonPath) => readonly [number, number];
}

const count = (rows: readonly object[]): readonly [number, number] => {
  const bad = rows.filter((row) => 'unreadable' in row && 'error' in row).length;
  return [rows.length - bad, bad];
};
const time = '2026-11-26T20:00:00Z';

const LISTS: Readonly<Record<string, Rows>> = {
  orders: {
    row: {
      id: 1,
      market: '101',
      side: 'yes',
      direction: 'buy',
      ord_type: 'limit',
      price: '0.5',
      state: 'wait',
      origin_volume: '10',
      remaining_volume: '8',
      filled_volume: '2',
      contracts_count: 1,
      locked: '4',
      created_at: time,
      updated_at: time,
    },
    strict: {
      price: 'price',
      origin_volume: 'shares',
      remaining_volume: 'shares',
      filled_volume: 'shares',
      contracts_count: 'count',
      locked: 'money',
      created_at: 'time',
      updated_at: 'time',
    },
    texts: ['id', 'market', 'side', 'direction', 'ord_type', 'state'],
    read: (rows, path) => count(parseOrders(rows, path)),
  },
  fills: {
    row: {
      id: 9,
      order_id: 1,
      price: '0.5',
      volume: '2',
      market: '101',
      side: 'yes',
      direction: 'buy',
      taker_side: '',
      state: 'active',
      total: '1',
      fee: '0.01',
      created_at: time,
    },
    strict: { price: 'price', volume: 'traded', total: 'money', fee: 'money', created_at: 'time' },
    texts: ['id', 'order_id', 'market', 'side', 'direction', 'taker_side', 'state'],
    read: (rows, path) => count(parseFills(rows, path)),
  },
  positions: {
    row: {
      market: '101',
      outcome: 'yes',
      custody: 'self',
      qty: '10',
      locked_qty: '1',
      sellable_qty: '9',
      avg_price: '0.45',
      realized_pnl: '-1.25',
      updated_at: time,
    },
    strict: {
      qty: 'shares',
      locked_qty: 'shares',
      sellable_qty: 'shares',
      avg_price: 'shownPrice',
      realized_pnl: 'result',
      updated_at: 'time',
    },
    texts: ['market', 'outcome', 'custody'],
    read: (rows, path) => count(parsePositions(rows, path)),
  },
  balances: {
    row: { currency: 'usdc', balance_safe: '10', locked_safe: '1', balance: '0', locked: '0', updated_at: time },
    strict: { balance_safe: 'money', locked_safe: 'money', balance: 'money', locked: 'money', updated_at: 'time' },
    texts: ['currency'],
    read: (rows, path) => count(parseRestBalances(rows, path)),
  },
  trades: {
    row: { id: 1, market: '101', price: '0.41', volume: '12', taker_side: 'yes', created_at: time },
    strict: { price: 'price', volume: 'traded', created_at: 'time' },
    texts: ['id', 'market', 'taker_side'],
    read(rows, path) {
      const { trades, unreadable } = parseTrades(rows, path);
      return [trades.length, unreadable.length];
    },
  },
  'k-lines': {
    row: { 0: 1_795_000_000, 1: '0.5', 2: '0.6', 3: '0.4', 4: '0.55', 5: '12' },
    strict: { 0: 'time', 1: 'shownPrice', 2: 'shownPrice', 3: 'shownPrice', 4: 'shownPrice', 5: 'volume' },
    texts: [],
    read(rows, path) {
      const { candles, unreadable } = parseCandleRows(
        rows.map((row) => Object.values(row as object)),
        path,
      );
      return [candles.length, unreadable.length];
    },
  },
  markets: {
    row: {
      id: 1,
      market_id: '101',
      title: 'A',
      event_id: 3,
      event_rank: 1,
      open_at: time,
      close_at: time,
      determination_at: time,
      last_price: '0.5',
      yes_price: '0.5',
      no_price: '0.5',
      volume_24h: '12',
    },
    strict: { event_id: 'id', open_at: 'planned', close_at: 'planned', determination_at: 'planned' },
    lenient: {
      id: 'id',
      event_rank: 'rank',
      last_price: 'shownPrice',
      yes_price: 'shownPrice',
      no_price: 'shownPrice',
      volume_24h: 'volume',
    },
    texts: ['market_id', 'title'],
    read(rows, path) {
      const { markets, unreadable } = parseMarkets(rows, path);
      return [markets.length, unreadable.length];
    },
  },
  rewards: {
    row: { currency: 'usdc', amount: '1.5' },
    strict: { amount: 'amount' },
    texts: ['currency'],
    read(rows, path) {
      const good = parsePendingRewards(rows, path).length;
      return [good, rows.length - good];
    },
  },
};

const CASES = Object.entries(LISTS).flatMap(([name, list]) =>
  [...Object.entries(list.strict), ...Object.entries(list.lenient ?? {})].map(([field, kind]) => ({
    name,
    field,
    kind,
    list,
  })),
);

describe('a list with one absurd value', () => {
  it.each(CASES)(
    'keeps its other rows, and counts what it leaves out: $name, $field ($kind)',
    ({ name, field, kind, list }) => {
      const isLenient = list.lenient !== undefined && field in list.lenient;
      for (const absurd of ABSURD[kind]) {
        const drift = createSchemaDrift();
        const rows = [list.row, { ...list.row, [field]: absurd }, list.row];
        expect(list.read(rows, new JsonPath(name, null, drift)), JSON.stringify(absurd)).toEqual(
          isLenient ? [3, 0] : [2, 1],
        );
        const counts = [...drift.drainLeftOut()].map(([path, { count: times }]) => [
          path.split(/[.\]]+/).at(-1) || path,
          times,
        ]);
        expect(counts, JSON.stringify(absurd)).toEqual([[expect.any(String), 1]]);
      }
    },
  );

  it('has a kind for every field', () => {
    for (const [name, { row, strict, lenient = {}, texts }] of Object.entries(LISTS)) {
      expect([...Object.keys(strict), ...Object.keys(lenient), ...texts].toSorted(), name).toEqual(
        Object.keys(row).toSorted(),
      );
    }
  });

  it('takes each row as it is', () => {
    for (const { row, read } of Object.values(LISTS)) expect(read([row, row], new JsonPath('x'))).toEqual([2, 0]);
  });
});

const tick = {
  product_id: 'BTC-USD',
  price: 97_000.5,
  timestamp: 1_795_000_000,
  bucket_start: 1_795_000_000,
  bucket_open: 9,
  bucket_seconds: 60,
};
const streamBalance = { currency: 'usdc', balance: '10', locked: '1', available: '9', updated_at: time };
const call = { to: `0x${'f'.repeat(40)}`, data: '0x', operation: 0, nonce: 0, hash: `0x${'1'.repeat(64)}` };
const grant = { safe: `0x${'a'.repeat(40)}`, handler_installed: true, expires_at: 1_795_000_000, calls: [call] };
const address = (digit: string): string => `0x${digit.repeat(40)}`;
const wallet = {
  proxy_address: address('a'),
  owner_address: address('b'),
  signature_type: 2,
  exchange_address: address('c'),
  conditional_tokens_address: address('d'),
  usdc_address: address('e'),
  chain_id: 137,
  domain_name: 'Exchange',
  safe_setup: { ready: true, calls: [] },
  safe_status: 'ready',
  condition_id: `0x${'2'.repeat(64)}`,
  yes_token_id: '1',
  no_token_id: '2',
};

const SINGLES: readonly (readonly [
  string,
  Reader<unknown>,
  Readonly<Record<string, unknown>>,
  string,
  readonly unknown[],
])[] = [
  ['tick', (value, path) => parseTick(value, path, 'X'), tick, 'price', ABSURD.real],
  ['tick', (value, path) => parseTick(value, path, 'X'), tick, 'timestamp', ABSURD.time],
  ['stream balance', parseStreamBalance, streamBalance, 'balance', ABSURD.money],
  ['stream balance', parseStreamBalance, streamBalance, 'locked', ABSURD.money],
  ['stream balance', parseStreamBalance, streamBalance, 'available', ABSURD.money],
  ['stream balance', parseStreamBalance, streamBalance, 'updated_at', ABSURD.time],
  ['book', parseOrderBook, { bids: [], asks: [], sequence: 1 }, 'sequence', ABSURD.sequence],
  ['session key', parseSessionKeyGrant, grant, 'expires_at', [...NEVER, -1, NS, NS / 1_000, 1_795_000_000_000]],
  [
    'session key',
    parseSessionKeyGrant,
    grant,
    'calls',
    [[{ ...call, nonce: -1 }], [{ ...call, nonce: NS }], [{ ...call, operation: 2 }]],
  ],
  ['wallet', parseMarketWallet, wallet, 'chain_id', [...NEVER, 0, -1, 1.5]],
  ['wallet', parseMarketWallet, wallet, 'signature_type', [...NEVER, -1, 256, 1.5]],
  [
    'timestamp',
    (value) => parseTimestamp(JSON.stringify(value)),
    { timestamp: 1_795_000_000 },
    'timestamp',
    ['NaN', NS, String(NS), -1, 1e300, '1e12', 'now'],
  ],
];

describe('a message of one record with an absurd value', () => {
  it.each(SINGLES)('is unreadable: %s', (name, read, record, field, values) => {
    expect(() => read(record, new JsonPath(name))).not.toThrow();
    for (const absurd of values) {
      expect(() => read({ ...record, [field]: absurd }, new JsonPath(name)), JSON.stringify(absurd)).toThrow(WireError);
    }
  });

  it.each([
    ['bucket_start', ABSURD.time],
    ['bucket_open', ABSURD.real],
    ['bucket_seconds', ABSURD.seconds],
  ] as const)('keeps a tick whose %s alone is absurd', (field, values) => {
    for (const absurd of values) {
      const drift = createSchemaDrift();
      expect(parseTick({ ...tick, [field]: absurd }, new JsonPath('tick', null, drift), 'X').price).toBe(97_000.5);
      expect([...drift.drainLeftOut().keys()]).toEqual([`tick.${field}`]);
    }
  });

  it.each([
    ['last', ABSURD.shownPrice],
    ['volume', ABSURD.volume],
    ['price_change_percent', ABSURD.percent],
    ['at', ABSURD.time],
  ] as const)('keeps a ticker whose %s alone is absurd', (field, values) => {
    for (const absurd of values) {
      const drift = createSchemaDrift();
      const ticker = parseTicker({ low: '0.4', last: '0.5', [field]: absurd }, new JsonPath('ticker', null, drift));
      expect(ticker.low, JSON.stringify(absurd)).toBe(400_000);
      expect([...drift.drainLeftOut().keys()]).toEqual([`ticker.${field}`]);
    }
  });
});

describe('a stream message with one absurd value', () => {
  it.each([
    ['order', LISTS.orders!.row, 'created_at'],
    ['contract', LISTS.fills!.row, 'created_at'],
    ['position', LISTS.positions!.row, 'updated_at'],
    ['balance', streamBalance, 'updated_at'],
    ['101.trades', LISTS.trades!.row, 'created_at'],
    ['101.kline-1m', Object.values(LISTS['k-lines']!.row), 0],
  ])('reports one row of %s and keeps the others', (stream, row, field) => {
    const bad: unknown = Array.isArray(row) ? [NS, ...row.slice(1)] : { ...row, [field]: NS };
    const drift = createSchemaDrift();
    const messages = parseStreamMessage(JSON.stringify({ [stream]: [row, bad, row] }), drift);
    expect(messages.filter(({ kind }) => kind === 'unreadable')).toHaveLength(1);
    const rows = messages.flatMap((one): readonly object[] =>
      one.kind === 'unreadable' ? [] : one.kind === 'trades' ? one.trades : [one],
    );
    expect(rows).toHaveLength(2);
    expect([...drift.drainLeftOut().values()]).toMatchObject([{ count: 1 }]);
  });
});

describe('plausible ranges', () => {
  it('can be shown: no time in them is beyond what a date has', () => {
    for (const { min, max } of [PLAUSIBLE.eventTime, PLAUSIBLE.plannedTime]) {
      for (const ms of [min, max])
        expect(`${formatUtcDay(ms)} ${formatTimeMs(ms)} ${formatDateTime(ms, 0)}`).not.toContain('Invalid');
    }
  });

  it('are the only way to a number, an amount or a time', () => {
    const folder = new URL('../../../../src/wire/messages/', import.meta.url);
    const raw = /\b(?:readAnyTime|readUsd|readShares|readReal|readRoundedShares|readRounded)\b/;
    const users = readdirSync(folder).filter((name) => raw.test(readFileSync(new URL(name, folder), 'utf8')));
    expect(users).toEqual(['jsonReader.ts', 'plausible.ts', 'rounded.ts']);
  });
});
