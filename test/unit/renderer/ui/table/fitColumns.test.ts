import { describe, expect, it } from 'vitest';
import { fitColumns, spreadColumns } from '#renderer/ui/table/fitColumns.ts';

const COLUMNS = [
  { id: 'name', width: 100 },
  { id: 'last', width: 50, leaves: 1 },
  { id: 'size', width: 80 },
  { id: 'volume', width: 90, leaves: 2 },
];
const idsAt = (width: number | null) => fitColumns(COLUMNS, width).map(({ id }) => id);

it('keeps every column that has room, and all before the table is measured', () => {
  expect(idsAt(330)).toEqual(['name', 'last', 'size', 'volume']);
  expect(idsAt(null)).toEqual(['name', 'last', 'size', 'volume']);
});

it('lets columns leave one after the other until the others fit, in their order', () => {
  expect(idsAt(329)).toEqual(['name', 'last', 'size']);
  expect(idsAt(239)).toEqual(['name', 'size']);
});

it('keeps what may not leave, however narrow the table is', () => {
  expect(idsAt(20)).toEqual(['name', 'size']);
});

describe('the widths of columns', () => {
  const RESTING = [{ width: 100, takesRest: true }, { width: 50 }, { width: 80, takesRest: true }, { width: 60 }];

  it('are wider at both edges of the table, and the last that takes the rest has what is left', () => {
    expect(spreadColumns(RESTING, null)).toEqual([105, 50, null, 65]);
    expect(spreadColumns(RESTING, 300)).toEqual([105, 50, null, 65]);
  });

  it('have equal parts of the rest where several take it', () => {
    expect(spreadColumns(RESTING, 500)).toEqual([205, 50, null, 65]);
    expect(spreadColumns(RESTING.slice(0, 2), 500)).toEqual([null, 55]);
  });

  it('go first to a column that takes the rest up to a width', () => {
    const columns = [{ width: 100, takesRest: true }, { width: 50, takesRest: 90 }, { width: 60 }];
    expect(spreadColumns(columns, 240)).toEqual([null, 70, 65]);
    expect(spreadColumns(columns, 500)).toEqual([null, 90, 65]);
  });
});
