/** Text encodings of the vault file: canonical JSON (sorted keys, no white space) and strict base64. */
import { BugError } from '#shared/units/errors.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The one text of a value; throws BugError on a number that is not a safe integer. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new BugError('Expected integers only in canonical JSON');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const record = value as { readonly [key: string]: Json };
  const pairs = Object.keys(record)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key]!)}`);
  return `{${pairs.join(',')}}`;
}

export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Bytes of canonical base64, of exactly `length` bytes unless it is null; null on any other text. */
export function parseBase64(text: string, length: number | null): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text || (length !== null && bytes.length !== length)) return null;
  return new Uint8Array(bytes);
}
