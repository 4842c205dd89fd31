/** A member opened at the embedded exchange's operator endpoint; the secret is for the vault alone. */
import { type Address, parseAddress } from '#shared/units/ids.ts';
import type { Usd } from '#shared/units/usd.ts';
import { decodeJson, Fields, JsonPath, readBy, readText, readUsd } from './reader.ts';
import { WireError } from './wireError.ts';

export interface OperatorMember {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly safe: Address;
  readonly deposit: Usd;
}

export function encodeOwner(owner: Address): string {
  return JSON.stringify({ owner });
}

/** Reads the answer's text; refusals never quote it, because any part of it could be the secret. */
export function parseMember(text: string): OperatorMember {
  try {
    const fields = new Fields(decodeJson(text, 'member'), new JsonPath('member'));
    return {
      apiKey: fields.take('api_key', readText),
      apiSecret: fields.take('api_secret', readText),
      safe: fields.take('safe', readBy(parseAddress)),
      deposit: fields.take('deposit', readUsd),
    };
  } catch (error) {
    if (error instanceof WireError) throw new WireError(error.path, error.expected, 'something else');
    throw error;
  }
}
