/** Client on a scripted server, with short waits and a known API secret. */
import { createHmac } from 'node:crypto';
import { DEFAULT_PROFILE, type VenueProfile } from '#main/venue/profile.ts';
import type { Credentials } from '#main/venue/rest.ts';
import { openVenue, type Venue, type VenueOptions } from '#main/venue/venue.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { Placement } from '#shared/order/placement.ts';
import { formatHealthError } from '#shared/text/health.ts';
import { parseIntentId, parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import type { ReceivedRequest, Scripted } from './scripted.ts';

export const API_KEY = 'key-1';
export const API_SECRET = 'secret-1';

export const CREDENTIALS: Credentials = {
  apiKey: API_KEY,
  sign: (message) => createHmac('sha256', API_SECRET).update(message, 'utf8').digest('hex'),
};

/** Short waits, for tests of time-outs and retries. */
export const QUICK: VenueProfile = {
  ...DEFAULT_PROFILE,
  http: {
    connectMs: 1_000,
    headersMs: 1_000,
    bodyMs: 1_000,
    totalMs: 300,
    maxResponseBytes: 1024 * 1024,
    keepAliveMs: 4_000,
    warmEveryMs: null,
  },
  clock: { samples: 3, everyMs: 300_000 },
  stream: { ...DEFAULT_PROFILE.stream, pingMs: 40, pongMs: 40, snapshotMs: 150, confirmMs: 100, stableMs: 1_000 },
  backoff: { baseMs: 20, capMs: 60 },
};

/** Quick retries and long time-outs, for the other tests: a busy machine must not look like a broken server. */
export const CALM: VenueProfile = {
  ...QUICK,
  http: { ...QUICK.http, connectMs: 10_000, headersMs: 10_000, bodyMs: 10_000, totalMs: 10_000 },
  stream: { ...QUICK.stream, pingMs: 60_000, snapshotMs: 60_000, confirmMs: 60_000 },
};

export function openClient(server: Scripted, options: Partial<VenueOptions> = {}): Venue {
  server.on('GET', '/api/v2/atlas/public/timestamp', (_, reply) => reply.text(200, String(Date.now())));
  return openVenue({
    baseUrl: server.baseUrl,
    wsBaseUrl: server.wsBaseUrl,
    network: 'test',
    extraHeaders: {},
    now: Date.now,
    random: () => 0.5,
    profile: CALM,
    ...options,
  });
}

/** True when the request's HMAC matches its exact target and body. */
export function isSignedRight(request: ReceivedRequest): boolean {
  const nonce = String(request.headers['x-auth-nonce']);
  const message = `${nonce}${API_KEY}${request.method}${request.target}${request.body}`;
  const expected = createHmac('sha256', API_SECRET).update(message, 'utf8').digest('hex');
  return request.headers['x-auth-apikey'] === API_KEY && request.headers['x-auth-signature'] === expected;
}

/** Text of the latest error in Health. */
export function lastErrorText(venue: Pick<Venue, 'health'>): string {
  const error = venue.health().errors.at(-1);
  return error ? formatHealthError(error) : '';
}

export const intent: OrderIntent = {
  intentId: parseIntentId('intent-0001'),
  market: parseMarketId('101'),
  side: 'yes',
  direction: 'buy',
  price: parsePrice('0.5'),
  shares: parseShares('10'),
  postOnly: false,
  bookVersion: null,
};

export const placement: Placement = { intent, signed: null };

export const wireOrder = {
  id: 305,
  market: '101',
  side: 'yes',
  direction: 'buy',
  ord_type: 'limit',
  price: '0.5',
  state: 'wait',
  origin_volume: '10',
  remaining_volume: '10',
  filled_volume: '0',
  contracts_count: 0,
  locked: '5.05',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
