/**
 * Schemas of stored data: parse helpers and their error.
 *
 * Errors      StoredDataError says what was expected, where, and what was found.
 */
import { z } from 'zod';
import { describeError } from '#shared/base/describeError.ts';

/** Stored data that no version of this program wrote. */
export class StoredDataError extends Error {
  override readonly name = 'StoredDataError';
}

/** Parses `value`, described as `what` in errors. */
export function parseStored<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new StoredDataError(describeIssues(result.error, what));
}

/** 'Expected what: expected string, received number at path'. */
export function describeIssues(error: z.ZodError, what: string): string {
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  return `Expected ${what}: ${issue?.message ?? 'no reason given'}${where === '' ? '' : ` at ${where}`}`;
}

const servers = z.record(z.string(), z.unknown());
const serverFile = z.object({ version: z.literal(1), servers });

/** Entries of a file with one value per server: version 1 is `{version, servers}`, version 0 the servers alone. */
export function parseServers(value: unknown, what: string): [server: string, value: unknown][] {
  const isVersioned = typeof value === 'object' && value !== null && Object.hasOwn(value, 'version');
  const found = isVersioned ? parseStored(serverFile, value, what).servers : parseStored(servers, value, what);
  return Object.entries(found);
}

/** A schema whose second step is one of our own parsers, with its error message. */
export function parsedBy<I, O>(base: z.ZodType<I>, parse: (value: I) => O): z.ZodType<O> {
  return base.transform((value, context): O => {
    try {
      return parse(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: describeError(error) });
      return z.NEVER;
    }
  });
}
