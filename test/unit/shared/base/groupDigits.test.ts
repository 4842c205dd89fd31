import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_MARKS, digitMarks, groupDigits, setDigitMarks } from '#shared/base/groupDigits.ts';

describe('groupDigits', () => {
  afterEach(() => setDigitMarks(DEFAULT_MARKS));

  it('writes the marks that were chosen, which a cache can compare', () => {
    const before = digitMarks();
    setDigitMarks({ group: '.', decimal: ',' });
    expect(digitMarks()).not.toBe(before);
    expect(['1234567.5', '-0.5', '100'].map(groupDigits)).toEqual(['1.234.567,5', '−0,5', '100']);
  });

  it('groups thousands, keeps every decimal and writes a true minus sign', () => {
    expect(['0', '999', '1000', '9412.36', '-305.00', '1234567.000001', '-0.5'].map(groupDigits)).toEqual([
      '0',
      '999',
      '1,000',
      '9,412.36',
      '−305.00',
      '1,234,567.000001',
      '−0.5',
    ]);
  });

  it('loses no digit beyond the range of a float', () => {
    expect(groupDigits('9007199254740993.000000000000000001')).toBe('9,007,199,254,740,993.000000000000000001');
  });
});
