/**
 * Columns of a table: those that have room, and how wide each is.
 *
 * Units       Widths in CSS pixels at scale 1.
 */

/** As in dataTable.css: what the first and the last cell of a row have more than the others, towards the edge of the pane. */
export const EDGE_PX = 5;

interface Column {
  readonly width: number;
  readonly leaves?: number;
  readonly takesRest?: boolean | number;
}

/**
 * The columns that fit into a table of this width at scale 1, null before it is measured: those with a number in `leaves` go,
 * the highest first, until the others fit.
 */
export function fitColumns<C extends Column>(columns: readonly C[], width: number | null): readonly C[] {
  let total = sumWidths(columns);
  if (width === null || total <= width) return columns;
  const gone = new Set<C>();
  for (const column of columns.filter(({ leaves }) => leaves !== undefined).toSorted(byLeaves)) {
    if (total <= width) break;
    gone.add(column);
    total -= column.width;
  }
  return columns.filter((column) => !gone.has(column));
}

/** What the columns need together. */
export function sumWidths(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, 2 * EDGE_PX);
}

/**
 * Width of each column in a table of this width. Those that take the rest up to a width have it first; the others share what is
 * left in equal parts. Null: what is left.
 */
export function spreadColumns(columns: readonly Column[], width: number | null): readonly (number | null)[] {
  let rest = Math.max(0, (width ?? 0) - sumWidths(columns));
  const wider = columns.map(({ width: own, takesRest }) => {
    if (typeof takesRest !== 'number') return 0;
    const more = Math.min(rest, Math.max(0, takesRest - own));
    rest -= more;
    return more;
  });
  const resting = columns.filter(({ takesRest }) => takesRest === true);
  const last = resting.at(-1);
  return columns.map((column, at) => {
    if (column === last) return null;
    const edge = at === 0 || at === columns.length - 1 ? EDGE_PX : 0;
    return column.width + edge + (wider[at] ?? 0) + (column.takesRest === true ? rest / resting.length : 0);
  });
}

function byLeaves(a: Column, b: Column): number {
  return (b.leaves ?? 0) - (a.leaves ?? 0);
}
