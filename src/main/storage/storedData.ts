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
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new StoredDataError(
    `Expected ${what}: ${issue?.message ?? 'no reason given'}${where === '' ? '' : ` at ${where}`}`,
  );
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
