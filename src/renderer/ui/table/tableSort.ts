/** Sorting of a table by one column: what a click on a heading changes, and how values compare. */

export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

export type SortValue = string | number | bigint;

/** The saved value itself if it is a sort of any table, else null. */
export function parseTableSort(saved: unknown): TableSort | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const { column, descending } = saved as Partial<Record<keyof TableSort, unknown>>;
  return typeof column === 'string' && typeof descending === 'boolean' ? (saved as TableSort) : null;
}

/** The next sort after a click on `column`: ascending, descending, then the table's own order. */
export function nextSort(sort: TableSort | null, column: string): TableSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

/** Text by the reader's alphabet with numbers in it by size, numbers by size. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' && typeof b === 'string') return COLLATOR.compare(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
