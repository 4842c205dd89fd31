import { describe, expect, it } from 'vitest';
import { UnitError } from '#shared/units/errors.ts';
import { parseInteger, parseReal, toNumber, toReal } from '#shared/units/numbers.ts';

describe('numbers', () => {
  it('are parsed from decimal digits', () => {
    expect(parseInteger('-42')).toBe(-42);
    for (const text of ['', '1.0', '1e3', '0x10', ' 1', '9007199254740992'])
      expect(() => parseInteger(text)).toThrow(UnitError);
  });

  it('are parsed as floats for drawing', () => {
    expect(parseReal('-1.5e-3')).toBe(-0.0015);
    for (const text of ['', '1.', 'NaN', 'Infinity', '1e999', '0x1']) expect(() => parseReal(text)).toThrow(UnitError);
  });

  it('are converted from bigint only within the safe integers', () => {
    expect(toNumber(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => toNumber(2n ** 53n)).toThrow(UnitError);
    expect(toReal(1_500_000n)).toBe(1.5);
    expect(toReal(-1)).toBe(-0.000001);
  });
});
