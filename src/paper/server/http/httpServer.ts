/**
 * HTTP server: guard, routing, authentication, bounded bodies, JSON responses.
 *
 * Errors      Every failure is `{errors: [code]}`; anything but a Refusal is `server.internal_error` without details.
 * Source      docs/exchange-interface.md#endpoints, #errors.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Core, SeenRequest } from '../core.ts';
import { authenticate } from './auth.ts';
import { decideFate, findInjectedRefusal, isSwallowed, type Response } from './faultyAnswer.ts';
import { checkGuard } from './guard.ts';
import { buildIdentityRoutes } from './identityRoutes.ts';
import { OPERATOR_ROUTES } from './operatorRoutes.ts';
import { buildPrivateRoutes } from './privateRoutes.ts';
import { PUBLIC_ROUTES } from './publicRoutes.ts';
import { Refusal } from './refusal.ts';
import { buildRouter, type Call, type Reply } from './route.ts';

const MAX_BODY = 65_536;
const REQUEST_MS = 5_000;
/** Of the terminal: REST keeps a few connections alive, streams take one per group of markets. */
const EMBEDDED_LIMITS = { proven: 32, unproven: 8 };
const STANDALONE_LIMITS = { proven: 256, unproven: 64 };

export interface HttpServer {
  readonly server: Server;
  readonly connections: Connections;
  /** Set when the server listens. */
  setPort(port: number): void;
}

export function createHttpServer(core: Core, token: string | null): HttpServer {
  const findPublic = buildRouter([...PUBLIC_ROUTES, ...OPERATOR_ROUTES, ...buildIdentityRoutes()]);
  const findPrivate = buildRouter(buildPrivateRoutes());
  let port = 0;

  const persist = (): void => {
    try {
      core.persistence.flush();
    } catch {
      throw new Refusal(503, 'server.internal_error');
    }
  };
  const tryPersist = (): void => {
    try {
      core.persistence.flush();
    } catch {}
  };

  const answer = async (request: IncomingMessage, body: Buffer): Promise<Reply> => {
    const target = request.url ?? '';
    const cut = target.indexOf('?');
    const path = cut < 0 ? target : target.slice(0, cut);
    const query = new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1));
    const method = request.method ?? '';
    const nowMs = core.clock.nowMs();
    core.world.advance(nowMs);
    const address = request.socket.remoteAddress ?? '';
    const open = findPublic(method, path);
    if (open) {
      const reply = open.route.answer({ core, params: open.params, query, body, address, nowMs });
      if (method === 'GET') tryPersist();
      else persist();
      return reply;
    }
    const closed = findPrivate(method, path);
    if (!closed) throw new Refusal(404, 'record.not_found');
    const signed = { method, target, headers: request.headers, body };
    const member = authenticate(core.members, signed, core.clock.wallMs(), core.strictNonces);
    const call: Call = { core, params: closed.params, query, body, address, nowMs };
    const isCancel = closed.route.path.endsWith('/cancel');
    // What could not be kept is refused before it happens; reads and cancels go on without the disk.
    if (method !== 'GET' && !isCancel && core.persistence.isFailing()) persist();
    const reply = await closed.route.answer(call, member);
    // Persist before responding.
    if (method === 'GET' || isCancel) tryPersist();
    else persist();
    return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'private, no-store' } };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? '';
    const path = target.split('?', 1)[0]!;
    // Operator endpoints are exempt from faults.
    const isOperator = path.startsWith('/operator/');
    const report = (body: Buffer, seen: Omit<SeenRequest, 'atMs' | 'method' | 'target' | 'body'>): void => {
      if (isOperator) return;
      const method = request.method ?? '';
      core.onRequest?.({ atMs: core.clock.wallMs(), method, target, body: body.toString('utf8'), ...seen });
    };
    let body: Buffer = Buffer.alloc(0);
    try {
      const guarded = checkGuard(request, port, token);
      if (guarded) throw guarded;
      if (!connections.prove(request.socket)) return;
      if (!isOperator && isSwallowed(core, path, request.socket)) return;
      const refusal = isOperator ? null : findInjectedRefusal(core, path);
      if (refusal) throw refusal;
      body = await readAll(request);
      const { status = 200, value, headers = {} } = await answer(request, body);
      const fate = isOperator
        ? { kind: null, response: { status, value }, delayMs: 0 }
        : decideFate(core, path, status, value);
      report(body, { isExecuted: true, status, value, fault: fate.kind });
      if (fate.delayMs > 0) await new Promise<void>((resolve) => core.later(fate.delayMs, resolve));
      if (fate.response === null) request.socket.destroy();
      else send(response, fate.response, headers);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'server.internal_error');
      const value = { errors: refusal.codes };
      report(body, { isExecuted: false, status: refusal.status, value, fault: null });
      // The unread rest of a refused body must not be parsed as the next request.
      const headers = { 'Cache-Control': 'no-store', ...(request.complete ? {} : { Connection: 'close' }) };
      send(response, { status: refusal.status, value }, headers);
    }
  };

  const server = createServer(
    {
      maxHeaderSize: 8_192,
      requestTimeout: REQUEST_MS,
      headersTimeout: REQUEST_MS,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 60_000,
    },
    (request, response) => void serve(request, response),
  );
  const connections = limitConnections(server, token === null ? STANDALONE_LIMITS : EMBEDDED_LIMITS);
  return {
    server,
    connections,
    setPort(value) {
      port = value;
    },
  };
}

/** Reads even a body over the limit to its end: a client that is cut off while sending may not receive the response. */
function readAll(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BODY) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on('end', () => {
      if (length > MAX_BODY) reject(new Refusal(413, 'server.body_too_large'));
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    request.on('error', reject);
  });
}

function send(
  response: ServerResponse,
  { status, value, cutAfter }: Response,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  const text = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  if (cutAfter) response.write(text.slice(0, cutAfter(text)), () => response.destroy());
  else response.end(text);
}

interface ConnectionLimits {
  readonly unproven: number;
  readonly proven: number;
}

interface Connections {
  /** Marks a connection whose request passed the guard; false when the limit is reached and the connection was closed. */
  prove(socket: Socket): boolean;
}

/**
 * Connection limits of the loopback server: connections without a valid request are counted apart.
 *
 * Shape       A connection is unproven until its first request passes the guard. Above the limit of unproven connections the
 *             oldest one is closed, so that idle connections of other programs never take the place of the terminal's.
 */
function limitConnections(server: Server, limits: ConnectionLimits): Connections {
  const unproven = new Set<Socket>();
  const proven = new Set<Socket>();
  server.maxConnections = limits.unproven + limits.proven + 1;
  server.on('connection', (socket: Socket) => {
    unproven.add(socket);
    socket.once('close', () => {
      unproven.delete(socket);
      proven.delete(socket);
    });
    if (unproven.size <= limits.unproven) return;
    for (const oldest of unproven) {
      oldest.destroy();
      unproven.delete(oldest);
      break;
    }
  });
  return {
    prove(socket) {
      if (proven.has(socket)) return true;
      unproven.delete(socket);
      if (proven.size >= limits.proven) {
        socket.destroy();
        return false;
      }
      proven.add(socket);
      return true;
    },
  };
}
