/**
 * WebSocket server: authentication, subscriptions, snapshots.
 *
 * Source      docs/exchange-interface.md#streams; docs/assumptions.md#subscribed-message.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { PERIODS, type Period } from '#shared/market/candle.ts';
import { UNDERLYINGS } from '../../simulation/catalogue.ts';
import type { PaperMarket } from '../../simulation/world.ts';
import type { Core } from '../core.ts';
import { authenticate } from '../http/auth.ts';
import { encodeSnapshot } from '../http/encode.ts';
import { findInjectedRefusal } from '../http/faultyAnswer.ts';
import { checkGuard } from '../http/guard.ts';
import type { HttpServer } from '../http/httpServer.ts';
import { Refusal } from '../http/refusal.ts';
import type { Member } from '../members/members.ts';
import { encodeMessage, type Hub, type Listener } from './hub.ts';
import { openListener } from './listener.ts';

const PUBLIC_PATH = '/api/v2/websocket/public';
const PRIVATE_PATH = '/api/v2/websocket/private';
const REASONS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
};

export interface StreamServer {
  setPort(port: number): void;
  close(): void;
}

export function openStreamServer(http: HttpServer, core: Core, hub: Hub, token: string | null): StreamServer {
  const { server, connections } = http;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 65_536, perMessageDeflate: false });
  const symbols = new Set(UNDERLYINGS.map(({ symbol }) => symbol));
  let port = 0;

  const admit = (request: IncomingMessage): Member | null => {
    const refusal = checkGuard(request, port, token);
    if (refusal) throw refusal;
    connections.prove(request.socket);
    const target = request.url ?? '';
    const path = target.split('?', 1)[0];
    if (path !== PUBLIC_PATH && path !== PRIVATE_PATH) throw new Refusal(404, 'record.not_found');
    const injected = findInjectedRefusal(core, path);
    if (injected) throw injected;
    if (path === PUBLIC_PATH) return null;
    const signed = { method: 'GET', target, headers: request.headers, body: Buffer.alloc(0) };
    try {
      return authenticate(core.members, signed, core.clock.wallMs(), core.strictNonces);
    } catch (error) {
      throw error instanceof Refusal ? new Refusal(401, ...error.codes) : error;
    }
  };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    try {
      const member = admit(request);
      const hole = core.faults.isArmed && core.faults.take('black_hole', (request.url ?? '').split('?', 1)[0]!);
      if (hole) {
        core.later(hole.ms, () => socket.destroy());
        return;
      }
      sockets.handleUpgrade(request, socket, head, (client) => listen(client, request, member));
    } catch (error) {
      refuseUpgrade(socket, error instanceof Refusal ? error : new Refusal(404, 'record.not_found'));
    }
  });

  const listen = (client: WebSocket, request: IncomingMessage, member: Member | null): void => {
    const listener = openListener(client, request.socket, core, hub);
    const streams = listStreamNames(request.url ?? '')
      .map((word) => parseStreamName(word, core.markets.get, symbols))
      .filter((stream) => stream !== null)
      .filter((stream) => stream.kind !== 'private' || member !== null);
    core.world.advance(core.clock.nowMs());
    const names = streams.map(({ name }) => name);
    listener.send(JSON.stringify({ success: { message: 'subscribed', streams: names } }));
    sendSnapshots(listener, streams);
    for (const { kind, name } of streams) hub.subscribe(listener, name, kind === 'private' ? member!.account : null);
  };

  return {
    setPort(value) {
      port = value;
    },
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

/** One snapshot per market, for either of its two book streams. */
function sendSnapshots(listener: Listener, streams: readonly StreamName[]): void {
  const sent = new Set<string>();
  for (const stream of streams) {
    if ((stream.kind !== 'book' && stream.kind !== 'bookSnapshot') || sent.has(stream.market.slug)) continue;
    sent.add(stream.market.slug);
    listener.send(encodeMessage(`${stream.market.slug}.ob-snap`, encodeSnapshot(stream.market.book)));
  }
}

function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  const body = JSON.stringify({ errors: refusal.codes });
  socket.end(
    `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? 'Refused'}\r\n` +
      'Connection: close\r\nContent-Type: application/json; charset=utf-8\r\n' +
      'X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

type StreamName =
  | { readonly kind: 'book' | 'bookSnapshot' | 'trades'; readonly name: string; readonly market: PaperMarket }
  | { readonly kind: 'candle'; readonly name: string; readonly market: PaperMarket; readonly period: Period }
  | { readonly kind: 'underlying'; readonly name: string; readonly symbol: string }
  | { readonly kind: 'private'; readonly name: 'order' | 'contract' | 'balance' | 'position' };

const PRIVATE = ['order', 'contract', 'balance', 'position'] as const;
const MOST_STREAMS = 512;

/**
 * All `stream=` values of a request target, split at commas, without duplicates.
 *
 * Source      docs/exchange-interface.md#streams; docs/assumptions.md#stream-query: split raw, never percent-decoded.
 */
function listStreamNames(target: string): string[] {
  const cut = target.indexOf('?');
  if (cut < 0) return [];
  const words = new Set<string>();
  for (const part of target.slice(cut + 1).split('&')) {
    if (!part.startsWith('stream=')) continue;
    for (const word of part.slice('stream='.length).split(',')) if (word !== '') words.add(word);
  }
  return [...words].slice(0, MOST_STREAMS);
}

/** Parses a stream name, or null when the exchange has no such stream. */
function parseStreamName(
  name: string,
  marketOf: (slug: string) => PaperMarket | null,
  symbols: ReadonlySet<string>,
): StreamName | null {
  const own = PRIVATE.find((word) => word === name);
  if (own) return { kind: 'private', name: own };
  if (name.startsWith('crypto.')) {
    const symbol = name.slice('crypto.'.length);
    return symbols.has(symbol) ? { kind: 'underlying', name, symbol } : null;
  }
  const cut = name.lastIndexOf('.');
  const market = marketOf(name.slice(0, cut));
  const word = name.slice(cut + 1);
  if (!market) return null;
  if (word === 'ob-inc') return { kind: 'book', name, market };
  if (word === 'ob-snap') return { kind: 'bookSnapshot', name, market };
  if (word === 'trades') return { kind: 'trades', name, market };
  const period = (Object.keys(PERIODS) as Period[]).find((key) => word === `kline-${key}`);
  return period ? { kind: 'candle', name, market, period } : null;
}
