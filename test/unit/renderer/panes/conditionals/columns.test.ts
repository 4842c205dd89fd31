import { expect, it, vi } from 'vitest';
import { buildColumns, type ConditionalActs } from '#renderer/panes/conditionals/columns.tsx';
import { fitColumns } from '#renderer/ui/table/fitColumns.ts';

const ACTS: ConditionalActs = { follow: vi.fn(), open: vi.fn(), answer: vi.fn(), change: vi.fn() };

it.each([
  [1_300, ['time', 'market', 'kind', 'side', 'watch', 'left', 'worst', 'state', 'sources', 'ends', 'life', 'actions']],
  [970, ['time', 'market', 'kind', 'side', 'watch', 'left', 'worst', 'state', 'ends', 'actions']],
  // Market, type and side are in the cell of the condition there.
  [420, ['watch', 'state', 'actions']],
])('keeps condition, state and buttons in a pane of %i pixels', (width, shown) => {
  const columns = fitColumns(buildColumns([], [], 0, ACTS), width);
  expect(columns.map(({ id }) => id)).toEqual(shown);
  expect(columns.reduce((sum, column) => sum + column.width, 0)).toBeLessThanOrEqual(width);
});
