/**
 * WebSocket server: authentication, subscriptions, snapshots, pings, slow listeners.
 *
 * Source      docs/exchange-interface.md#streams; docs/assumptions.md#stream-heartbeat, #subscribed-message.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { UNDERLYINGS } from '../../simulation/catalogue.ts';
import type { Core } from '../core.ts';
import { authenticate } from '../http/auth.ts';
import { encodeSnapshot } from '../http/encode.ts';
import { checkGuard } from '../http/guard.ts';
import type { HttpServer } from '../http/httpServer.ts';
import { Refusal } from '../http/refusal.ts';
import type { Member } from '../members/members.ts';
import { encodeMessage, type Hub, type Listener } from './hub.ts';
import { listStreamNames, parseStreamName, type StreamName } from './streamNames.ts';

const PUBLIC_PATH = '/api/v2/websocket/public';
const PRIVATE_PATH = '/api/v2/websocket/private';
const PING_MS = 54_000;
const SILENCE_MS = 60_000;
const MOST_WAITING = 256;
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
    if (path === PUBLIC_PATH) return null;
    if (path !== PRIVATE_PATH) throw new Refusal(404, 'record.not_found');
    const signed = { method: 'GET', target, headers: request.headers, body: Buffer.alloc(0) };
    try {
      return authenticate(core.members, signed, core.clock.wallMs());
    } catch (error) {
      throw error instanceof Refusal ? new Refusal(401, ...error.codes) : error;
    }
  };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    try {
      const member = admit(request);
      sockets.handleUpgrade(request, socket, head, (client) => listen(client, request.url ?? '', member));
    } catch (error) {
      refuseUpgrade(socket, error instanceof Refusal ? error : new Refusal(404, 'record.not_found'));
    }
  });

  const listen = (client: WebSocket, target: string, member: Member | null): void => {
    const listener = watch(client, hub);
    const streams = listStreamNames(target)
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

function watch(client: WebSocket, hub: Hub): Listener {
  let waiting = 0;
  let lastReceivedAt = performance.now();
  let silentUntil = 0;
  const listener: Listener = {
    silence(ms) {
      silentUntil = ms === 0 ? Number.POSITIVE_INFINITY : performance.now() + ms;
    },
    end: () => client.terminate(),
    send(text) {
      if (client.readyState !== client.OPEN || performance.now() < silentUntil) return;
      waiting += 1;
      // Send callbacks are late even for fast readers; bytes left in the buffer identify slow ones.
      if (waiting > MOST_WAITING && client.bufferedAmount > 0) {
        client.terminate();
        return;
      }
      client.send(text, () => {
        waiting -= 1;
      });
    },
  };
  const ping = setInterval(() => {
    if (performance.now() - lastReceivedAt > SILENCE_MS + PING_MS) client.terminate();
    else if (performance.now() >= silentUntil) client.ping();
  }, PING_MS);
  client.on('pong', () => {
    lastReceivedAt = performance.now();
  });
  client.on('message', (data, isBinary) => {
    lastReceivedAt = performance.now();
    if (!isBinary && data.toString() === 'ping') client.send('pong');
  });
  client.on('error', () => client.terminate());
  client.on('close', () => {
    clearInterval(ping);
    hub.drop(listener);
  });
  return listener;
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
