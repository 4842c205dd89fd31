/**
 * HTTP connection pool to one origin: sends exact bytes, returns whole texts.
 *
 * Invariants  The target is sent as given; redirects are never followed; responses are bounded in time, and in size by what
 *             kind of answer they are (answerBounds.ts).
 * Errors      TransportError, nothing else; a response with any status is returned.
 */
import { type Dispatcher, Pool } from 'undici';
import type { TransportFault } from '#shared/market/readFailure.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { findAnswerBytes } from './answerBounds.ts';
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
  /** Called when the last byte was written to the socket. */
  onSent?(): void;
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
    async send(request) {
      try {
        return await dispatch(pool, request, profile);
      } catch (error) {
        throw toTransportError(error, `${request.method} ${request.target}`);
      }
    },
    close: () => pool.destroy(),
  };
}

/** Sends one request and reads its response whole, without the streams and signals of `pool.request`. */
function dispatch(
  pool: Pool,
  request: HttpRequest,
  { totalMs, maxResponseBytes }: VenueProfile['http'],
): Promise<HttpResponse> {
  const { method, target, body } = request;
  const headers = ['accept', 'application/json'];
  if (body !== '') headers.push('content-type', 'application/json');
  for (const [name, value] of Object.entries(request.headers)) headers.push(name, value);
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let timeout: Error | null = null;
    let status = 0;
    let responseHeaders: Readonly<Record<string, string | string[] | undefined>> = {};
    const chunks: Buffer[] = [];
    let mostBytes = 0;
    let bytes = 0;
    const timer = setTimeout(() => {
      timeout = Object.assign(new Error(`Expected the whole response within ${totalMs} ms, found it incomplete`), {
        name: 'TimeoutError',
      });
      controller?.abort(timeout);
      reject(timeout);
    }, totalMs);
    timer.unref();
    pool.dispatch(
      { method, path: target, headers, body: body === '' ? null : body },
      {
        onRequestStart(started) {
          controller = started;
          // It waited for a connection until its time was over: not a byte of it is written.
          if (timeout !== null) started.abort(timeout);
        },
        onRequestSent: () => request.onSent?.(),
        onResponseStart(_controller, statusCode, parsed) {
          // An informational response is followed by another one.
          if (statusCode < 200) return;
          status = statusCode;
          responseHeaders = parsed;
          mostBytes = Math.min(maxResponseBytes, findAnswerBytes(target, status));
          const stated = parsed['content-length'];
          if (typeof stated === 'string' && /^\d{1,15}$/.test(stated) && parseInteger(stated) > mostBytes) {
            controller?.abort(tooLarge(mostBytes));
          }
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length;
          if (bytes > mostBytes) controller?.abort(tooLarge(mostBytes));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          clearTimeout(timer);
          resolve({
            status,
            text: decodeText(chunks),
            header(name) {
              const value = responseHeaders[name];
              return (Array.isArray(value) ? value[0] : value) ?? null;
            },
          });
        },
        onResponseError(_controller, error) {
          clearTimeout(timer);
          reject(error);
        },
      },
    );
  });
}

function tooLarge(mostBytes: number): Error {
  return Object.assign(new Error(`Expected at most ${mostBytes} bytes, found more`), { code: TOO_LARGE });
}

const BYTE_ORDER_MARK = 0xfeff;

function decodeText(chunks: readonly Buffer[]): string {
  const text = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
const FAULTS: Readonly<Record<string, TransportFault>> = {
  ECONNREFUSED: 'connect',
  ENOTFOUND: 'connect',
  EAI_AGAIN: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  [TOO_LARGE]: 'tooLarge',
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
