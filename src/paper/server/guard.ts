/**
 * Who may speak to the loopback server at all: no browser page, no other host name, nobody without the launch's token.
 *
 * Errors      Answers a Refusal or null; runs before routing, on requests and on upgrades alike.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

export const TOKEN_HEADER = 'x-adyton-paper';

/** `token` null: standalone, where Host and Origin checks stay. */
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

/** Compares in constant time whatever the lengths are. */
export function equalText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(a), digest(b));
}
