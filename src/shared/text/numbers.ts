/**
 * Numbers as traders read them: grouped digits, a true minus sign, fixed decimals, in the chosen number format.
 *
 * Units       Millionths in, text out; for display only, never for a signed amount.
 * Invariants  The number format changes marks alone: the digits are the same in each.
 */
import { type DigitMarks, groupDigits, setDigitMarks } from '../base/groupDigits.ts';
import type { NumberFormat } from '../ipc/preferences.ts';
import { formatMicros, formatMicrosFixed, MICROS, type Toward } from '../units/micros.ts';
import { formatShares, type Shares } from '../units/shares.ts';
import { formatUsd, type Usd } from '../units/usd.ts';

/** The space is a narrow no-break one, so that a number never breaks over two lines. */
const MARKS: Readonly<Record<NumberFormat, DigitMarks>> = {
  '1,234.56': { group: ',', decimal: '.' },
  '1.234,56': { group: '.', decimal: ',' },
  '1 234,56': { group: '\u202f', decimal: ',' },
  "1'234.56": { group: '’', decimal: '.' },
};

/** Chosen for the whole page; caches of texts are checked by `digitMarks()`. */
export function setNumberFormat(format: NumberFormat): void {
  setDigitMarks(MARKS[format]);
}

/** Dollars: '9,412.36', '−305.00'. */
export function formatMoney(usd: Usd, decimals = 2, toward: Toward = 'zero'): string {
  return groupDigits(formatMicrosFixed(usd, decimals, toward));
}

/** A gain or loss in dollars, rounded down: '+41.20', '−305.00', '0.00'. */
export function formatGain(usd: Usd, decimals = 2): string {
  const text = formatMoney(usd, decimals, 'down');
  return usd > 0n && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Contracts: whole ones without decimals, others with two: '1,500', '2.50'. */
export function formatContracts(shares: Shares | number): string {
  return groupDigits(shares % MICROS === 0 ? formatMicros(shares) : formatMicrosFixed(shares, 2));
}

/** Contracts with every decimal they have: '1,500', '2.345678'. */
export function formatExactContracts(shares: Shares): string {
  return groupDigits(formatShares(shares));
}

/** Dollars with every decimal they have, at least two: '9,412.36', '0.004821'. */
export function formatExactMoney(usd: Usd): string {
  return groupDigits(formatUsd(usd));
}

/** Contracts rounded down to whole ones, for narrow columns: '1,306', '<1', '0'. */
export function formatWholeContracts(shares: number): string {
  if (shares > 0 && shares < MICROS) return '<1';
  return groupDigits(formatMicrosFixed(shares, 0));
}

/** A price with the decimals of its tick: '0.61'. */
export function formatTickPrice(micros: number, decimals = 2): string {
  return groupDigits(formatMicrosFixed(micros, decimals));
}

/** A price with every decimal it has, at least `minDecimals`: '0.61', '0.6125'. */
export function formatExactPrice(micros: number, minDecimals = 2): string {
  return groupDigits(formatMicros(micros, minDecimals));
}

/** Three digits of a large number, rounded down, for columns too narrow for all: '12.3k', '182k', '1.23m'. */
export function formatAbbreviated(micros: number): string {
  const isMillions = micros >= 1_000_000 * MICROS;
  const units = Math.floor(micros / (isMillions ? 1_000_000 : 1_000));
  const decimals = units < 10 * MICROS ? 2 : units < 100 * MICROS ? 1 : 0;
  return `${groupDigits(formatMicrosFixed(units, decimals))}${isMillions ? 'm' : 'k'}`;
}

const AT_MOST_TWO = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, useGrouping: false });
const TWO = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});

/** A strike of an underlying product, which is a float and never money: '96,000', '0.25'. */
export function formatStrike(value: number): string {
  return groupDigits(AT_MOST_TWO.format(value));
}

/** A price of an underlying product, which is a float and never money: '95,870.12'. */
export function formatUnderlyingPrice(value: number): string {
  return groupDigits(TWO.format(value));
}
