import { describe, expect, it, vi } from 'vitest';
import { UnitError } from '#shared/units/errors.ts';
import { formatMicros, formatMicrosFixed, parseMicros, parseMicrosBig } from '#shared/units/micros.ts';

describe('millionths', () => {
  it('are parsed from text without floats', () => {
    expect(parseMicros('2.01')).toBe(2_010_000);
    expect(parseMicros('0')).toBe(0);
    expect(parseMicros('-0.000001')).toBe(-1);
    expect(parseMicros('0.1000000')).toBe(100_000);
    expect(parseMicros('007.5')).toBe(7_500_000);
    expect(parseMicrosBig('123456789012345678901234567890.5')).toBe(123456789012345678901234567890_500_000n);
  });

  it('refuse text that is not a plain decimal with at most six places', () => {
    for (const text of [
      '',
      '.',
      '1.',
      '.5',
      '1e3',
      'NaN',
      'Infinity',
      '+1',
      ' 1',
      '1 ',
      '1,5',
      '0x1',
      '0.1234567',
      '--1',
      '١',
      '1'.repeat(49),
    ]) {
      expect(() => parseMicros(text)).toThrow(UnitError);
    }
    expect(() => parseMicros(5 as never)).toThrow(UnitError);
  });

  it('refuse values beyond the safe integers', () => {
    expect(parseMicros('9007199254.740991')).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => parseMicros('9007199254.740992')).toThrow(UnitError);
  });

  it('are formatted without trailing zeros beyond the minimum', () => {
    expect(formatMicros(610_000, 2)).toBe('0.61');
    expect(formatMicros(600_000, 2)).toBe('0.60');
    expect(formatMicros(615_500, 2)).toBe('0.6155');
    expect(formatMicros(5_000_000)).toBe('5');
    expect(formatMicros(-1)).toBe('-0.000001');
    expect(formatMicros(10n ** 30n)).toBe('1000000000000000000000000');
  });

  it('are formatted with fixed decimals, rounded toward zero, and never as −0', () => {
    expect(formatMicrosFixed(1_999_999, 2)).toBe('1.99');
    expect(formatMicrosFixed(-1_999_999, 2)).toBe('-1.99');
    expect(formatMicrosFixed(-9_999, 2)).toBe('0.00');
    expect(formatMicrosFixed(1_999_999, 0)).toBe('1');
    expect(formatMicrosFixed(1, 6)).toBe('0.000001');
    expect(formatMicrosFixed(12_345_678_900_000n, 2)).toBe('12345678.90');
  });
  it('are rounded up for costs and down for gains on request', () => {
    expect(formatMicrosFixed(475_800, 2, 'up')).toBe('0.48');
    expect(formatMicrosFixed(470_000, 2, 'up')).toBe('0.47');
    expect(formatMicrosFixed(999_999, 0, 'up')).toBe('1');
    expect(formatMicrosFixed(-9_999, 2, 'down')).toBe('-0.01');
    expect(formatMicrosFixed(-1_990_001, 2, 'down')).toBe('-2.00');
    expect(formatMicrosFixed(1_999_999, 2, 'down')).toBe('1.99');
    expect(formatMicrosFixed(-1_999_999, 2, 'up')).toBe('-1.99');
    expect(formatMicrosFixed(-9_999, 2, 'up')).toBe('0.00');
  });
  it('are formatted without bigints where they are safe integers', () => {
    const big = vi.spyOn(globalThis, 'BigInt');
    try {
      expect(formatMicrosFixed(615_000, 2)).toBe('0.61');
      expect(formatMicrosFixed(Number.MAX_SAFE_INTEGER, 2, 'up')).toBe('9007199254.75');
      expect(big).not.toHaveBeenCalled();
    } finally {
      big.mockRestore();
    }
  });
});
