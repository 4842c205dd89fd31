/**
 * One WebSocket that is always meant to be open: connects, watches, reconnects and never gives up.
 *
 * Invariants  A connection that owes a pong, and sends nothing else, is dropped; the wait before the next attempt has full jitter.
 * Source      exchange-interface, Limits rule 3; docs/assumptions.md#stream-pings.
 */
import http from 'node:http';
import https from 'node:https';
import WebSocket, { type RawData } from 'ws';
import type { StreamHealth } from '#shared/ipc/views.ts';
import { buildTlsOptions } from './network.ts';
import type { VenueProfile } from './profile.ts';
import { parseRetryAfter } from './rest.ts';
import { backoffMs, type Timing } from './timing.ts';

export interface SocketOptions extends Timing {
  readonly name: string;
  readonly wsOrigin: string;
  /** Path and query, raw, as signed. */
  readonly target: string;
  /** Made anew for every attempt: a signed upgrade carries a fresh nonce. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  readonly profile: VenueProfile;
  readonly onOpen: () => void;
  readonly onText: (text: string, receivedAtMs: number) => void;
  /** After an open connection was lost. */
  readonly onLost: (why: string) => void;
  /** An attempt failed before it was open; the body is that of a refused upgrade. */
  readonly onFailed: (why: string, status: number | null, body: string) => void;
  readonly onHealth: () => void;
}

export interface Socket {
  health(): Omit<StreamHealth, 'gaps'>;
  isOpen(): boolean;
  /** Pings now: a connection that slept with the machine shows itself within the pong's time. */
  probe(): void;
  /** Drops the connection and connects again after the back-off. */
  recycle(why: string): void;
  /** Closes for good. */
  close(): void;
}

/** Own agents: the global ones may be set to use a proxy by the environment. */
const HTTP_AGENT = new http.Agent();
const HTTPS_AGENT = new https.Agent();
const MAX_REFUSAL_BODY = 4_096;

export function openSocket(options: SocketOptions): Socket {
  const { profile } = options;
  const timers = new Map<string, () => void>();
  let current: WebSocket | null = null;
  let at: StreamHealth['at'] = 'connecting';
  let attempt = 0;
  let reconnects = 0;
  let lastMessageAtMs: number | null = null;
  let retryAtMs: number | null = null;
  let why: string | null = null;

  const setTimer = (name: string, delayMs: number, fn: () => void): void => {
    timers.get(name)?.();
    timers.set(name, options.schedule(delayMs, fn));
  };
  const clearTimers = (): void => {
    for (const cancel of timers.values()) cancel();
    timers.clear();
  };

  const retryLater = (reason: string, leastMs: number): void => {
    clearTimers();
    current = null;
    if (at === 'closed') return;
    const delayMs = leastMs + backoffMs(profile.backoff, attempt, options.random);
    attempt += 1;
    at = 'waiting';
    why = reason;
    retryAtMs = options.now() + delayMs;
    setTimer('retry', delayMs, connect);
    options.onHealth();
  };

  const fail = (
    socket: WebSocket,
    reason: string,
    { status = null, body = '', leastMs = 0 }: { status?: number | null; body?: string; leastMs?: number } = {},
  ): void => {
    if (socket !== current) return;
    const wasOpen = at === 'open';
    retryLater(reason, leastMs);
    if (wasOpen) options.onLost(reason);
    else options.onFailed(reason, status, body);
  };

  const drop = (socket: WebSocket, reason: string): void => {
    fail(socket, reason);
    socket.terminate();
  };

  const ping = (socket: WebSocket): void => {
    socket.ping();
    // A pong that is owed already keeps its time, whatever is pinged since.
    if (!timers.has('pong')) setTimer('pong', profile.stream.pongMs, () => drop(socket, 'No pong in time'));
  };

  const watch = (socket: WebSocket): void => {
    setTimer('ping', profile.stream.pingMs, () => {
      ping(socket);
      watch(socket);
    });
  };

  const attach = (socket: WebSocket): void => {
    const heard = (): void => {
      timers.get('pong')?.();
      timers.delete('pong');
    };
    socket.on('open', () => {
      if (socket !== current) return;
      at = 'open';
      why = null;
      retryAtMs = null;
      watch(socket);
      setTimer('stable', profile.stream.stableMs, () => {
        attempt = 0;
      });
      options.onOpen();
      options.onHealth();
    });
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (socket !== current) return;
      heard();
      lastMessageAtMs = options.now();
      const text = isBinary ? '' : data.toString();
      if (text === 'ping') socket.send('pong');
      else options.onText(text, lastMessageAtMs);
    });
    socket.on('pong', heard);
    socket.on('ping', heard);
    socket.on('unexpected-response', (request, response) => {
      let body = '';
      const refused = (): void => {
        const status = response.statusCode ?? null;
        const header = (name: string): string | null => String(response.headers[name] ?? '');
        // Throttled attempts wait what they are told, a second at least; others the back-off alone.
        const told = parseRetryAfter({ header }, options.now());
        const leastMs = status === 429 ? Math.max(told ?? 0, profile.backoff.baseMs) : status === 503 ? (told ?? 0) : 0;
        fail(socket, `The upgrade was refused with status ${status ?? 0}`, { status, body, leastMs });
        request.destroy();
      };
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body = (body + chunk).slice(0, MAX_REFUSAL_BODY);
      });
      response.on('end', refused);
      response.on('error', refused);
      setTimer('refusal', profile.stream.handshakeMs, refused);
    });
    socket.on('error', (error: Error & { readonly code?: unknown }) => {
      drop(socket, typeof error.code === 'string' ? `Connection failed (${error.code})` : 'Connection failed');
    });
    socket.on('close', (code: number) => fail(socket, `Closed by the exchange (${code})`));
  };

  const connect = (): void => {
    at = 'connecting';
    retryAtMs = null;
    if (attempt > 0) reconnects += 1;
    options.onHealth();
    options.headers().then(
      (headers) => {
        if (at === 'closed') return;
        const socket = new WebSocket(`${options.wsOrigin}${options.target}`, {
          headers,
          handshakeTimeout: profile.stream.handshakeMs,
          maxPayload: profile.stream.maxPayloadBytes,
          perMessageDeflate: false,
          followRedirects: false,
          agent: options.wsOrigin.startsWith('wss:') ? HTTPS_AGENT : HTTP_AGENT,
          ...buildTlsOptions(options.wsOrigin),
        });
        current = socket;
        attach(socket);
      },
      (error: unknown) => {
        if (at === 'closed') return;
        const reason = error instanceof Error ? error.message : 'No headers';
        retryLater(reason, 0);
        options.onFailed(reason, null, '');
      },
    );
  };

  connect();
  return {
    health: () => ({ name: options.name, at, lastMessageAtMs, reconnects, retryAtMs, why }),
    isOpen: () => at === 'open',
    probe() {
      if (at === 'open' && current) ping(current);
    },
    recycle(reason) {
      if (current) drop(current, reason);
    },
    close() {
      at = 'closed';
      clearTimers();
      const socket = current;
      current = null;
      if (!socket) return;
      if (socket.readyState === WebSocket.OPEN) {
        socket.close(1000);
        // A server that does not answer the close must not keep the connection.
        const cancel = options.schedule(1_000, () => socket.terminate());
        socket.once('close', cancel);
      } else socket.terminate();
    },
  };
}
