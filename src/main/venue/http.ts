/**
 * One kept-alive HTTP connection pool to one origin: sends exact bytes, answers whole text.
 *
 * Invariants  The target is sent as given; redirects are never followed; an answer is bounded in time and size.
 * Errors      TransportError, nothing else; any status is an answer.
 */
import { Pool } from 'undici';
import { TransportError, type TransportFault } from './errors.ts';
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
    maxResponseSize: profile.maxResponseBytes,
    connect: { ...buildTlsOptions(origin), timeout: profile.connectMs },
  });
  return {
    async send({ method, target, headers, body }) {
      try {
        const answer = await pool.request({
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
        const text = await answer.body.text();
        return {
          status: answer.statusCode,
          text,
          header(name) {
            const value = answer.headers[name];
            return value === undefined ? null : Array.isArray(value) ? (value[0] ?? null) : value;
          },
        };
      } catch (error) {
        throw asTransportError(error, `${method} ${target}`);
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

const WORDS: Readonly<Record<TransportFault, string>> = {
  connect: 'no connection',
  timeout: 'no answer in time',
  lost: 'a lost connection',
  tooLarge: 'an answer that is too large',
  redirect: 'a redirect',
  closed: 'a closed client',
};

function asTransportError(error: unknown, what: string): TransportError {
  const code = codeOf(error);
  const timedOut = error instanceof Error && error.name === 'TimeoutError';
  const tls = code !== null && (/^(ERR_TLS|CERT_|UNABLE_TO_)/.test(code) || code.includes('SELF_SIGNED'));
  const fault = timedOut ? 'timeout' : tls ? 'connect' : ((code === null ? undefined : FAULTS[code]) ?? 'lost');
  return new TransportError(
    fault,
    `Expected an answer to ${what}, found ${WORDS[fault]}${code === null ? '' : ` (${code})`}`,
  );
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as Error & { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null;
}
