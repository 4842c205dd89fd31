/**
 * Ratios of a run beside the ranges of the run that is stored: does a second run say the same?
 *
 * Shape       A ratio is in range where its median lies between the least and the greatest ratio of the stored rounds, as the table rounds them.
 */
import type { Row } from './row.ts';
import { type Column, formatRange, formatRatio } from './table.ts';

export interface Compared {
  readonly row: Row;
  readonly stored: Row;
  readonly isInRange: boolean;
}

const cents = (value: number): number => Math.round(value * 100);

/** Every row with a ratio that the stored run has too. */
export function compareRatios(rows: readonly Row[], stored: readonly Row[]): Compared[] {
  return rows.flatMap((row) => {
    const other = stored.find(({ name }) => name === row.name);
    if (row.ratio === null || other === undefined || other.low === null || other.ratio === null) return [];
    const ratio = cents(row.ratio);
    return { row, stored: other, isInRange: ratio >= cents(other.low) && ratio <= cents(other.high!) };
  });
}

/** Columns of the table: the stored range, and whether the ratio is in it. */
export function listColumns(compared: readonly Compared[]): readonly Column[] {
  const find = (row: Row): Compared | undefined => compared.find((one) => one.row === row);
  return [
    { title: 'stored range', format: (row) => (find(row) === undefined ? '' : formatRange(find(row)!.stored)) },
    { title: 'in range', format: (row) => (find(row) === undefined ? '' : find(row)!.isInRange ? 'yes' : 'no') },
  ];
}

/** Ratios outside, one a line, and how many are inside. */
export function describeComparison(compared: readonly Compared[]): string {
  const outside = compared.filter(({ isInRange }) => !isInRange);
  const lines = outside.map(
    ({ row, stored }) => `Outside: ${row.name}: ${formatRatio(row)}, expected ${formatRange(stored)}`,
  );
  const inside = compared.length - outside.length;
  return [...lines, `${inside} of ${compared.length} ratios within the printed ranges`].join('\n');
}
