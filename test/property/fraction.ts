/** Exact fractions, for oracles of money that the code rounds. */
export interface Fraction {
  readonly top: bigint;
  /** Above 0, without a common divisor. */
  readonly bottom: bigint;
}

export function fraction(top: bigint, bottom = 1n): Fraction {
  const sign = bottom < 0n ? -1n : 1n;
  const divisor = greatestDivisor(top < 0n ? -top : top, bottom * sign) * sign;
  return { top: top / divisor, bottom: bottom / divisor };
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, { top: -b.top, bottom: b.bottom });
export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.top * b.top, a.bottom * b.bottom);
export const isAbove = (a: Fraction, b: Fraction): boolean => a.top * b.bottom > b.top * a.bottom;
export const higher = (a: Fraction, b: Fraction): Fraction => (isAbove(a, b) ? a : b);
export const lower = (a: Fraction, b: Fraction): Fraction => (isAbove(a, b) ? b : a);

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? (a === 0n ? 1n : a) : greatestDivisor(b, a % b);
}
