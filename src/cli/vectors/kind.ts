/** A kind of golden-vector file: how it is recognised, and which checks its header and its rows must pass. */
import type { Row } from './row.ts';

export interface RowGroup {
  /** Key of the list in the file. */
  readonly key: string;
  readonly check: (row: Row, file: FileFacts) => void | Promise<void>;
  /** The list holds plain texts, given to the check as `{ value }`. */
  readonly plain?: boolean;
}

export interface FileFacts {
  /** The first row of `vectors`, for groups that lean on it. */
  readonly first: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
}

export interface VectorKind {
  readonly name: string;
  /** Fields of a row of `vectors` that no other kind has. */
  readonly marks: readonly string[];
  readonly checkHeader: (header: Row, file: FileFacts) => void;
  /** `vectors` first; the other lists are optional. */
  readonly groups: readonly RowGroup[];
}
