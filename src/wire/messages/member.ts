/** Member of the embedded exchange, from its operator endpoint; the API secret goes to the vault only. */
import { type Address, parseAddress } from '#shared/units/ids.ts';
import type { Usd } from '#shared/units/usd.ts';
import { decodeJson } from './decodeJson.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, type Reader, readText, readTextWith } from './jsonReader.ts';
import { readMoney } from './plausible.ts';
import { WireError } from './wireError.ts';

export interface OperatorMember {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Null for a custodial account. */
  readonly safe: Address | null;
  readonly deposit: Usd;
}

/** Kinds of accounts that the embedded exchange opens for a key. */
const PAPER_ACCOUNT_KINDS = ['key', 'custodial'] as const;
export type PaperAccountKind = (typeof PAPER_ACCOUNT_KINDS)[number];

export function encodeOwner(owner: Address, kind: PaperAccountKind = 'key'): string {
  return JSON.stringify(kind === 'key' ? { owner } : { owner, kind });
}

/** Empty: a custodial account. */
const readSafe: Reader<Address | null> = (value, path) =>
  value === '' ? null : readTextWith(parseAddress)(value, path);

/** Parses the response; errors quote nothing of it, because any part could be the secret. */
export function parseMember(text: string): OperatorMember {
  try {
    const fields = new Fields(decodeJson(text, 'member'), new JsonPath('member'));
    return {
      apiKey: fields.required('api_key', readText),
      apiSecret: fields.required('api_secret', readText),
      safe: fields.required('safe', readSafe),
      deposit: fields.required('deposit', readMoney),
    };
  } catch (error) {
    if (error instanceof WireError) throw new WireError(error.path, error.expected, 'something else');
    throw error;
  }
}
