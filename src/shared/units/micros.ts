/**
 * Fixed-point decimals: text to and from integer millionths, without floats.
 *
 * Units       Millionths; collateral and outcome tokens both have six decimals on chain.
 * Errors      UnitError.
 */
import { quoteFound, UnitError } from './errors.ts';

export const MICROS = 1_000_000;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Parses plain decimal text; refuses exponents, a plus sign, and a seventh decimal other than 0. */
export function parseMicrosBig(text: string): bigint {
  const match = typeof text === 'string' && text.length <= 48 ? DECIMAL.exec(text) : null;
  if (!match) throw new UnitError('a decimal number as text', quoteFound(text));
  const [, sign, whole, fraction = ''] = match;
  if (fraction.length > 6 && /[1-9]/.test(fraction.slice(6))) {
    throw new UnitError('at most six decimals', quoteFound(text));
  }
  const value = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  return sign === '-' ? -value : value;
}

/** Whole digits of a text whose millionths are below 2^53. */
const SHORT_WHOLE = 9;
const DIGIT_0 = 0x30;
const POINT = 0x2e;

/** Parses plain decimal text into millionths as a safe integer. */
export function parseMicros(text: string): number {
  const short = typeof text === 'string' ? readShort(text) : null;
  return short ?? parseLong(text);
}

/** Unsigned text of up to nine whole digits and six decimals, without a pattern and a bigint; null for every other text. */
function readShort(text: string): number | null {
  const { length } = text;
  let value = 0;
  let at = 0;
  for (; at < length; at += 1) {
    const digit = text.charCodeAt(at) - DIGIT_0;
    if (digit < 0 || digit > 9) break;
    if (at === SHORT_WHOLE) return null;
    value = value * 10 + digit;
  }
  if (at === 0) return null;
  if (at === length) return value * MICROS;
  const decimals = length - at - 1;
  if (text.charCodeAt(at) !== POINT || decimals === 0 || decimals > 6) return null;
  for (at += 1; at < length; at += 1) {
    const digit = text.charCodeAt(at) - DIGIT_0;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return value * TENS[6 - decimals]!;
}

const TENS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;

function parseLong(text: string): number {
  const value = Number(parseMicrosBig(text));
  if (!Number.isSafeInteger(value)) throw new UnitError('a number below 9,007,199,254', quoteFound(text));
  return value;
}

/** Formats millionths with at least `minDecimals` decimals and no other trailing zeros. */
export function formatMicros(value: number | bigint, minDecimals = 0): string {
  const big = BigInt(value);
  const digits = (big < 0n ? -big : big).toString().padStart(7, '0');
  const whole = digits.slice(0, -6);
  let fraction = digits.slice(-6).replace(/0+$/, '');
  fraction = fraction.padEnd(minDecimals, '0');
  return `${big < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** Rounding direction: costs are rounded up, gains down. */
export type Toward = 'zero' | 'up' | 'down';

/** Formats millionths with exactly `decimals` decimals, by default rounded toward zero; for display only. */
export function formatMicrosFixed(value: number | bigint, decimals: number, toward: Toward = 'zero'): string {
  const short = typeof value === 'number' ? formatShort(value, decimals, toward) : null;
  return short ?? formatLong(value, decimals, toward);
}

/** A safe integer, without a bigint: prices and sizes are formatted for each row that a screen frame draws. Null for every other. */
function formatShort(value: number, decimals: number, toward: Toward): string | null {
  const unit = TENS[6 - decimals];
  const scale = TENS[decimals];
  if (unit === undefined || scale === undefined || !Number.isSafeInteger(value)) return null;
  const size = Math.abs(value);
  const rest = size % unit;
  const isAway = rest > 0 && toward === (value < 0 ? 'down' : 'up');
  const units = (size - rest) / unit + (isAway ? 1 : 0);
  const sign = value < 0 && units > 0 ? '-' : '';
  if (decimals === 0) return `${sign}${units}`;
  const fraction = units % scale;
  return `${sign}${(units - fraction) / scale}.${String(fraction).padStart(decimals, '0')}`;
}

function formatLong(value: number | bigint, decimals: number, toward: Toward): string {
  const unit = 10n ** BigInt(6 - decimals);
  const exact = BigInt(value);
  const rest = exact % unit;
  const away = (toward === 'up' && rest > 0n) || (toward === 'down' && rest < 0n);
  const big = exact - rest + (away ? (rest > 0n ? unit : -unit) : 0n);
  const digits = (big < 0n ? -big : big).toString().padStart(7, '0');
  const kept = digits.slice(0, digits.length - 6 + decimals).padStart(decimals + 1, '0');
  const whole = decimals === 0 ? kept : kept.slice(0, -decimals);
  return `${big < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `.${kept.slice(-decimals)}`}`;
}
