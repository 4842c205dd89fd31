/**
 * HTTP connection pool to one origin: sends exact bytes, returns whole texts.
 *
 * Invariants  The target is sent as given; redirects are never followed; responses are bounded in time and size.
 * Errors      TransportError, nothing else; a response with any status is returned.
 */
import { Pool } from 'undici';
import type { TransportFault } from '#shared/ipc/health.ts';
import { TransportError } from './errors.ts';
import { buildTlsOptions } from './network.ts';
import type { VenueProfile } from './profile.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query, as signed. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a request without a body. */
  readonly body: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  /** By lower-case name; null when absent. */
  header(name: string): string | null;
}

export interface Http {
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export function openHttp(origin: string, connections: number, profile: VenueProfile['http']): Http {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    headersTimeout: profile.headersMs,
    bodyTimeout: profile.bodyMs,
    keepAliveTimeout: profile.keepAliveMs,
    maxResponseSize: profile.maxResponseBytes,
    connect: { ...buildTlsOptions(origin), timeout: profile.connectMs },
  });
  return {
    async send({ method, target, headers, body }) {
      try {
        const response = await pool.request({
          method,
          path: target,
          headers: {
            accept: 'application/json',
            ...(body === '' ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          body: body === '' ? null : body,
          signal: AbortSignal.timeout(profile.totalMs),
        });
        const text = await response.body.text();
        return {
          status: response.statusCode,
          text,
          header(name) {
            const value = response.headers[name];
            return value === undefined ? null : Array.isArray(value) ? (value[0] ?? null) : value;
          },
        };
      } catch (error) {
        throw toTransportError(error, `${method} ${target}`);
      }
    },
    close: () => pool.destroy(),
  };
}

const FAULTS: Readonly<Record<string, TransportFault>> = {
  ECONNREFUSED: 'connect',
  ENOTFOUND: 'connect',
  EAI_AGAIN: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'tooLarge',
  UND_ERR_HEADERS_OVERFLOW: 'tooLarge',
  UND_ERR_DESTROYED: 'closed',
};

function toTransportError(error: unknown, request: string): TransportError {
  const code = systemCodeOf(error);
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const isTls = code !== null && (/^(ERR_TLS|CERT_|UNABLE_TO_)/.test(code) || code.includes('SELF_SIGNED'));
  const fault = isTimeout ? 'timeout' : isTls ? 'connect' : ((code === null ? undefined : FAULTS[code]) ?? 'lost');
  return new TransportError(fault, request, code);
}

function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as Error & { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null;
}
