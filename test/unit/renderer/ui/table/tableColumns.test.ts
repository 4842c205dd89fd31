import { expect, it } from 'vitest';
import { parseHiddenColumns, showColumns, toggleColumn } from '#renderer/ui/table/tableColumns.ts';

it('accepts a saved list of column ids, and nothing else', () => {
  expect(parseHiddenColumns(['a', 'b'])).toEqual(['a', 'b']);
  for (const saved of [null, 'a', { a: true }, ['a', 1]]) expect(parseHiddenColumns(saved)).toBeNull();
});

it('hides and shows columns without changing their order', () => {
  const columns = ['a', 'b', 'c'].map((id) => ({ id, header: id, width: 1, cell: () => id }));
  const ids = (hidden: readonly string[]) => showColumns(columns, hidden).map(({ id }) => id);
  expect(ids(toggleColumn([], 'b', false))).toEqual(['a', 'c']);
  expect(ids(toggleColumn(['b', 'a'], 'b', true))).toEqual(['b', 'c']);
  expect(ids(['gone'])).toEqual(['a', 'b', 'c']);
});
