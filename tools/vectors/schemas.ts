/**
 * Field schemas of golden-vector rows.
 *
 * Errors      Messages follow the field's name, such as 'is not text', and never contain the value: some are keys.
 */
import { z } from 'zod';
import { type Hex, parseHex, parseHex32 } from '#shared/units/ids.ts';
import { formatAddress, parseChecksummed } from '#wire/eip712/address.ts';
import { parseBytes } from '#wire/eip712/bytes.ts';

const describe =
  (why: string) =>
  (issue: { readonly input?: unknown }): string =>
    issue.input === undefined ? 'is missing' : why;

export const text = z.string({ error: describe('is not text') });
export const flag = z.boolean({ error: describe('is not true or false') });
export const integer = z.number({ error: describe('is not a number') }).int('is not a whole number');

/** Runs one of the product's parsers; its own message is dropped, because it quotes the value. */
function parsed<I extends z.ZodType<unknown>, O>(schema: I, parse: (value: z.output<I>) => O, why: string) {
  return schema.transform((value, context): O => {
    try {
      return parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: why });
      return z.NEVER;
    }
  });
}

/** A whole number in decimal digits. */
export const decimal = parsed(text.regex(/^\d{1,78}$/, 'is not a whole number'), BigInt, 'is not a whole number');
/** A whole number, in decimal digits or as a JSON number. */
export const uint = z.union([decimal, integer.nonnegative('is negative').transform(BigInt)], {
  error: describe('is not a whole number'),
});
export const bytes = parsed(text, parseBytes, 'is not 0x and hex digits');
export const hex = parsed(text, (value): Hex => parseHex(value), 'is not 0x and hex digits');
export const hex32 = parsed(text, parseHex32, 'is not 32 bytes in hex');
/** An address; letters of both cases must form a valid checksum. */
export const address = parsed(text, parseChecksummed, 'is not an address with a valid checksum');
/** An address written with its checksum. */
export const checksummed = text.refine((value) => isChecksummed(value), 'is not an address with a valid checksum');
/** CALL or DELEGATECALL. */
export const operation = z.union([z.literal(0), z.literal(1)], { error: describe('is neither 0 nor 1') });

const prose = z.unknown().optional();
const PROSE_FIELDS = { i: prose, label: prose, note: prose, source: prose, peers: prose };
/** Fields for people; no check needs to read them. */
export const PROSE: readonly string[] = Object.keys(PROSE_FIELDS);

/** An object with exactly these fields, and prose. */
export function fields<S extends z.ZodRawShape>(shape: S) {
  const all = { ...PROSE_FIELDS, ...shape } as Omit<typeof PROSE_FIELDS, keyof S> & S;
  return z.strictObject(all, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : describe('is not an object')(issue)),
  });
}

function isChecksummed(value: string): boolean {
  try {
    return formatAddress(parseChecksummed(value)) === value;
  } catch {
    return false;
  }
}

export function list<T extends z.ZodType>(item: T) {
  return z.array(item, { error: describe('is not a list') });
}
