/**
 * Who may speak to the loopback server at all: no browser page, no other host name, nobody without the launch's token.
 *
 * Errors      Answers a Refusal or null; runs before routing, on requests and on upgrades alike.
 */
import { timingSafeEqual } from 'node:crypto';
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

/** Compares in a time that tells the length alone, which is no secret: tokens and signatures have one. */
export function equalText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')];
  return left.length === right.length && timingSafeEqual(left, right);
}
