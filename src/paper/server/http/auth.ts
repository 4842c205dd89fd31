/**
 * Authentication of private requests: HMAC-SHA256 over nonce, key, method, target and body as received.
 *
 * Errors      Throws a Refusal: 422 for missing headers, 401 otherwise.
 * Source      docs/exchange-interface.md#authentication; docs/assumptions.md#clock-window, #auth-codes, #strict-nonces.
 */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseInteger } from '#shared/units/numbers.ts';
import type { Member, Members } from '../members/members.ts';
import { equalText } from './guard.ts';
import type { StrictNonces } from './nonces.ts';
import { Refusal } from './refusal.ts';

const WINDOW_MS = 5_000;

export interface SignedRequest {
  readonly method: string;
  /** Path and query as in the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** `strict`: null checks only the nonce's distance from the clock. */
export function authenticate(
  members: Members,
  request: SignedRequest,
  wallMs: number,
  strict: StrictNonces | null,
): Member {
  const { headers } = request;
  const apiKey = headers['x-auth-apikey'];
  const nonce = headers['x-auth-nonce'];
  const signature = headers['x-auth-signature'];
  if (typeof apiKey !== 'string' || typeof nonce !== 'string' || typeof signature !== 'string') {
    throw new Refusal(422, 'authz.invalid_api_key_headers');
  }
  if (!/^\d{1,15}$/.test(nonce) || /^0+$/.test(nonce)) throw new Refusal(401, 'authz.nonce_not_valid_timestamp');
  if (Math.abs(wallMs - parseInteger(nonce)) >= WINDOW_MS) throw new Refusal(401, 'authz.nonce_expired');
  const known = members.key(apiKey);
  if (!known) throw new Refusal(401, 'authz.unexistent_apikey');
  const expected = createHmac('sha256', known.secret)
    .update(nonce + apiKey + request.method.toUpperCase() + request.target, 'latin1')
    .update(request.body)
    .digest('hex');
  if (!equalText(signature.toLowerCase(), expected)) throw new Refusal(401, 'authz.invalid_signature');
  strict?.note(apiKey, parseInteger(nonce), wallMs);
  return known.member;
}
