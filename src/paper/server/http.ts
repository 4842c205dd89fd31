/**
 * The HTTP side: guard, routing, authentication, bodies within their bounds, answers as plain JSON.
 *
 * Errors      Every failure is `{errors: [code]}`; what is not a Refusal is `server.internal_error` and says no more.
 * Source      exchange-interface, Endpoints and Errors.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { authenticate } from './auth.ts';
import type { Core } from './core.ts';
import { checkGuard } from './guard.ts';
import { isAddress } from './hex.ts';
import { DEPOSIT } from './members.ts';
import { buildPrivateRoutes, readBody } from './privateRoutes.ts';
import { PUBLIC_ROUTES } from './publicRoutes.ts';
import { Refusal } from './refusal.ts';
import { type Call, matchPath, type PrivateRoute, type PublicRoute, type Reply } from './route.ts';

const MAX_BODY = 65_536;
const REQUEST_MS = 5_000;
const EMBEDDED_SOCKETS = 32;
const STANDALONE_SOCKETS = 256;

/** What the operator of the exchange may do: open members. Outside `/api/v2`, so no part of the interface. */
const OPERATOR_ROUTE: PublicRoute = {
  method: 'POST',
  path: '/operator/members',
  answer({ core, body, nowMs }) {
    const { owner } = readBody(body);
    if (!isAddress(owner) || BigInt(owner) === 0n) throw new Refusal(422, 'operator.invalid_owner');
    const { member, apiKey, apiSecret } = core.members.open(owner, nowMs);
    return {
      status: 201,
      value: { api_key: apiKey, api_secret: apiSecret, safe: member.safe, deposit: `${DEPOSIT}`, currency: 'usdc' },
      headers: { 'Cache-Control': 'no-store' },
    };
  },
};

export interface HttpSide {
  readonly server: Server;
  /** Known once the server listens. */
  setPort(port: number): void;
}

export function buildHttpSide(core: Core, token: string | null): HttpSide {
  const publicRoutes = [...PUBLIC_ROUTES, OPERATOR_ROUTE];
  const privateRoutes = buildPrivateRoutes();
  let port = 0;

  const answer = (request: IncomingMessage, body: Buffer): Reply => {
    const target = request.url ?? '';
    const cut = target.indexOf('?');
    const path = cut < 0 ? target : target.slice(0, cut);
    const query = new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1));
    const method = request.method ?? '';
    const nowMs = core.clock.nowMs();
    core.world.advance(nowMs);
    const open = find(publicRoutes, method, path);
    if (open) return open.route.answer({ core, params: open.params, query, body, nowMs });
    const closed = find(privateRoutes, method, path);
    if (!closed) throw new Refusal(404, 'record.not_found');
    const member = authenticate(core.members, { method, target, headers: request.headers, body }, core.clock.wallMs());
    const call: Call = { core, params: closed.params, query, body, nowMs };
    const reply = closed.route.answer(call, member);
    return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'private, no-store' } };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const refusal = checkGuard(request, port, token);
      if (refusal) throw refusal;
      const body = await readAll(request);
      const { status = 200, value, headers = {} } = answer(request, body);
      send(response, status, value, headers);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'server.internal_error');
      // What is left of a body that was refused unread must not be taken for the next request.
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
  server.maxConnections = token === null ? STANDALONE_SOCKETS : EMBEDDED_SOCKETS;
  return {
    server,
    setPort(value) {
      port = value;
    },
  };
}

function find<R extends PublicRoute | PrivateRoute>(
  routes: readonly R[],
  method: string,
  path: string,
): { route: R; params: Record<string, string> } | null {
  for (const route of routes) {
    const params = route.method === method ? matchPath(route.path, path) : null;
    if (params) return { route, params };
  }
  return null;
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Refusal(413, 'server.body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
