/**
 * Grouping in typed numbers: '12,500', as numbers are shown, becomes '12500'.
 *
 * Invariants  A text has the same value in every number format, or is refused: what a format shows as grouping and another
 *             as decimals is never guessed. The decimal mark of typed numbers is the point: docs/decisions/0019-typed-numbers.md
 * Errors      Never throws: null for a text that is refused.
 */
import { digitMarks } from '../base/groupDigits.ts';

/** One mark for all groups; the first group has one to three digits and does not begin with 0. */
const GROUPED = /^[1-9]\d{0,2}(?:([,'’\s\u00a0\u202f])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
/** Both a number of thousands and a number with three decimals, by format. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

/** The digits with at most a point; null where the marks are no grouping, or one of another number format. */
export function removeGrouping(text: string): string | null {
  const plain = text.trim();
  const { group } = digitMarks();
  if (group === '.' && AMBIGUOUS.test(plain)) return null;
  if (/^[\d.]*$/.test(plain)) return plain;
  const mark = GROUPED.exec(plain)?.[1];
  if (mark === undefined || (mark === ',' && group !== ',')) return null;
  return plain.replaceAll(mark, '');
}
