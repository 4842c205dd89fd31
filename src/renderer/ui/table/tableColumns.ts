/** Columns of a table that its pane hides; a saved pane names them by id. */
import type { TableColumn } from './DataTable.tsx';

/** The saved value itself if it is a list of column ids, else null. */
export function parseHiddenColumns(saved: unknown): readonly string[] | null {
  return Array.isArray(saved) && saved.every((id) => typeof id === 'string') ? saved : null;
}

export function showColumns<Row>(
  columns: readonly TableColumn<Row>[],
  hidden: readonly string[],
): readonly TableColumn<Row>[] {
  return columns.filter(({ id }) => !hidden.includes(id));
}

/** `hidden` after a person turned a column on or off. */
export function toggleColumn(hidden: readonly string[], id: string, isOn: boolean): readonly string[] {
  const others = hidden.filter((one) => one !== id);
  return isOn ? others : [...others, id];
}
