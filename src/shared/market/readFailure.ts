/**
 * Why a read of the exchange failed, as a code with parameters.
 *
 * Shape       Words: `shared/text/readFailures`. Errors are mapped to it in `main/app/readFailure`.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { PartialListing } from '../base/listing.ts';

/** Why a request got no usable response. */
export const TRANSPORT_FAULTS = ['connect', 'timeout', 'lost', 'tooLarge', 'redirect', 'closed'] as const;
export type TransportFault = (typeof TRANSPORT_FAULTS)[number];

export interface ReadFailures {
  unreachable: { readonly fault: TransportFault };
  /** The exchange's codes; empty when it gave none. */
  refused: { readonly status: number; readonly codes: readonly string[] };
  rateLimited: { readonly untilMs: number };
  /** The answer contradicts the interface; Health names the value. */
  unreadable: NoParameters;
  /** The exchange lists more rows than the client reads. */
  incomplete: { readonly list: 'openOrders' | 'positions' | 'other'; readonly partial: PartialListing };
  noCredentials: NoParameters;
  /** Anything else. */
  other: NoParameters;
}

export type ReadFailure = Coded<ReadFailures>;
/** Maps what a read threw; given to the modules that show why they could not read. */
export type ExplainRead = (thrown: unknown) => ReadFailure;

/** True where the API key was refused: reading again does not help. */
export function isKeyRefused(failure: ReadFailure): boolean {
  return failure.code === 'refused' && failure.parameters.codes.some((code) => KEY_REFUSALS.has(code));
}

/** Source: docs/assumptions.md#auth-codes. A refused nonce is no fault of the key. */
const KEY_REFUSALS: ReadonlySet<string> = new Set([
  'authz.invalid_signature',
  'authz.apikey_not_active',
  'authz.unexistent_apikey',
  'authz.invalid_permission',
  'authz.disabled_2fa',
]);
