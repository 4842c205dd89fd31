import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#main/vault/signing/secp256k1.ts';
import type { VenueProfile } from '#main/venue/profile.ts';
import { runDoctor } from '../../../src/cli/doctor/run.ts';
import { API_KEY, API_SECRET, wireOrder } from '../client.ts';
import {
  BALANCES,
  BOOK,
  type Hostile,
  KLINE,
  MARKET_WALLET,
  MARKETS,
  market,
  ORDERS,
  openHostile,
  PLACE,
  RECENT,
  TICKER,
  TIMESTAMP,
  trade,
  wallet,
} from './server.ts';
import { PRIVATE, STEADY } from './stage.ts';

const KEY = '11'.repeat(32);
const owner = addressOf(Uint8Array.from(Buffer.from(KEY, 'hex')));
/** Short enough to find every fault in seconds, long enough for a busy machine. */
const PROFILE: VenueProfile = { ...STEADY, http: { ...STEADY.http, totalMs: 1_000 } };
const WAIT_TIMES = { snapshotMs: 2_500, catchUpMs: 500, privateMs: 2_500 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'adyton-doctor-'));
  writeFileSync(path.join(folder, 'secret'), API_SECRET, { mode: 0o600 });
  writeFileSync(path.join(folder, 'key'), KEY, { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Output of the doctor on a server with one fault and a moving book. */
async function runOn(fault: (server: Hostile) => void, trade = false): Promise<string> {
  const server = await openHostile();
  fault(server);
  const moving = setInterval(() => server.sendChange(), 20);
  const lines: string[] = [];
  try {
    const args = [
      '--base-url',
      server.baseUrl,
      '--ws-base-url',
      server.wsBaseUrl,
      '--seconds',
      '1',
      '--api-key',
      API_KEY,
    ];
    args.push('--api-secret-file', path.join(folder, 'secret'));
    if (trade) args.push('--trade', '--key-file', path.join(folder, 'key'));
    await runDoctor(args, (line) => lines.push(line), PROFILE, WAIT_TIMES);
  } finally {
    clearInterval(moving);
    await server.close();
  }
  return lines.join('\n');
}

const FAULTS: readonly (readonly [string, (server: Hostile) => void, RegExp])[] = [
  ['time as text', (s) => s.on('GET', TIMESTAMP, (_, r) => r.text(200, '"noon"')), /FAILED +clock .*timestamp/],
  [
    'a clock that jumps',
    (s) => s.on('GET', TIMESTAMP, (_, r, n) => r.text(200, String(Date.now() + (n > 3 ? 3_600_000 : 0)))),
    /FAILED +clock, again +.*moved by 3[56]\d{5} ms/,
  ],
  [
    'a nonce window that refuses every request',
    (s) => s.on('GET', BALANCES, (_, r) => r.json(401, { errors: ['authz.nonce_expired'] })),
    /FAILED +authentication .*authz\.nonce_expired/,
  ],
  [
    'slow headers',
    (s) => s.on('GET', BOOK, (_, r) => r.raw('HTTP/1.1 200 OK\r\nX-')),
    /FAILED +order book .*no response in time/,
  ],
  [
    'a body cut short',
    (s) =>
      s.on('GET', TICKER, (_, r) => {
        r.raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{');
        r.drop();
      }),
    /FAILED +ticker .*lost connection/,
  ],
  ['a lost answer', (s) => s.on('GET', KLINE, (_, r) => r.drop()), /FAILED +k-line .*lost connection/],
  [
    'a wrong content type',
    (s) => s.on('GET', MARKETS, (_, r) => r.text(200, '<html>', { 'content-type': 'text/html' })),
    /FAILED +markets .*JSON[\s\S]*schema drift .*text\/html/,
  ],
  [
    'a redirect',
    (s) => s.on('GET', BOOK, (_, r) => r.text(302, '', { location: '/x' })),
    /FAILED +order book .*redirect/,
  ],
  ['a storm of 503', (s) => s.on('GET', TICKER, (_, r) => r.text(503, '')), /FAILED +ticker .*status 503/],
  [
    'a 429 without a body',
    (s) => s.on('GET', BALANCES, (_, r) => r.text(429, '', { 'retry-after': '60' })),
    /FAILED +authentication .*used up until/,
  ],
  [
    'a 429 with a body',
    (s) => s.on('GET', RECENT, (_, r) => r.json(429, { errors: ['a.b'] }, { 'retry-after': '60' })),
    /FAILED +recent contracts .*used up until/,
  ],
  [
    'a wrong type in a book',
    (s) => s.on('GET', BOOK, (_, r) => r.json(200, { yes_bids: [{ price: 0.5, volume: '1' }] })),
    /FAILED +order book .*yes_bids\[0\]\.price/,
  ],
  [
    'a wrong type in a trade',
    (s) => s.on('GET', RECENT, (_, r) => r.json(200, [{ ...trade, price: 1 }])),
    /FAILED +recent contracts .*\[0\]\.price/,
  ],
  [
    'one unreadable market',
    (s) => s.on('GET', MARKETS, (_, r) => r.json(200, [market, { id: 5 }])),
    /FAILED +markets .*markets\[1\]\.market_id/,
  ],
  [
    'an answer that is too large',
    (s) => s.on('GET', TICKER, (_, r) => r.text(200, 'x'.repeat(2_000_000))),
    /FAILED +ticker .*too large/,
  ],
  [
    'dropped increments',
    (s) => {
      s.deliver = (connection, change) => change.sequence % 7 !== 0 && connection.send({ '101.ob-inc': change });
    },
    /FAILED +book increments .*[1-9]\d* gaps; A gap before sequence/,
  ],
  [
    'swapped increments',
    (s) => {
      let delayed: unknown = null;
      s.deliver = (connection, change) => {
        if (change.sequence % 10 === 0) delayed = change;
        else {
          connection.send({ '101.ob-inc': change });
          if (delayed !== null) connection.send({ '101.ob-inc': delayed });
          delayed = null;
        }
      };
    },
    /FAILED +book increments .*gap/,
  ],
  [
    'repeated increments',
    (s) => {
      s.deliver = (connection, change) => [1, 2].map(() => connection.send({ '101.ob-inc': change }));
    },
    /FAILED +book increments .*received more than once/,
  ],
  [
    'a stream that is open and silent',
    (s) => {
      s.deliver = () => undefined;
    },
    /FAILED +book, stream and REST +REST is at sequence \d+, the stream is still at/,
  ],
  [
    'a stream that differs from the book',
    (s) => {
      s.deliver = (connection, change) =>
        connection.send({ '101.ob-inc': { ...change, bids: [['0.33', String(change.sequence)]] } });
    },
    /FAILED +book, stream and REST +The books differ at sequence/,
  ],
  [
    'a crossed book',
    (s) => {
      s.deliver = (connection, change) => connection.send({ '101.ob-inc': { ...change, bids: [['0.99', '1']] } });
    },
    /FAILED +book increments .*Bid is not below ask/,
  ],
  [
    'a wrong type in an increment',
    (s) => {
      s.deliver = (connection, change) => connection.send({ '101.ob-inc': { ...change, bids: [[0.5, '1']] } });
    },
    /FAILED +book increments .*bids\[0\]\[0\]/,
  ],
  [
    'half a frame',
    (s) => {
      s.deliver = (connection, change) => {
        if (change.sequence === 30) {
          connection.raw(Uint8Array.from([0x81, 0x7e, 1]));
          connection.socket.terminate();
        } else connection.send({ '101.ob-inc': change });
      };
    },
    /FAILED +book increments .*Closed by the exchange/,
  ],
  [
    'a huge frame',
    (s) => {
      s.deliver = (connection, change) => {
        if (change.sequence === 30) connection.raw(Uint8Array.from([0x81, 0x7f, 0, 0, 1, 0, 0, 0, 0, 0]));
        else connection.send({ '101.ob-inc': change });
      };
    },
    /FAILED +book increments .*WS_ERR_UNSUPPORTED_MESSAGE_LENGTH/,
  ],
  ['an upgrade without an answer', (s) => s.onUpgrade(() => 'silence'), /FAILED +book snapshot +\S/],
  [
    'an upgrade refused with 503',
    (s) => s.onUpgrade(() => ({ status: 503, body: '' })),
    /FAILED +book snapshot .*status 503/,
  ],
  [
    'a missing snapshot',
    (s) => {
      s.greet = (connection) => connection.send({ success: { message: 'subscribed', streams: connection.streams } });
    },
    /FAILED +book snapshot .*(No snapshot in time|None received)/,
  ],
  [
    '401 at the private upgrade',
    (s) =>
      s.onUpgrade((target) =>
        target.startsWith(PRIVATE) ? { status: 401, body: '{"errors":["authz.invalid_signature"]}' } : null,
      ),
    /FAILED +private streams .*status 401[\s\S]*error at Stream private .*The API secret does not belong to this API key/,
  ],
  [
    'a private stream refused without an error',
    (s) => {
      const good = s.greet;
      s.greet = (connection) =>
        connection.target.startsWith(PRIVATE)
          ? connection.send({ success: { message: 'subscribed', streams: ['order', 'balance', 'position'] } })
          : good(connection);
    },
    /FAILED +private streams +Not subscribed: contract/,
  ],
  [
    'an order in an unknown state',
    (s) => s.on('GET', ORDERS, (_, r) => r.json(200, [{ ...wireOrder, state: 'frozen' }])),
    /FAILED +error at Orders .*"frozen"/,
  ],
  [
    'an unreadable order',
    (s) => s.on('GET', ORDERS, (_, r) => r.json(200, [{ ...wireOrder, price: 5 }])),
    /FAILED +open orders .*orders\[0\]\.price/,
  ],
  [
    'an unknown field',
    (s) => s.on('GET', TICKER, (_, r) => r.json(200, { last: '0.5', mood: 1 })),
    /schema drift +Field ticker\.mood, seen once/,
  ],
  [
    'a market record of another wallet',
    (s) =>
      s.on('GET', MARKET_WALLET, (_, r) =>
        r.json(200, {
          ...wallet,
          chain_id: 1,
          condition_id: `0x${'5'.repeat(64)}`,
          yes_token_id: '1',
          no_token_id: '2',
        }),
      ),
    /FAILED +market record .*chain was 137 and is now 1/,
  ],
];

describe('the doctor', () => {
  it('finds nothing on the same server without a fault', async () => {
    const text = await runOn(() => undefined);
    expect(text).not.toContain('FAILED');
    expect(text).not.toContain('schema drift');
    expect(text).toContain('Nothing failed');
  });

  describe.concurrent('names', () => {
    it.each(FAULTS)('%s', async (_, fault, expected) => {
      expect(await runOn(fault)).toMatch(expected);
    });

    it('an order whose answer was lost', async () => {
      const text = await runOn((server) => {
        server.wallet.owner_address = owner;
        server.on('POST', PLACE, (_, reply) => reply.drop());
      }, true);
      expect(text).toMatch(
        /FAILED +order placed +unknown: .*connection was lost before the answer.* The order may be resting/,
      );
    });
  });
});
