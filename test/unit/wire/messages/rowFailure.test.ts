import { expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { Fields, readText } from '#wire/messages/jsonReader.ts';
import { isRowFailure, readRows } from '#wire/messages/rowFailure.ts';

const readName = (value: unknown, path: JsonPath) => ({ name: new Fields(value, path).required('name', readText) });
const read = (rows: unknown) => readRows(readName, ['id', 'tid'])(rows, new JsonPath('rows'));

it('separates unreadable rows from the others', () => {
  const rows = read([{ name: 'a' }, { name: 1 }, { name: 'b' }]);
  expect(rows.map(isRowFailure)).toEqual([false, true, false]);
  expect(rows[2]).toEqual({ name: 'b' });
  expect(() => read({})).toThrow('an array');
});

it('names an unreadable row by the fields that can be read', () => {
  expect(
    read([{ tid: 5, market: '', market_id: 'rain', side: 'no' }, { id: {}, outcome: 'maybe' }, null]),
  ).toMatchObject([
    {
      unreadable: { id: '5', market: 'rain', outcome: 'no', problem: { path: 'rows[0].name (5 rain no)' } },
      error: { path: 'rows[0].name (5 rain no)', found: 'nothing' },
    },
    { unreadable: { id: null, market: null, outcome: null, problem: { path: 'rows[1].name' } } },
    { unreadable: { id: null }, error: { path: 'rows[2]' } },
  ]);
});

it('cleans the id, which a person reads', () => {
  expect(read([{ id: 'a\u202eb' }])).toMatchObject([{ unreadable: { id: expect.not.stringContaining('\u202e') } }]);
});
