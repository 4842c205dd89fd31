import { afterEach, describe, expect, it } from 'vitest';
import { setNumberFormat } from '#shared/text/numbers.ts';
import { removeGrouping } from '#shared/text/typedNumbers.ts';

afterEach(() => setNumberFormat('1,234.56'));

const read = (format: Parameters<typeof setNumberFormat>[0], texts: readonly string[]) => {
  setNumberFormat(format);
  return texts.map(removeGrouping);
};

describe('grouping in a typed number', () => {
  it('is removed where it is what the terminal shows', () => {
    expect(read('1,234.56', ['12,500', '1,234,567.5', '500', '0.61'])).toEqual(['12500', '1234567.5', '500', '0.61']);
    expect(read('1 234,56', ['12 500', '12\u202f500', '1.5'])).toEqual(['12500', '12500', '1.5']);
    expect(read("1'234.56", ["12'500", '12’500'])).toEqual(['12500', '12500']);
  });

  it('is refused where it is no grouping of thousands', () => {
    expect(read('1,234.56', ['1,5', '12,50', '1,2345', '0,611', ',5', '1,234 567'])).toEqual(Array(6).fill(null));
  });

  it('is refused where another format reads it as decimals', () => {
    expect(read('1.234,56', ['1,234', '12.500', '1.234', '1,5'])).toEqual(Array(4).fill(null));
    expect(read('1 234,56', ['1,234'])).toEqual([null]);
    expect(read('1.234,56', ['0.615', '1234', '1234.5', '12.50'])).toEqual(['0.615', '1234', '1234.5', '12.50']);
  });
});
