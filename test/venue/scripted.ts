/** A scripted HTTP and WebSocket server: says what a test tells it to, and remembers what it heard. */
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface Heard {
  readonly method: string;
  /** Request target as it came, query included. */
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  json(status: number, body: unknown, headers?: Record<string, string>): void;
  text(status: number, body: string, headers?: Record<string, string>): void;
  /** Ends the connection without an answer. */
  drop(): void;
  /** Bytes as they are, past every rule of HTTP; the connection stays open. */
  raw(bytes: string): void;
  /** True once the client has left the connection. */
  isGone(): boolean;
}

type Handler = (heard: Heard, reply: Reply, count: number) => void;

export interface Line {
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly streams: readonly string[];
  readonly socket: WebSocket;
  isOpen(): boolean;
  say(message: unknown): void;
  /** Bytes as they are, past every rule of WebSocket. */
  raw(bytes: Uint8Array): void;
  snapshot(market: string, sequence: number, bids?: readonly (readonly [string, string])[]): void;
}

/** How an upgrade is refused: with a status, by bytes as they are, or by silence. */
export type Refusal =
  | { readonly status: number; readonly body: string; readonly headers?: string }
  | { readonly raw: string }
  | 'silence';

export interface Scripted {
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  readonly heard: Heard[];
  readonly lines: Line[];
  /** When each upgrade was asked for, refused ones included. */
  readonly upgradesAtMs: number[];
  /** The latest handler of a method and path (without its query) answers. */
  on(method: string, path: string, handler: Handler): void;
  requestsOf(path: string): Heard[];
  /** What to do with an upgrade: a status and body refuse it. */
  onUpgrade(decide: (target: string, count: number) => Refusal | null): void;
  onLine(greet: (line: Line) => void): void;
  openLines(): Line[];
  /** As if the server were gone: every connection is dropped, new ones at once. The port stays ours. */
  goAway(): void;
  comeBack(): void;
  /** Stops listening and drops every connection. */
  close(): Promise<void>;
}

export async function openScripted(): Promise<Scripted> {
  const handlers = new Map<string, { handler: Handler; count: number }>();
  const heard: Heard[] = [];
  const lines: Line[] = [];
  const upgradesAtMs: number[] = [];
  const sockets = new Set<Socket>();
  let decideUpgrade: (target: string, count: number) => Refusal | null = () => null;
  let greet: (line: Line) => void = (line) => line.say({ success: { message: 'subscribed', streams: line.streams } });
  let upgrades = 0;

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const item: Heard = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      heard.push(item);
      const entry = handlers.get(`${item.method} ${item.target.split('?')[0]}`);
      const reply: Reply = {
        json: (status, body, headers = {}) => reply.text(status, JSON.stringify(body), headers),
        text(status, body, headers = {}) {
          response.writeHead(status, { 'content-type': 'application/json', ...headers });
          response.end(body);
        },
        drop: () => request.socket.destroy(),
        raw: (bytes) => void request.socket.write(bytes),
        isGone: () => request.socket.destroyed,
      };
      if (!entry) reply.json(404, { errors: ['record.not_found'] });
      else {
        entry.count += 1;
        entry.handler(item, reply, entry.count);
      }
    });
  });
  let isAway = false;
  server.on('connection', (socket) => {
    sockets.add(socket);
    // A client that gives an upgrade up resets the connection, which HTTP no longer listens to by then.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (isAway) socket.destroy();
  });

  const webSockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const target = request.url ?? '';
    upgrades += 1;
    const refusal = decideUpgrade(target, upgrades);
    upgradesAtMs.push(Date.now());
    if (refusal === 'silence') return;
    if (refusal && 'raw' in refusal) {
      socket.write(refusal.raw);
      return;
    }
    if (refusal) {
      socket.end(
        `HTTP/1.1 ${refusal.status} Refused\r\nContent-Length: ${Buffer.byteLength(refusal.body)}\r\nConnection: close\r\n${refusal.headers ?? ''}\r\n${refusal.body}`,
      );
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      const line: Line = {
        target,
        headers: request.headers,
        streams: (target.split('?')[1] ?? '')
          .split('&')
          .filter((part) => part.startsWith('stream='))
          .map((part) => part.slice(7)),
        socket: webSocket,
        isOpen: () => webSocket.readyState === webSocket.OPEN,
        say: (message) => webSocket.send(typeof message === 'string' ? message : JSON.stringify(message)),
        raw: (bytes) => void socket.write(bytes),
        snapshot: (market, sequence, bids = [['0.50', '10']]) =>
          line.say({ [`${market}.ob-snap`]: { bids, asks: [['0.60', '10']], sequence } }),
      };
      lines.push(line);
      greet(line);
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    wsBaseUrl: `ws://127.0.0.1:${port}`,
    heard,
    lines,
    upgradesAtMs,
    on: (method, path, handler) => {
      handlers.set(`${method} ${path}`, { handler, count: 0 });
    },
    requestsOf: (path) => heard.filter((item) => item.target.split('?')[0] === path),
    onUpgrade: (decide) => {
      decideUpgrade = decide;
    },
    onLine: (next) => {
      greet = next;
    },
    openLines: () => lines.filter((line) => line.isOpen()),
    goAway() {
      isAway = true;
      for (const socket of sockets) socket.destroy();
    },
    comeBack() {
      isAway = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
