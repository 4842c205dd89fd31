/**
 * CSV cells and rows (RFC 4180): comma, CRLF, quotes where needed.
 *
 * Invariants  A cell that a spreadsheet could run as a formula, or that begins with an apostrophe, gets an apostrophe before it;
 *             a plain decimal number never does. Removing one leading apostrophe gives the value back.
 * Source      docs/export.md#csv
 */

/**
 * What begins a formula in a spreadsheet: one of = + - @, also in full width, as a small form or as a minus sign, after
 * spaces, controls and invisible characters, which some spreadsheets remove. A tab, CR or LF first, because the rest may become
 * a cell of its own. And the apostrophe that marks a neutralised cell.
 */
const NEEDS_APOSTROPHE =
  /^(?:[\t\r\n']|[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;
const NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Null is an empty cell. */
export function formatCell(value: string | null): string {
  if (value === null) return '';
  const safe = NEEDS_APOSTROPHE.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function formatRow(cells: readonly (string | null)[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}
