import { expect, it } from 'vitest';
import { fitColumns } from '#renderer/ui/fitColumns.ts';

const COLUMNS = [
  { id: 'name', width: 100 },
  { id: 'last', width: 50, leaves: 1 },
  { id: 'size', width: 80 },
  { id: 'volume', width: 90, leaves: 2 },
];
const idsAt = (width: number | null) => fitColumns(COLUMNS, width).map(({ id }) => id);

it('keeps every column that has room, and all before the table is measured', () => {
  expect(idsAt(320)).toEqual(['name', 'last', 'size', 'volume']);
  expect(idsAt(null)).toEqual(['name', 'last', 'size', 'volume']);
});

it('lets columns leave one after the other until the others fit, in their order', () => {
  expect(idsAt(319)).toEqual(['name', 'last', 'size']);
  expect(idsAt(229)).toEqual(['name', 'size']);
});

it('keeps what may not leave, however narrow the table is', () => {
  expect(idsAt(20)).toEqual(['name', 'size']);
});
