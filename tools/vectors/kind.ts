/** Kind of golden-vector file: how it is recognised, and the checks of its header and rows. */
import type { z } from 'zod';
import { describeError } from '#shared/base/describeError.ts';
import { parseRow, type Row } from './row.ts';

export interface FileContent {
  /** The first row of `vectors`, for checks that refer to it. */
  readonly first: unknown;
  /** Every field of the file that is not a list of rows. */
  readonly header: unknown;
}

/** Returns the failures of one row, or of the header. */
export type RowCheck = (value: unknown, path: string, file: FileContent) => Promise<string[]>;

export interface RowGroup {
  /** Key of the list in the file. */
  readonly key: string;
  readonly check: RowCheck;
}

export interface VectorKind {
  readonly name: string;
  /** Fields that only rows of this kind have. */
  readonly marks: readonly string[];
  readonly header: RowCheck;
  /** `vectors` first; the other lists are optional. */
  readonly groups: readonly RowGroup[];
}

/** Parses a row by its schema and checks it; an exception is a failure of that row. */
export function rowCheck<T extends object>(
  schema: z.ZodType<T>,
  check: (row: Row<T>, file: FileContent) => void | Promise<void>,
): RowCheck {
  return async (value, path, file) => {
    const failures: string[] = [];
    const row = parseRow(schema, value, path, failures);
    if (row === null) return failures;
    try {
      await check(row, file);
      row.finish();
    } catch (error) {
      failures.push(`${path}: ${describeError(error)}`);
    }
    return failures;
  };
}

/** A row that another check refers to; throws when the schema refuses it. */
export function readRow<T extends object>(schema: z.ZodType<T>, value: unknown, path: string): Row<T> {
  const failures: string[] = [];
  const row = parseRow(schema, value, path, failures);
  if (row === null) throw new Error(failures[0] ?? `${path} is malformed`);
  return row;
}
