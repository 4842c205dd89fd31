/**
 * HTTP server: guard, routing, authentication, bounded bodies, JSON responses.
 *
 * Errors      Every failure is `{errors: [code]}`; anything but a Refusal is `server.internal_error` without details.
 * Source      docs/exchange-interface.md#endpoints, #errors.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Core } from '../core.ts';
import { authenticate } from './auth.ts';
import { type Connections, limitConnections } from './connections.ts';
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

  const answer = (request: IncomingMessage, body: Buffer): Reply => {
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
      core.persistence.flush();
      return reply;
    }
    const closed = findPrivate(method, path);
    if (!closed) throw new Refusal(404, 'record.not_found');
    const member = authenticate(core.members, { method, target, headers: request.headers, body }, core.clock.wallMs());
    const call: Call = { core, params: closed.params, query, body, address, nowMs };
    const reply = closed.route.answer(call, member);
    // Persist before responding.
    core.persistence.flush();
    return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'private, no-store' } };
  };

  /** Injected refusals and delays; operator endpoints are exempt. */
  const faultOf = (path: string): Refusal | null => {
    const { faults } = core;
    if (!faults.isArmed || path.startsWith('/operator/')) return null;
    if (faults.findBlock(path, performance.now())) return new Refusal(429, 'server.too_many_requests');
    const failure = faults.take('server_error', path);
    if (failure) return new Refusal(failure.status, 'server.internal_error');
    const refused = faults.take('refusal', path);
    return refused ? new Refusal(refused.status, refused.code) : null;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const isArmed = core.faults.isArmed && !path.startsWith('/operator/');
    try {
      const guarded = checkGuard(request, port, token);
      if (guarded) throw guarded;
      if (!connections.prove(request.socket)) return;
      const refusal = faultOf(path);
      if (refusal) throw refusal;
      const body = await readAll(request);
      const { status = 200, value, headers = {} } = answer(request, body);
      if (isArmed) {
        const slow = core.faults.take('slow_answer', path);
        if (slow) await new Promise<void>((resolve) => core.later(slow.ms, resolve));
        if (core.faults.take('lost_answer', path)) {
          request.socket.destroy();
          return;
        }
      }
      send(response, status, value, headers);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'server.internal_error');
      // The unread rest of a refused body must not be parsed as the next request.
      const headers = { 'Cache-Control': 'no-store', ...(request.complete ? {} : { Connection: 'close' }) };
      send(response, refusal.status, { errors: refusal.codes }, headers);
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
  status: number,
  value: unknown,
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
  response.end(text);
}
