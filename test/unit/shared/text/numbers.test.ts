import { describe, expect, it } from 'vitest';
import {
  formatContracts,
  formatGain,
  formatMoney,
  formatStrike,
  formatTickPrice,
  formatUnderlyingPrice,
  formatWholeContracts,
} from '#shared/text/numbers.ts';
import { toUsd } from '#shared/units/usd.ts';

describe('formatMoney', () => {
  it('groups digits, keeps two decimals and writes a true minus sign', () => {
    expect(formatMoney(toUsd(9_412_360_000n))).toBe('9,412.36');
    expect(formatMoney(toUsd(-305_000_000n))).toBe('−305.00');
  });

  it('rounds in the direction that the caller names', () => {
    expect(formatMoney(toUsd(1_001_000n))).toBe('1.00');
    expect(formatMoney(toUsd(1_001_000n), 2, 'up')).toBe('1.01');
  });
});

describe('formatGain', () => {
  it('never shows a gain larger or a loss smaller than it is', () => {
    expect(formatGain(toUsd(41_209_999n))).toBe('+41.20');
    expect(formatGain(toUsd(-305_000_001n))).toBe('−305.01');
  });

  it('shows no sign on a gain that rounds to zero', () => {
    expect(formatGain(toUsd(9_999n))).toBe('0.00');
  });
});

it('formats whole contracts without decimals and parts with two', () => {
  expect(formatContracts(1_500_000_000)).toBe('1,500');
  expect(formatContracts(2_500_000)).toBe('2.50');
});

it('rounds contracts down to whole ones and marks less than one', () => {
  expect(formatWholeContracts(1_306_900_000)).toBe('1,306');
  expect(formatWholeContracts(1)).toBe('<1');
  expect(formatWholeContracts(0)).toBe('0');
});

it('formats a price with the decimals of its tick', () => {
  expect(formatTickPrice(610_000)).toBe('0.61');
  expect(formatTickPrice(615_000, 3)).toBe('0.615');
});

it('formats prices of underlying products with at most, or exactly, two decimals', () => {
  expect(formatStrike(96_000)).toBe('96,000');
  expect(formatStrike(0.25)).toBe('0.25');
  expect(formatStrike(-3_000)).toBe('−3,000');
  expect(formatUnderlyingPrice(95_870.1)).toBe('95,870.10');
});
