/** Member of the embedded exchange, from its operator endpoint; the API secret goes to the vault only. */
import { type Address, parseAddress } from '#shared/units/ids.ts';
import type { Usd } from '#shared/units/usd.ts';
import { decodeJson } from './decodeJson.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, readText, readTextWith, readUsd } from './jsonReader.ts';
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

/** Parses the response; errors quote nothing of it, because any part could be the secret. */
export function parseMember(text: string): OperatorMember {
  try {
    const fields = new Fields(decodeJson(text, 'member'), new JsonPath('member'));
    return {
      apiKey: fields.required('api_key', readText),
      apiSecret: fields.required('api_secret', readText),
      safe: fields.required('safe', readTextWith(parseAddress)),
      deposit: fields.required('deposit', readUsd),
    };
  } catch (error) {
    if (error instanceof WireError) throw new WireError(error.path, error.expected, 'something else');
    throw error;
  }
}
