/**
 * Session-key authorisation: the request, and the wallet calls that grant it.
 *
 * Units       `expiresAt` in Unix seconds, as in the calldata.
 * Source      docs/exchange-interface.md#session-key.
 */
import type { SetupCall } from '#shared/order/account/account.ts';
import { type Address, type Hex32, parseAddress } from '#shared/units/ids.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, readArray, readBoolean, readTextWith } from './jsonReader.ts';
import { readWhole } from './plausible.ts';
import { parseSetupCall } from './wallet.ts';

export interface SessionKeyRequest {
  /** P-256 public key coordinates. */
  readonly x: Hex32;
  readonly y: Hex32;
  /** null for the longest time that the policy allows. */
  readonly expiresAt: number | null;
}

export interface SessionKeyGrant {
  readonly safe: Address;
  readonly handlerInstalled: boolean;
  /** At most the requested expiry. */
  readonly expiresAt: number;
  readonly calls: readonly SetupCall[];
}

const MAX_CALLS = 32;

/** Encodes the body; exactly these bytes are signed and sent. */
export function encodeSessionKeyRequest({ x, y, expiresAt }: SessionKeyRequest): string {
  return JSON.stringify({ x, y, ...(expiresAt === null ? {} : { expires_at: expiresAt }) });
}

export function parseSessionKeyGrant(value: unknown, path: JsonPath = new JsonPath('session key')): SessionKeyGrant {
  const fields = new Fields(value, path);
  return {
    safe: fields.required('safe', readTextWith(parseAddress)),
    handlerInstalled: fields.required('handler_installed', readBoolean),
    expiresAt: fields.required('expires_at', readWhole('expirySeconds')),
    calls: fields.required('calls', readArray(parseSetupCall, MAX_CALLS)),
  };
}
