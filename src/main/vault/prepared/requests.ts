/**
 * Requests that may be authenticated while the keys are locked: reads of the account, and two kinds of posts.
 *
 * Shape       Judges the very message whose HMAC is asked for: nonce, API key, method, target and body without separators.
 * Invariants  What is not listed here is refused. A nonce is of this minute, so that nothing is authenticated ahead.
 * Source      docs/decisions/0029-prepared-exits.md; docs/exchange-interface.md#authentication
 */
import { MAX_CLOCK_OFFSET_MS } from '#shared/order/expiry.ts';
import { parseInteger } from '#shared/units/numbers.ts';

export type LockedRequest =
  | { readonly kind: 'read' }
  /** Allowed for an order of the pack. */
  | { readonly kind: 'cancel'; readonly orderId: string }
  /** Allowed for one prepared body, once. */
  | { readonly kind: 'post'; readonly body: string };

const NONCE_DIGITS = 13;
const PLACE = 'POST/api/v2/atlas/account/orders';
const CANCEL = /^POST\/api\/v2\/pythia\/orders\/([A-Za-z0-9-]{1,64})\/cancel$/;

const READS: readonly RegExp[] = [
  /^GET\/api\/v2\/atlas\/account\/(?:balances|rewards\/pending|wallet)$/,
  /^GET\/api\/v2\/atlas\/account\/wallet\/markets\/[A-Za-z0-9_-]{1,128}$/,
  /^GET\/api\/v2\/atlas\/account\/(?:contracts|positions)\?page=\d{1,6}&limit=\d{1,6}$/,
  /^GET\/api\/v2\/pythia\/orders\?state=(?:wait|done|cancel|reject)&page=\d{1,6}&limit=\d{1,6}$/,
  /^GET\/api\/v2\/pythia\/orders\/[A-Za-z0-9-]{1,64}$/,
  /^GET\/api\/v2\/websocket\/private\?stream=order&stream=contract&stream=balance&stream=position$/,
];

/** What the message would authenticate; null for anything that is not allowed while the keys are locked. */
export function classifyRequest(message: string, apiKey: string, nowMs: number): LockedRequest | null {
  const nonce = message.slice(0, NONCE_DIGITS);
  if (!/^\d{13}$/.test(nonce) || Math.abs(parseInteger(nonce) - nowMs) > MAX_CLOCK_OFFSET_MS) return null;
  if (apiKey === '' || !message.startsWith(apiKey, NONCE_DIGITS)) return null;
  const request = message.slice(NONCE_DIGITS + apiKey.length);
  if (READS.some((allowed) => allowed.test(request))) return { kind: 'read' };
  const cancelled = CANCEL.exec(request)?.[1];
  if (cancelled !== undefined) return { kind: 'cancel', orderId: cancelled };
  return request.startsWith(`${PLACE}{`) ? { kind: 'post', body: request.slice(PLACE.length) } : null;
}
