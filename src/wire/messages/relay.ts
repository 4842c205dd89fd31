/** Relay of a signed wallet transaction: body and answer. Source: exchange-interface, Endpoints, Wallet. */
import type { Address, Hex } from '#shared/units/ids.ts';
import { Fields, JsonPath, readText } from './reader.ts';

export interface RelayRequest {
  readonly safe: Address;
  readonly to: Address;
  /** Wei of the chain's own coin. */
  readonly value: bigint;
  readonly data: Hex;
  readonly operation: 0 | 1;
  readonly signature: Hex;
}

/** JSON text whose bytes are signed and sent as they are. */
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

export function parseRelayAnswer(value: unknown, place: JsonPath = new JsonPath('relay')): { readonly tx: string } {
  return { tx: new Fields(value, place).take('tx', readText) };
}
