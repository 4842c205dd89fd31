/** Columns of a table that has no room for all of them. */

interface Column {
  readonly width: number;
  readonly leaves?: number;
}

/**
 * The columns that fit into a table of this width at scale 1, null before it is measured: those with a number in `leaves` go,
 * the highest first, until the others fit.
 */
export function fitColumns<C extends Column>(columns: readonly C[], width: number | null): readonly C[] {
  let total = columns.reduce((sum, column) => sum + column.width, 0);
  if (width === null || total <= width) return columns;
  const gone = new Set<C>();
  for (const column of columns.filter(({ leaves }) => leaves !== undefined).toSorted(byLeaves)) {
    if (total <= width) break;
    gone.add(column);
    total -= column.width;
  }
  return columns.filter((column) => !gone.has(column));
}

function byLeaves(a: Column, b: Column): number {
  return (b.leaves ?? 0) - (a.leaves ?? 0);
}
