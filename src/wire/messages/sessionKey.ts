/**
 * Authorisation of a session key: what is asked, and the calls that would grant it once they are signed and relayed.
 *
 * Units       `expiresAt` in Unix seconds, as the calldata will hold it.
 * Source      exchange-interface, Session-key authorisation request and result.
 */
import type { SetupCall } from '#shared/order/account.ts';
import { type Address, type Hex32, parseAddress } from '#shared/units/ids.ts';
import { Fields, JsonPath, readArray, readBoolean, readBy, readInteger } from './reader.ts';
import { parseSetupCall } from './wallet.ts';

export interface SessionKeyRequest {
  /** P-256 public key coordinates. */
  readonly x: Hex32;
  readonly y: Hex32;
  /** null: as long as the policy allows. */
  readonly expiresAt: number | null;
}

export interface SessionKeyGrant {
  readonly safe: Address;
  readonly handlerInstalled: boolean;
  /** At most what was asked for. */
  readonly expiresAt: number;
  readonly calls: readonly SetupCall[];
}

const MAX_CALLS = 32;

/** JSON text whose bytes are signed and sent as they are. */
export function encodeSessionKeyRequest({ x, y, expiresAt }: SessionKeyRequest): string {
  return JSON.stringify({ x, y, ...(expiresAt === null ? {} : { expires_at: expiresAt }) });
}

export function parseSessionKeyGrant(value: unknown, place: JsonPath = new JsonPath('session key')): SessionKeyGrant {
  const fields = new Fields(value, place);
  return {
    safe: fields.take('safe', readBy(parseAddress)),
    handlerInstalled: fields.take('handler_installed', readBoolean),
    expiresAt: fields.take('expires_at', readInteger),
    calls: fields.take('calls', readArray(parseSetupCall, MAX_CALLS)),
  };
}
