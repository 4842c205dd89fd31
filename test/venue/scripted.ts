/** Scripted HTTP and WebSocket server: responds as a test defines, and records requests. */
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface ReceivedRequest {
  readonly method: string;
  /** Raw request target with its query. */
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  json(status: number, body: unknown, headers?: Record<string, string>): void;
  text(status: number, body: string, headers?: Record<string, string>): void;
  /** Closes the connection without a response. */
  drop(): void;
  /** Raw bytes, not necessarily valid HTTP; the connection stays open. */
  raw(bytes: string): void;
  /** True once the client has closed the connection. */
  isGone(): boolean;
}

type Handler = (request: ReceivedRequest, reply: Reply, count: number) => void;

export interface ServerConnection {
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly streams: readonly string[];
  readonly socket: WebSocket;
  isOpen(): boolean;
  send(message: unknown): void;
  /** Raw bytes, not necessarily valid WebSocket frames. */
  raw(bytes: Uint8Array): void;
  snapshot(market: string, sequence: number, bids?: readonly (readonly [string, string])[]): void;
}

/** Refusal of an upgrade: a status, raw bytes, or no response. */
export type Refusal =
  | { readonly status: number; readonly body: string; readonly headers?: string }
  | { readonly raw: string }
  | 'silence';

export interface Scripted {
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  readonly requests: ReceivedRequest[];
  readonly connections: ServerConnection[];
  /** Time of each upgrade request, refused ones included. */
  readonly upgradesAtMs: number[];
  /** Sets the handler of a method and path (without query); the latest one responds. */
  on(method: string, path: string, handler: Handler): void;
  requestsOf(path: string): ReceivedRequest[];
  /** Sets the handler of upgrades; a returned status and body refuse one. */
  onUpgrade(decide: (target: string, count: number) => Refusal | null): void;
  onConnection(greet: (connection: ServerConnection) => void): void;
  openConnections(): ServerConnection[];
  /** Drops every connection, and new ones at once; the port stays bound. */
  goOffline(): void;
  goOnline(): void;
  /** Stops listening and drops every connection. */
  close(): Promise<void>;
}

export async function openScripted(): Promise<Scripted> {
  const handlers = new Map<string, { handler: Handler; count: number }>();
  const requests: ReceivedRequest[] = [];
  const connections: ServerConnection[] = [];
  const upgradesAtMs: number[] = [];
  const sockets = new Set<Socket>();
  let decideUpgrade: (target: string, count: number) => Refusal | null = () => null;
  let greet: (connection: ServerConnection) => void = (connection) =>
    connection.send({ success: { message: 'subscribed', streams: connection.streams } });
  let upgrades = 0;

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const item: ReceivedRequest = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(item);
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
    // A client that aborts an upgrade resets a connection that HTTP no longer handles.
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
      const connection: ServerConnection = {
        target,
        headers: request.headers,
        streams: (target.split('?')[1] ?? '')
          .split('&')
          .filter((part) => part.startsWith('stream='))
          .map((part) => part.slice(7)),
        socket: webSocket,
        isOpen: () => webSocket.readyState === webSocket.OPEN,
        send: (message) => webSocket.send(typeof message === 'string' ? message : JSON.stringify(message)),
        raw: (bytes) => void socket.write(bytes),
        snapshot: (market, sequence, bids = [['0.50', '10']]) =>
          connection.send({ [`${market}.ob-snap`]: { bids, asks: [['0.60', '10']], sequence } }),
      };
      connections.push(connection);
      greet(connection);
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
    requests,
    connections,
    upgradesAtMs,
    on: (method, path, handler) => {
      handlers.set(`${method} ${path}`, { handler, count: 0 });
    },
    requestsOf: (path) => requests.filter((item) => item.target.split('?')[0] === path),
    onUpgrade: (decide) => {
      decideUpgrade = decide;
    },
    onConnection: (next) => {
      greet = next;
    },
    openConnections: () => connections.filter((connection) => connection.isOpen()),
    goOffline() {
      isAway = true;
      for (const socket of sockets) socket.destroy();
    },
    goOnline() {
      isAway = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
