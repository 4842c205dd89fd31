/**
 * Guard of the loopback server: checks Host, Origin and the launch token.
 *
 * Errors      Returns a Refusal or null; runs before routing, for requests and upgrades.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

const TOKEN_HEADER = 'x-adyton-paper';

/** `token` null: standalone, with Host and Origin checks only. */
export function checkGuard(request: IncomingMessage, port: number, token: string | null): Refusal | null {
  const { headers } = request;
  if (headers.host !== `127.0.0.1:${port}`) return new Refusal(421, 'server.misdirected_request');
  for (const name of Object.keys(headers)) {
    if (name === 'origin' || name.startsWith('sec-fetch-')) return new Refusal(403, 'server.browser_refused');
  }
  if (request.method === 'OPTIONS') return new Refusal(403, 'server.preflight_refused');
  if (token === null) return null;
  const given = headers[TOKEN_HEADER];
  return typeof given === 'string' && equalText(given, token) ? null : new Refusal(401, 'server.token_refused');
}

/** Constant-time comparison; only the length, which is public, affects the time. */
export function equalText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')];
  return left.length === right.length && timingSafeEqual(left, right);
}
