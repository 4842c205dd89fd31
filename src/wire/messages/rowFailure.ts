/**
 * Rows of an account list, parsed one by one: an unreadable row does not affect the others.
 *
 * Invariants  No amount of an unreadable row is used; its id, market and outcome are, where they can be parsed.
 * Source      docs/assumptions.md#unreadable-rows.
 */
import type { UnreadableRow } from '#shared/order/account/account.ts';
import { JsonPath } from './jsonPath.ts';
import {
  isRecord,
  type Reader,
  readIdText,
  readItems,
  readMarketId,
  readOneOf,
  type SlicedReader,
  sliceItems,
} from './jsonReader.ts';
import { cleanServed } from './servedText.ts';
import { WireError } from './wireError.ts';

export interface RowFailure {
  readonly unreadable: UnreadableRow;
  /** Its path ends with what the row could be identified by. */
  readonly error: WireError;
}

export function isRowFailure<T extends object>(row: T | RowFailure): row is RowFailure {
  return 'unreadable' in row && 'error' in row;
}

/** Reads each row on its own; `idFields` are the spellings of the field that identifies a row. */
export function readRows<T>(read: Reader<T>, idFields: readonly string[]): Reader<(T | RowFailure)[]> {
  return readItems(read, (error, value) => buildRowFailure(error, value, idFields));
}

/** The same for a page, which may be long. */
export function sliceRows<T>(read: Reader<T>, idFields: readonly string[]): SlicedReader<(T | RowFailure)[]> {
  return sliceItems(read, (error, value) => buildRowFailure(error, value, idFields));
}

function buildRowFailure(error: WireError, value: unknown, idFields: readonly string[]): RowFailure {
  const fields = isRecord(value) ? value : {};
  const idText = readFirst(idFields, fields, readIdText);
  const id = idText === null ? null : cleanServed('word', idText);
  const market = readFirst(['market', 'market_id'], fields, readMarketId);
  const outcome = readFirst(['outcome', 'side'], fields, readOneOf(['yes', 'no']));
  const name = [id, market, outcome].filter((part) => part !== null).join(' ');
  const path = name === '' ? error.path : `${error.path} (${name})`;
  const { expected, found } = error;
  return {
    unreadable: { id, market, outcome, problem: { path, expected, found } },
    error: new WireError(path, expected, found),
  };
}

/** The first of these fields that can be read; null when none can. */
function readFirst<T>(names: readonly string[], fields: Readonly<Record<string, unknown>>, read: Reader<T>): T | null {
  for (const name of names) {
    try {
      return read(fields[name], new JsonPath(name));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
    }
  }
  return null;
}
