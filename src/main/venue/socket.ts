/**
 * Self-reconnecting WebSocket: connects, pings, reconnects with backoff, never gives up.
 *
 * Invariants  A connection without a pong in time is dropped, unless other messages arrive. Waits have full jitter.
 * Source      docs/exchange-interface.md#backoff; docs/assumptions.md#stream-pings.
 */
import http from 'node:http';
import https from 'node:https';
import WebSocket, { type RawData } from 'ws';
import { jitteredBackoffMs } from '#shared/base/backoff.ts';
import type { StreamHealth, StreamState } from '#shared/ipc/health.ts';
import type { StreamReason } from '#shared/market/streamReason.ts';
import { LockedError } from './errors.ts';
import { buildTlsOptions } from './network.ts';
import type { VenueProfile } from './profile.ts';
import { parseRetryAfter } from './retryAfter.ts';
import type { Timing } from './timing.ts';

export interface SocketOptions extends Timing {
  readonly name: string;
  readonly wsOrigin: string;
  /** Path and query, raw, as signed. */
  readonly target: string;
  /** Called for every attempt, because a signed upgrade needs a new nonce. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Of one message. */
  readonly maxBytes: number;
  readonly profile: VenueProfile;
  readonly onOpen: () => void;
  readonly onText: (text: string, receivedAtMs: number) => void;
  /** An open connection was lost. */
  readonly onLost: (reason: StreamReason) => void;
  /** An attempt failed before the connection was open; status and body are those of a refused upgrade. */
  readonly onFailed: (status: number | null, body: string) => void;
  readonly onHealth: () => void;
}

export interface Socket {
  health(): Omit<StreamHealth, 'gaps' | 'sinceMs'>;
  isOpen(): boolean;
  /** Pings now, so that a connection that is dead after sleep is dropped within the pong deadline. */
  probe(): void;
  /** Drops the connection and connects again after the backoff. */
  reconnect(reason: StreamReason): void;
  /** Closes and does not reconnect. */
  close(): void;
}

/** Not the global agents, which the environment may set to use a proxy. */
const HTTP_AGENT = new http.Agent();
const HTTPS_AGENT = new https.Agent();
const MAX_REFUSAL_BODY = 4_096;
const CLOSE_TIMEOUT_MS = 1_000;

interface Refusal {
  readonly status: number | null;
  readonly body: string;
  /** Shortest wait before the next attempt. */
  readonly minDelayMs: number;
}

const NO_REFUSAL: Refusal = { status: null, body: '', minDelayMs: 0 };

export function openSocket(options: SocketOptions): Socket {
  const { profile } = options;
  const timers = new Map<string, () => void>();
  let current: WebSocket | null = null;
  let at: StreamState = 'connecting';
  let attempt = 0;
  let reconnects = 0;
  let lastMessageAtMs: number | null = null;
  let retryAtMs: number | null = null;
  let reason: StreamReason | null = null;

  const setTimer = (name: string, delayMs: number, run: () => void): void => {
    timers.get(name)?.();
    timers.set(name, options.schedule(delayMs, run));
  };
  const clearTimers = (): void => {
    for (const cancel of timers.values()) cancel();
    timers.clear();
  };

  const retryLater = (cause: StreamReason, minDelayMs: number): void => {
    clearTimers();
    current = null;
    if (at === 'closed') return;
    const delayMs = minDelayMs + jitteredBackoffMs(profile.backoff, attempt, options.random);
    attempt += 1;
    at = 'waiting';
    reason = cause;
    retryAtMs = options.now() + delayMs;
    setTimer('retry', delayMs, connect);
    options.onHealth();
  };

  const fail = (socket: WebSocket, cause: StreamReason, { status, body, minDelayMs }: Refusal = NO_REFUSAL): void => {
    if (socket !== current) return;
    const wasOpen = at === 'open';
    retryLater(cause, minDelayMs);
    if (wasOpen) options.onLost(cause);
    else options.onFailed(status, body);
  };

  const drop = (socket: WebSocket, cause: StreamReason): void => {
    fail(socket, cause);
    socket.terminate();
  };

  const ping = (socket: WebSocket): void => {
    socket.ping();
    // Another ping does not extend the deadline of an outstanding pong.
    if (!timers.has('pong')) {
      setTimer('pong', profile.stream.pongMs, () => drop(socket, { code: 'noPong', parameters: {} }));
    }
  };

  const schedulePings = (socket: WebSocket): void => {
    setTimer('ping', profile.stream.pingMs, () => {
      ping(socket);
      schedulePings(socket);
    });
  };

  const clearPongDeadline = (): void => {
    timers.get('pong')?.();
    timers.delete('pong');
  };

  const attach = (socket: WebSocket): void => {
    socket.on('open', () => {
      if (socket !== current) return;
      at = 'open';
      reason = null;
      retryAtMs = null;
      schedulePings(socket);
      setTimer('stable', profile.stream.stableMs, () => {
        attempt = 0;
      });
      options.onOpen();
      options.onHealth();
    });
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (socket !== current) return;
      clearPongDeadline();
      lastMessageAtMs = options.now();
      const text = isBinary ? '' : data.toString();
      if (text === 'ping') socket.send('pong');
      else options.onText(text, lastMessageAtMs);
    });
    socket.on('pong', clearPongDeadline);
    socket.on('ping', clearPongDeadline);
    socket.on('unexpected-response', (request, response) => {
      let body = '';
      const onRefused = (): void => {
        const status = response.statusCode ?? null;
        const header = (name: string): string | null => String(response.headers[name] ?? '');
        const retryAfterMs = parseRetryAfter({ header }, options.now()) ?? 0;
        // 429 waits the base backoff at least.
        const minDelayMs =
          status === 429 ? Math.max(retryAfterMs, profile.backoff.baseMs) : status === 503 ? retryAfterMs : 0;
        fail(socket, { code: 'upgradeRefused', parameters: { status } }, { status, body, minDelayMs });
        request.destroy();
      };
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body = (body + chunk).slice(0, MAX_REFUSAL_BODY);
      });
      response.on('end', onRefused);
      response.on('error', onRefused);
      setTimer('refusal', profile.stream.handshakeMs, onRefused);
    });
    socket.on('error', (error: Error & { readonly code?: unknown }) => {
      const systemCode = typeof error.code === 'string' ? error.code : null;
      drop(socket, { code: 'connectionFailed', parameters: { systemCode } });
    });
    socket.on('close', (closeCode: number) => fail(socket, { code: 'closedByExchange', parameters: { closeCode } }));
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
          maxPayload: Math.min(profile.stream.maxPayloadBytes, options.maxBytes),
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
        retryLater({ code: 'notSigned', parameters: { isLocked: error instanceof LockedError } }, 0);
        options.onFailed(null, '');
      },
    );
  };

  connect();
  return {
    health: () => ({ name: options.name, at, lastMessageAtMs, reconnects, retryAtMs, reason }),
    isOpen: () => at === 'open',
    probe() {
      if (at === 'open' && current) ping(current);
    },
    reconnect(cause) {
      if (current) drop(current, cause);
    },
    close() {
      at = 'closed';
      clearTimers();
      const socket = current;
      current = null;
      if (!socket) return;
      if (socket.readyState === WebSocket.OPEN) {
        socket.close(1000);
        const cancelTerminate = options.schedule(CLOSE_TIMEOUT_MS, () => socket.terminate());
        socket.once('close', cancelTerminate);
      } else socket.terminate();
    },
  };
}
