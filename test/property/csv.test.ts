import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCell, formatRow } from '#main/app/export/csv.ts';
import { parseCsv } from '#test/slice/parseCsv.ts';

const special = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", '1', '.', 'a'),
});
const cell = fc.oneof(special, fc.string({ unit: 'binary' }));

it('gives every value back, and no cell begins like a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
      expect(parseCsv(rows.map(formatRow).join(''))).toEqual(rows);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(cell, (value) => {
      const written = formatCell(value).replace(/^"/, '');
      if (!/^-?\d+(\.\d+)?$/.test(value)) expect(written).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
    { numRuns: 500 },
  );
});

it('leaves plain numbers as they are, and an absent value empty', () => {
  expect(formatRow(['-0.25', '=1+1', null, 'a,"b"', "'x"])).toBe(`-0.25,'=1+1,,"a,""b""",''x\r\n`);
});
