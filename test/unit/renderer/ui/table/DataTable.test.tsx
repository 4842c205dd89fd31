import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DataTable, type TableColumn } from '#renderer/ui/table/DataTable.tsx';
import type { TableSort } from '#renderer/ui/table/tableSort.ts';

interface Line {
  readonly name: string;
  readonly size: bigint | null;
  readonly isUnknown?: boolean;
}

const COLUMNS: readonly TableColumn<Line>[] = [
  { id: 'name', header: 'Name', width: 120, cell: (line) => line.name, sortBy: (line) => line.name },
  {
    id: 'size',
    header: 'Size',
    width: 60,
    align: 'right',
    cell: (line) => String(line.size),
    sortBy: (line) => line.size,
  },
  { id: 'note', header: 'Note', isHeaderHidden: true, width: 40, takesRest: true, cell: () => '' },
];
const LINES: readonly Line[] = [
  { name: 'b 10', size: 2n },
  { name: 'b 9', size: null },
  { name: 'a', size: 10n },
  { name: 'c', size: 1n, isUnknown: true },
];

function render(sort: TableSort | null, lines: readonly Line[] = LINES): string {
  return renderToStaticMarkup(
    <DataTable
      label="Lines"
      columns={COLUMNS}
      rows={lines}
      keyOf={(line) => line.name}
      rank={(line) => (line.isUnknown ? 0 : 1)}
      sort={sort}
      onSort={() => undefined}
      foot={<em>stale</em>}
      empty={<strong>no lines</strong>}
    />,
  );
}

const rowsOf = (markup: string): string[] => [...markup.matchAll(/data-row="([^"]*)"/g)].map(([, name]) => name!);

describe('a data table', () => {
  it('keeps the order given until a column is sorted', () => {
    expect(rowsOf(render(null))).toEqual(['b 10', 'b 9', 'a', 'c']);
  });

  it('sorts text with its numbers by size, and keeps rows of a lower rank on top', () => {
    expect(rowsOf(render({ column: 'name', descending: false }))).toEqual(['c', 'a', 'b 9', 'b 10']);
    expect(rowsOf(render({ column: 'name', descending: true }))).toEqual(['c', 'b 10', 'b 9', 'a']);
  });

  it('puts rows without a value last in both directions', () => {
    expect(rowsOf(render({ column: 'size', descending: false }))).toEqual(['c', 'b 10', 'a', 'b 9']);
    expect(rowsOf(render({ column: 'size', descending: true }))).toEqual(['c', 'a', 'b 10', 'b 9']);
  });

  it('ignores a saved sort by a column that it does not have or that does not sort', () => {
    expect(rowsOf(render({ column: 'gone', descending: false }))).toEqual(['b 10', 'b 9', 'a', 'c']);
    expect(rowsOf(render({ column: 'note', descending: false }))).toEqual(['b 10', 'b 9', 'a', 'c']);
  });

  it('has the same column widths whatever the rows show', () => {
    const columnsOf = (markup: string): string => /<colgroup>.*<\/colgroup>/.exec(markup)?.[0] ?? '';
    expect(columnsOf(render(null))).toContain('width:7.8125rem');
    expect(columnsOf(render(null, [{ name: 'x'.repeat(400), size: 1n }]))).toBe(columnsOf(render(null)));
  });

  it('says which column it is sorted by, and names a heading that is not drawn', () => {
    const markup = render({ column: 'size', descending: true });
    expect(markup).toMatch(/<th[^>]*class="right"[^>]*aria-sort="descending"/);
    expect(markup.match(/aria-sort/g)).toHaveLength(1);
    expect(markup).toContain('<span class="unseen">Note</span>');
  });

  it('puts one row into the order of the Tab key', () => {
    expect(render(null).match(/<tr[^>]*tabindex="0"/g)).toHaveLength(1);
  });

  it('shows its foot below the rows, and where there are none', () => {
    expect(render(null)).toMatch(/<\/table>.*stale/);
    expect(render(null, [])).toMatch(/no lines.*stale/);
  });
});

describe('a long table', () => {
  const linesOf = (count: number): Line[] => Array.from({ length: count }, (_, at) => ({ name: `n${at}`, size: null }));
  const renderLong = (count: number): string =>
    renderToStaticMarkup(
      <DataTable
        label="Lines"
        columns={COLUMNS}
        rows={linesOf(count)}
        keyOf={(line) => line.name}
        isLong
        empty={null}
      />,
    );

  it('has elements for a part of hundreds of rows, and says how many there are', () => {
    const markup = renderLong(200);
    expect(rowsOf(markup)).toHaveLength(30);
    expect(markup).toContain('aria-rowcount="201"');
    expect(markup).toContain('aria-rowindex="31"');
    expect(markup.match(/class="blank"/g)).toHaveLength(1);
  });

  it('is whole with a few of them', () => {
    expect(rowsOf(renderLong(30))).toHaveLength(30);
    expect(renderLong(30)).not.toMatch(/blank|aria-row/);
  });

  it('has room for rows that have not been read yet', () => {
    const markup = renderToStaticMarkup(
      <DataTable
        label="Lines"
        columns={COLUMNS}
        rows={linesOf(10)}
        keyOf={(line) => line.name}
        pages={{ count: 5_000, onWindow: () => undefined }}
        empty={null}
      />,
    );
    expect(rowsOf(markup)).toHaveLength(10);
    expect(markup).toContain('aria-rowcount="5001"');
    expect(markup.match(/class="blank"/g)).toHaveLength(1);
  });
});
