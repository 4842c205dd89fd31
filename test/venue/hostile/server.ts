/**
 * A small exchange that behaves until a scenario tells it not to: the scripted server, a book of its own, an account.
 *
 * Invariants  Nothing here is the embedded exchange's code, so that one misunderstanding is not on both sides.
 */

import { type Address, type Hex32, parseAddress, parseHex32 } from '#shared/units/ids.ts';
import { buildOutcomeTokenIds } from '#wire/eip712/positionId.ts';
import { wireOrder } from '../client.ts';
import { type Line, openScripted, type Scripted } from '../scripted.ts';
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
const legs = buildOutcomeTokenIds(usdc, condition);

export const market = {
  id: 1,
  market_id: '101',
  title: 'Will it rain',
  status: 'open',
  yes_price: '0.55',
  last_price: '0.55',
  event_id: 1,
  ctf_yes_token_id: legs.yes,
  ctf_no_token_id: legs.no,
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
  /** What both wallet endpoints serve. */
  readonly wallet: { owner_address: string };
  /** Moves the book and tells every connection that carries it. */
  move(): Change;
  /** How an increment reaches a connection; the default says it at once. */
  deliver: (line: Line, change: Change) => void;
  bookLines(): Line[];
  greet(line: Line): void;
}

export async function openHostile(): Promise<Hostile> {
  const server = await openScripted();
  const book = openServedBook();
  const bookLines = (): Line[] => server.openLines().filter((line) => line.streams.includes('101.ob-inc'));
  const hostile: Hostile = {
    ...server,
    book,
    wallet: { ...wallet },
    bookLines,
    deliver: (line, change) => line.say({ '101.ob-inc': change }),
    move() {
      const change = book.move();
      for (const line of bookLines()) hostile.deliver(line, change);
      return change;
    },
    greet(line) {
      line.say({ success: { message: 'subscribed', streams: line.streams } });
      if (line.streams.includes('101.ob-inc')) line.say({ '101.ob-snap': book.snapshot() });
    },
  };
  server.onLine((line) => hostile.greet(line));
  server.on('GET', TIMESTAMP, (_, reply) => reply.text(200, String(Date.now())));
  const answers: Record<string, () => unknown> = {
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
      yes_token_id: legs.yes,
      no_token_id: legs.no,
    }),
  };
  for (const [path, build] of Object.entries(answers)) server.on('GET', path, (_, reply) => reply.json(200, build()));
  server.on('POST', PLACE, (_, reply) => reply.json(201, wireOrder));
  server.on('POST', `${ORDERS}/305/cancel`, (_, reply) => reply.json(200, { id: 305, state: 'cancel' }));
  return hostile;
}
