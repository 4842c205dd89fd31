/**
 * Which servers a network may speak to, and how TLS is done.
 *
 * Invariants  `paper` and `test` reach 127.0.0.1 in the clear and nothing else; `live` is https and wss only.
 *             Nothing in the environment weakens TLS: verification and roots are set here, proxies are never used.
 */
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { quoteFound } from '#shared/units/errors.ts';
import { NetworkError } from './errors.ts';

export type Network = 'paper' | 'test' | 'live';

export interface Endpoints {
  /** Scheme, host and port without a path. */
  readonly httpOrigin: string;
  readonly wsOrigin: string;
}

/** One context, because parsing the roots takes a while. */
let secureContext: SecureContext | null = null;

/** Explicit, because NODE_TLS_REJECT_UNAUTHORIZED and NODE_EXTRA_CA_CERTS would else be obeyed; empty for a clear origin. */
export function buildTlsOptions(
  origin: string,
): { readonly rejectUnauthorized: true; readonly secureContext: SecureContext } | Record<string, never> {
  if (!/^(https|wss):/.test(origin)) return {};
  secureContext ??= createSecureContext({ ca: [...rootCertificates], minVersion: 'TLSv1.2' });
  return { rejectUnauthorized: true, secureContext };
}

/** Checks both base URLs; throws NetworkError. */
export function checkEndpoints(network: Network, baseUrl: string, wsBaseUrl: string): Endpoints {
  const local = network !== 'live';
  return {
    httpOrigin: checkBase(baseUrl, local ? 'http:' : 'https:', local),
    wsOrigin: checkBase(wsBaseUrl, local ? 'ws:' : 'wss:', local),
  };
}

function checkBase(text: string, protocol: string, local: boolean): string {
  const expected = local ? `a base URL ${protocol}//127.0.0.1:PORT` : `a base URL ${protocol}//HOST`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new NetworkError(`Expected ${expected}, found ${quoteFound(text)}`);
  }
  if (url.username !== '' || url.password !== '')
    throw new NetworkError(`Expected ${expected}, found one with a login`);
  const bare = (url.pathname === '/' || url.pathname === '') && url.search === '' && url.hash === '';
  if (url.protocol !== protocol || !bare || (local && url.hostname !== '127.0.0.1')) {
    throw new NetworkError(`Expected ${expected}, found ${quoteFound(text)}`);
  }
  return `${url.protocol}//${url.host}`;
}
