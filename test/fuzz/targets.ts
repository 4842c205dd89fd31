/** Fuzz targets: the parser of every schema, with valid texts. */
import { parseRestBalances } from '#wire/messages/balance.ts';
import { parseCandleRows } from '#wire/messages/candleRow.ts';
import { decodeJson } from '#wire/messages/decodeJson.ts';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';
import { parseFills } from '#wire/messages/fill.ts';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import type { Reader } from '#wire/messages/jsonReader.ts';
import { parseMarketExtras, parseMarkets } from '#wire/messages/market.ts';
import { parseMember } from '#wire/messages/member.ts';
import { parseCancelResponse, parseOrder, parseOrders } from '#wire/messages/order.ts';
import { parseOrderBook } from '#wire/messages/orderBook.ts';
import { parsePositions } from '#wire/messages/position.ts';
import { parseRelayResponse } from '#wire/messages/relay.ts';
import { parsePendingRewards } from '#wire/messages/reward.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { parseSessionKeyGrant } from '#wire/messages/sessionKey.ts';
import { parseStreamMessage } from '#wire/messages/streamMessage.ts';
import { parseTicker } from '#wire/messages/ticker.ts';
import { parseTimestamp } from '#wire/messages/timestamp.ts';
import { parseTrades } from '#wire/messages/trade.ts';
import { parseMarketWallet, parseWallet } from '#wire/messages/wallet.ts';

export interface Target {
  readonly name: string;
  readonly read: (text: string) => unknown;
  readonly seeds: readonly string[];
}

/** Parses like the client: decode, track schema drift, parse. */
const json = (what: string, parse: Reader<unknown>, ...seeds: readonly unknown[]): Target => ({
  name: what,
  read(text) {
    const drift = createSchemaDrift();
    const value = parse(decodeJson(text, what), new JsonPath(what, null, drift));
    drift.drainUnknownFields();
    return value;
  },
  seeds: seeds.map((seed) => JSON.stringify(seed)),
});

const address = (digit: string): string => `0x${digit.repeat(40)}`;
const order = {
  id: 305,
  market: '101',
  side: 'yes',
  direction: 'buy',
  ord_type: 'limit',
  price: '0.5',
  state: 'wait',
  origin_volume: '10',
  remaining_volume: '7.5',
  filled_volume: '2.5',
  contracts_count: 1,
  locked: '5.05',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: 1767225600,
};
const fill = {
  id: 9,
  order_id: 305,
  price: '0.5',
  volume: '2.5',
  market: '101',
  side: 'yes',
  direction: 'buy',
  taker_side: '',
  fee: '0.01',
  created_at: 1767225600,
};
const position = {
  market: '101',
  outcome: 'yes',
  custody: 'self',
  qty: '10',
  locked_qty: '1',
  sellable_qty: '9',
  avg_price: '0.4512345678',
  realized_pnl: '-1.25',
  updated_at: '2026-01-01T00:00:00Z',
};
const trade = { id: 1, market_id: '101', price: '0.55', volume: '1', taker_side: 'no', created_at: 1767225600 };
const book = {
  yes_bids: [{ price: '0.49', side: 'yes', volume: '10' }],
  yes_asks: [['0.51', '4']],
  no_bids: [{ price: '0.49', side: 'no', volume: '4' }],
  no_asks: [],
  sequence: 12,
};
const row = [1767225600, '0.5', '0.6', '0.4', '0.55', '12'];
const market = {
  id: 1,
  market_id: '101',
  title: 'Will it rain',
  description: 'd',
  rules: 'r',
  category: 'c',
  status: 'open',
  result: '',
  image_url: null,
  open_at: '2026-01-01T00:00:00Z',
  close_at: '2026-12-01T00:00:00Z',
  determination_at: '2026-12-02T00:00:00Z',
  ctf_yes_token_id: '123456789012345678901234567890',
  ctf_no_token_id: '0xff',
  event_id: 3,
  event_slug: 'rain',
  event_title: 'Rain',
  event_rank: null,
  group_item_title: 'Today',
  last_price: '0.55',
  yes_price: '1',
  no_price: '0',
  volume_24h: '1234.5',
  quote_currency: 'usdc',
  outcome_labels: ['Yes', 'No'],
  resolution_source: 's',
  price_target: { floor_strike: 1.5, cap_strike: null, threshold: 1.5, comparator: 'gte' },
  price_settlement: {
    candle_start: '2026-01-01T00:00:00Z',
    granularity_seconds: 60,
    open: 1,
    close: 2,
    symbol: 'x',
    tie: false,
  },
  settlement_panel: { id: 1, name: 'n', terms_url: 'u', entries: [{ name: 'a', tier: 'primary', url: 'u' }] },
  terms: {
    kind: 'threshold',
    strike_type: 'greater_equal',
    floor_strike: 1,
    underlying: { source: 's', symbol: 'BTC-USD' },
    measure: { at: 'close', window_start: '2026-01-01T00:00:00Z', basis: 'close', granularity_seconds: 60 },
    settles_on: 'x',
  },
  kline: [row],
  order_book: book,
  recent_contracts: [trade],
};
const wallet = {
  proxy_address: address('a'),
  owner_address: address('b'),
  signature_type: 2,
  exchange_address: address('c'),
  conditional_tokens_address: address('d'),
  usdc_address: address('e'),
  chain_id: 137,
  domain_name: 'Exchange',
  safe_setup: {
    ready: false,
    calls: [{ to: address('f'), data: '0x095ea7b3', operation: 0, nonce: 0, hash: `0x${'1'.repeat(64)}` }],
  },
  safe_status: 'setup_required',
};
const marketWallet = { ...wallet, condition_id: `0x${'2'.repeat(64)}`, yes_token_id: '1', no_token_id: '2' };

const stream = (name: string, ...payloads: readonly unknown[]): Target => ({
  name: `stream ${name}`,
  read(text) {
    const drift = createSchemaDrift();
    const messages = parseStreamMessage(text, drift);
    drift.drainUnknownFields();
    return messages;
  },
  seeds: payloads.map((payload) => JSON.stringify({ [name]: payload })),
});

export const TARGETS: readonly Target[] = [
  json('markets', parseMarkets, [market], [market, { market_id: '2' }]),
  json('market extras', parseMarketExtras, market),
  json('order-book', parseOrderBook, book, { bids: [['0.4', '1']], asks: null, sequence: 3 }),
  json(
    'ticker',
    parseTicker,
    { last: '0.5', price_change_percent: '+1%' },
    { at: 1, ticker: { low: '0.1', high: 0.2, vol: '3' } },
  ),
  json('k-line', parseCandleRows, [row, [1767225660, 0, 0, 0, 0, 0]]),
  json('contracts', parseTrades, [trade], { trades: [trade] }),
  json('wallet', parseWallet, wallet),
  json('market wallet', parseMarketWallet, marketWallet),
  json('order', parseOrder, order),
  json('orders', parseOrders, [order, { ...order, id: 'a-1', state: 'pending' }]),
  json('cancel', parseCancelResponse, { id: 305, state: 'cancel' }),
  json('balances', parseRestBalances, [
    { currency: 'usdc', balance_safe: '10', locked_safe: '1', balance: '0', locked: '0' },
  ]),
  json('fills', parseFills, [fill]),
  json('positions', parsePositions, [position]),
  json('rewards', parsePendingRewards, [{ currency: 'usdc', amount: '1' }], { pending: '2' }, { rewards: [] }),
  json('session key', parseSessionKeyGrant, {
    safe: address('a'),
    handler_installed: true,
    expires_at: 1767225600,
    calls: wallet.safe_setup.calls,
  }),
  json('relay', parseRelayResponse, { tx: `0x${'3'.repeat(64)}` }),
  {
    name: 'member',
    read: parseMember,
    seeds: [JSON.stringify({ api_key: 'k', api_secret: 's', safe: address('a'), deposit: '10000', currency: 'usdc' })],
  },
  {
    name: 'timestamp',
    read: parseTimestamp,
    seeds: ['1767225600000', '"2026-01-01T00:00:00Z"', '{"timestamp":1767225600}'],
  },
  { name: 'error body', read: parseErrorCodes, seeds: ['{"errors":["a.b"]}', '{"error":"a.b"}', '{"errors":"a.b"}'] },
  stream('success', { message: 'subscribed', streams: ['order', '101.ob-inc'] }),
  stream('error', 'no', { message: 'no' }),
  stream('101.ob-snap', { bids: [['0.5', '1']], asks: [['0.6', '2.5']], sequence: 4 }, book),
  stream('101.ob-inc', { bids: [['0.5', '0']], asks: ['0.6', ''], sequence: 5 }, { asks: null, sequence: 6 }),
  stream('101.trades', { trades: [trade] }, [trade]),
  stream('101.kline-1m', row, [row, row]),
  stream('crypto.BTC-USD', {
    product_id: 'BTC-USD',
    price: 97000.5,
    timestamp: 1767225600,
    bucket_start: 1767225600,
    bucket_open: 96000,
    bucket_seconds: 60,
  }),
  stream('order', order, [order]),
  stream('contract', fill),
  stream('balance', { currency: 'usdc', balance: '10', locked: '1', available: '9', updated_at: '1767225600' }),
  stream('position', position),
];
