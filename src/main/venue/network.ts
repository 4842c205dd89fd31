/**
 * Networks: the servers each may connect to, and the TLS options.
 *
 * Invariants  `paper` and `test` connect to 127.0.0.1 without TLS and to nothing else; `live` uses https and wss only.
 *             The environment cannot weaken TLS: verification and roots are set here, proxies are never used.
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

/** Shared, because parsing the root certificates is slow. */
let secureContext: SecureContext | null = null;

/** TLS options that override NODE_TLS_REJECT_UNAUTHORIZED and NODE_EXTRA_CA_CERTS; empty for an origin without TLS. */
export function buildTlsOptions(
  origin: string,
): { readonly rejectUnauthorized: true; readonly secureContext: SecureContext } | Record<string, never> {
  if (!/^(https|wss):/.test(origin)) return {};
  secureContext ??= createSecureContext({ ca: [...rootCertificates], minVersion: 'TLSv1.2' });
  return { rejectUnauthorized: true, secureContext };
}

/** Parses both base URLs; throws NetworkError for one that the network does not allow. */
export function parseEndpoints(network: Network, baseUrl: string, wsBaseUrl: string): Endpoints {
  const isLocal = network !== 'live';
  return {
    httpOrigin: parseOrigin(baseUrl, isLocal ? 'http:' : 'https:', isLocal),
    wsOrigin: parseOrigin(wsBaseUrl, isLocal ? 'ws:' : 'wss:', isLocal),
  };
}

function parseOrigin(text: string, protocol: string, isLocal: boolean): string {
  const expected = isLocal ? `a base URL ${protocol}//127.0.0.1:PORT` : `a base URL ${protocol}//HOST`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new NetworkError(`Expected ${expected}, found ${quoteFound(text)}`);
  }
  if (url.username !== '' || url.password !== '')
    throw new NetworkError(`Expected ${expected}, found one with a login`);
  const hasOriginOnly = (url.pathname === '/' || url.pathname === '') && url.search === '' && url.hash === '';
  if (url.protocol !== protocol || !hasOriginOnly || (isLocal && url.hostname !== '127.0.0.1')) {
    throw new NetworkError(`Expected ${expected}, found ${quoteFound(text)}`);
  }
  return `${url.protocol}//${url.host}`;
}
