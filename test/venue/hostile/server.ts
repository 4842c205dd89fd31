/**
 * Small exchange that behaves until a scenario changes it: scripted server, book and account.
 *
 * Invariants  Shares no code with the embedded exchange, so that a misunderstanding is not on both sides.
 */

import { type Address, type Hex32, parseAddress, parseHex32 } from '#shared/units/ids.ts';
import { buildOutcomeTokenIds } from '#wire/eip712/positionId.ts';
import { wireOrder } from '../client.ts';
import { openScripted, type Scripted, type ServerConnection } from '../scripted.ts';
import { type Change, openServedBook, type ServedBook } from './servedBook.ts';

export const TIMESTAMP = '/api/v2/atlas/public/timestamp';
export const MARKETS = '/api/v2/pythia/public/markets';
export const BOOK = `${MARKETS}/101/order-book`;
export const TICKER = `${MARKETS}/101/ticker`;
export const KLINE = `${MARKETS}/101/k-line`;
export const RECENT = `${MARKETS}/101/contracts/recent`;
export const ORDERS = '/api/v2/pythia/orders';
export const PLACE = '/api/v2/atlas/account/orders';
export const BALANCES = '/api/v2/atlas/account/balances';
export const POSITIONS = '/api/v2/atlas/account/positions';
export const FILLS = '/api/v2/atlas/account/contracts';
export const REWARDS = '/api/v2/atlas/account/rewards/pending';
export const WALLET = '/api/v2/atlas/account/wallet';
export const MARKET_WALLET = `${WALLET}/markets/101`;

const usdc: Address = parseAddress(`0x${'c'.repeat(40)}`);
const condition: Hex32 = parseHex32(`0x${'5'.repeat(64)}`);
const tokenIds = buildOutcomeTokenIds(usdc, condition);

export const market = {
  id: 1,
  market_id: '101',
  title: 'Will it rain',
  status: 'open',
  yes_price: '0.55',
  last_price: '0.55',
  event_id: 1,
  ctf_yes_token_id: tokenIds.yes,
  ctf_no_token_id: tokenIds.no,
};

export const trade = {
  id: 1,
  market_id: '101',
  price: '0.55',
  volume: '1',
  state: 'active',
  taker_side: 'yes',
  created_at: '2026-01-01T00:00:00Z',
};

export const balance = { currency: 'usdc', balance_safe: '100', locked_safe: '0', balance: '0', locked: '0' };

export const wallet = {
  proxy_address: `0x${'a'.repeat(40)}`,
  owner_address: `0x${'b'.repeat(40)}`,
  signature_type: 2,
  exchange_address: `0x${'e'.repeat(40)}`,
  conditional_tokens_address: `0x${'d'.repeat(40)}`,
  usdc_address: usdc,
  chain_id: 137,
  domain_name: 'Exchange',
  safe_setup: { ready: true, calls: [] },
  safe_status: 'ready',
};

export interface Hostile extends Scripted {
  readonly book: ServedBook;
  /** Response of both wallet endpoints. */
  readonly wallet: { owner_address: string };
  /** Changes the book and sends the increment to its connections. */
  sendChange(): Change;
  /** Delivers an increment to a connection; at once by default. */
  deliver: (connection: ServerConnection, change: Change) => void;
  bookConnections(): ServerConnection[];
  greet(connection: ServerConnection): void;
}

export async function openHostile(): Promise<Hostile> {
  const server = await openScripted();
  const book = openServedBook();
  const bookConnections = (): ServerConnection[] =>
    server.openConnections().filter((connection) => connection.streams.includes('101.ob-inc'));
  const hostile: Hostile = {
    ...server,
    book,
    wallet: { ...wallet },
    bookConnections,
    deliver: (connection, change) => connection.send({ '101.ob-inc': change }),
    sendChange() {
      const change = book.applyChange();
      for (const connection of bookConnections()) hostile.deliver(connection, change);
      return change;
    },
    greet(connection) {
      connection.send({ success: { message: 'subscribed', streams: connection.streams } });
      if (connection.streams.includes('101.ob-inc')) connection.send({ '101.ob-snap': book.snapshot() });
    },
  };
  server.onConnection((connection) => hostile.greet(connection));
  server.on('GET', TIMESTAMP, (_, reply) => reply.text(200, String(Date.now())));
  const responses: Record<string, () => unknown> = {
    [MARKETS]: () => [market],
    [BOOK]: () => book.rest(),
    [TICKER]: () => ({ last: '0.55', price_change_percent: '+1.00%' }),
    [KLINE]: () => [[1767225600, '0.5', '0.6', '0.4', '0.55', '12']],
    [RECENT]: () => [trade],
    [ORDERS]: () => [],
    [`${ORDERS}/305`]: () => wireOrder,
    [BALANCES]: () => [balance],
    [POSITIONS]: () => [],
    [FILLS]: () => [],
    [REWARDS]: () => [],
    [WALLET]: () => hostile.wallet,
    [MARKET_WALLET]: () => ({
      ...hostile.wallet,
      condition_id: condition,
      yes_token_id: tokenIds.yes,
      no_token_id: tokenIds.no,
    }),
  };
  for (const [path, build] of Object.entries(responses)) server.on('GET', path, (_, reply) => reply.json(200, build()));
  server.on('POST', PLACE, (_, reply) => reply.json(201, wireOrder));
  server.on('POST', `${ORDERS}/305/cancel`, (_, reply) => reply.json(200, { id: 305, state: 'cancel' }));
  return hostile;
}
