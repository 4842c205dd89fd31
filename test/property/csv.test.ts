import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCell, formatRow } from '#main/app/export/csv.ts';
import { parseCsv } from '#test/slice/parseCsv.ts';

const special = fc.string({
  unit: fc.constantFrom(
    ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '−', '\t', '\r', '\n', '"', ',', "'", '1', '.', 'a'],
    ...[' ', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u202e', '\u0000'],
  ),
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
      if (/^-?\d+(\.\d+)?$/.test(value)) return;
      expect(written).not.toMatch(/^[\t\r\n]/);
      // As a spreadsheet reads it that removes what is not seen and takes full-width characters for plain ones.
      const read = written.normalize('NFKC').replaceAll(/[\p{White_Space}\p{Cc}\p{Cf}]/gu, '');
      expect(read).not.toMatch(/^[=+\-@−]/);
    }),
    { numRuns: 500 },
  );
});

it('leaves plain numbers as they are, and an absent value empty', () => {
  expect(formatRow(['-0.25', '=1+1', null, 'a,"b"', "'x"])).toBe(`-0.25,'=1+1,,"a,""b""",''x\r\n`);
});

it.each([
  ['full width', ['＝1+1', '＋1+1', '－1+1', '＠SUM(1)', '﹦1+1', '−1+1']],
  ['led by a space', [' =1+1', '  +1', '\u00a0=1', '\u3000＝1', '\u2007-1+1']],
  ['led by a tab, CR or LF', ['\t=1', '\r=1', '\n=1', '\tx', '\rx', '\nx', ' \t=1']],
  ['led by something invisible', ['\u200b=1', '\ufeff@x', '\u202e=1', '\u0000=1', '\u00ad+1']],
])('marks formulas: %s', (_name, values) => {
  for (const value of values) expect(formatCell(value).replace(/^"/, '')).toMatch(/^'/);
});

it('leaves what only has such a character later', () => {
  for (const value of ['a=1', ' a', 'order-1', '1+1', '−'])
    expect(formatCell(value)).toBe(value === '−' ? "'−" : value);
});
