/**
 * Writes plain decimal text for people: '9412.36' becomes '9,412.36', in the marks that were chosen.
 *
 * Invariants  Every digit stays: nothing goes through a float. The minus sign is U+2212. The marks are display alone: no
 *             text made here is parsed or sent.
 */

export const MINUS = '−';

export interface DigitMarks {
  /** Between groups of three digits. */
  readonly group: string;
  readonly decimal: string;
}

export const DEFAULT_MARKS: DigitMarks = { group: ',', decimal: '.' };

let marks = DEFAULT_MARKS;

/** Chosen once for the whole process; main keeps the default. */
export function setDigitMarks(next: DigitMarks): void {
  marks = next;
}

/** The marks in force; a cache of texts is valid while they are the same object. */
export function digitMarks(): DigitMarks {
  return marks;
}

export function groupDigits(text: string): string {
  const isNegative = text.startsWith('-');
  const [whole = '0', fraction] = (isNegative ? text.slice(1) : text).split('.');
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, marks.group) : whole;
  return `${isNegative ? MINUS : ''}${grouped}${fraction === undefined ? '' : `${marks.decimal}${fraction}`}`;
}
