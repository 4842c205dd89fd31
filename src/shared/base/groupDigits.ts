/**
 * Groups the digits of plain decimal text for people: '9412.36' becomes '9,412.36'.
 *
 * Invariants  Every digit stays: the text goes to Intl as text, never through a float. The minus sign is U+2212.
 */
const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, useGrouping: true });

export const MINUS = '−';

export function groupDigits(text: string): string {
  const isNegative = text.startsWith('-');
  const [whole = '0', fraction] = (isNegative ? text.slice(1) : text).split('.');
  const grouped = GROUPED.format(BigInt(whole));
  return `${isNegative ? MINUS : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
