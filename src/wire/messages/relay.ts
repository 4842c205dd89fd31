/** Relay of a signed wallet transaction: request and response. Source: docs/exchange-interface.md#endpoints-wallet. */
import type { Address, Hex } from '#shared/units/ids.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields } from './jsonReader.ts';
import { readServed } from './servedText.ts';

export interface RelayRequest {
  readonly safe: Address;
  readonly to: Address;
  /** Wei. */
  readonly value: bigint;
  readonly data: Hex;
  readonly operation: 0 | 1;
  readonly signature: Hex;
}

/** Encodes the body; exactly these bytes are signed and sent. */
export function encodeRelay(request: RelayRequest): string {
  return JSON.stringify({
    safe: request.safe,
    to: request.to,
    value: request.value.toString(),
    data: request.data,
    operation: request.operation,
    signature: request.signature,
  });
}

export function parseRelayResponse(value: unknown, path: JsonPath = new JsonPath('relay')): { readonly tx: string } {
  return { tx: new Fields(value, path).required('tx', readServed('hash')) };
}
