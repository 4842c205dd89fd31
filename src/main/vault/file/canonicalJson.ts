/** One text for one value: keys sorted, no white space; what MACs and authenticated data are computed over. */
import { BugError } from '#shared/units/errors.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Throws BugError on a number that has more than one spelling. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new BugError('Canonical JSON holds integers only');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const record = value as { readonly [key: string]: Json };
  const pairs = Object.keys(record)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key]!)}`);
  return `{${pairs.join(',')}}`;
}
