/**
 * Canonical message of a private request, and the headers with its signature.
 *
 * Invariants  Only the method's case is normalised: the signed bytes are the sent bytes.
 * Source      docs/exchange-interface.md#authentication.
 */

export interface AuthRequest {
  /** Unix ms as decimal text. */
  readonly nonce: string;
  readonly apiKey: string;
  readonly method: string;
  /** Request target with its query string, exactly as sent. */
  readonly target: string;
  /** Raw body; empty when the request has none. */
  readonly body: string;
}

const APIKEY_HEADER = 'X-Auth-Apikey';
const NONCE_HEADER = 'X-Auth-Nonce';
const SIGNATURE_HEADER = 'X-Auth-Signature';

/** nonce + apiKey + METHOD + target + body, without separators. */
export function buildAuthMessage({ nonce, apiKey, method, target, body }: AuthRequest): string {
  return `${nonce}${apiKey}${method.toUpperCase()}${target}${body}`;
}

/** Headers of a signed request; `signature` is hex. */
export function buildAuthHeaders(apiKey: string, nonce: string, signature: string): Record<string, string> {
  return { [APIKEY_HEADER]: apiKey, [NONCE_HEADER]: nonce, [SIGNATURE_HEADER]: signature };
}
