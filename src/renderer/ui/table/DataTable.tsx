/**
 * Data table: fixed column widths, sorting, row keyboard navigation; slots for a foot and for no rows.
 *
 * Units       Widths in CSS pixels at scale 1.
 * Invariants  Columns keep their width whatever the cells show; which ones are shown depends on the table's width alone. Without a sort, rows stay in the order given.
 *             Rows of a lower `rank` come first under every sort. The focus stays in the table when its row or button goes.
 */
import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ChevronDown, ChevronUp } from 'lucide-react';
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import './dataTable.css';
import { onKeys } from '../keys.ts';
import { type Look, onLook, readLook, rem } from '../look.ts';
import { fitColumns, spreadColumns, sumWidths } from './fitColumns.ts';
import { useRowNavigation } from './rowNavigation.ts';
import { listSegments, useRowWindow } from './rowWindow.ts';
import { TableFoot } from './TableFoot.tsx';
import { compareValues, nextSort, type SortValue, type TableSort } from './tableSort.ts';

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Header for screen readers only. */
  readonly isHeaderHidden?: boolean;
  readonly width: number;
  /** Takes the width that is left, at least `width`; several share it. A number: before them, up to this width. */
  readonly takesRest?: boolean | number;
  /** A table without room for all columns goes without this one, the highest number first. What it says is elsewhere too. */
  readonly leaves?: number;
  readonly align?: 'right';
  readonly className?: string | ((row: Row) => string);
  readonly title?: (row: Row) => string | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** Without it the column does not sort; rows without a value come last. */
  readonly sortBy?: (row: Row) => SortValue | null;
}

/** Rows that are read as they come into sight: those given are the first of `count`. */
export interface RowPages {
  readonly count: number;
  /** Rows from `from` until before `to` have room on the screen or near it; may be called again with the same. */
  readonly onWindow: (from: number, to: number) => void;
}

const FEATURES = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const RANK = ':rank';

type Features = typeof FEATURES;

export function DataTable<Row extends object>(props: {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly rowClass?: ((row: Row) => string | undefined) | undefined;
  /**
   * Virtualises long lists; unchanged row objects do not re-render. All rows have one height, and their cells depend on the
   * row and the columns alone.
   */
  readonly isLong?: boolean | undefined;
  readonly pages?: RowPages | undefined;
  readonly rank?: ((row: Row) => number) | undefined;
  readonly sort?: TableSort | null;
  readonly onSort?: ((sort: TableSort | null) => void) | undefined;
  /** Enter on a row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** In sight below the rows: filters, stale data, warnings. They come and go, and move no row. */
  readonly foot?: ReactNode;
  /** In the place of the table without rows. */
  readonly empty: ReactNode;
}) {
  const { rows, rank, sort = null, onSort } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const columns = useMemo(() => fitColumns(props.columns, width), [props.columns, width]);
  const widths = useMemo(() => spreadColumns(columns, width), [columns, width]);
  const definitions = useMemo(() => defineColumns(columns, rank), [columns, rank]);
  const sorting = useMemo(() => toSorting(columns, rank !== undefined, sort), [columns, rank, sort]);
  const table = useTable<Features, Row>({
    features: FEATURES,
    columns: definitions,
    data: rows,
    state: { sorting },
    getRowId: props.keyOf,
  });
  const visible = table.getRowModel().rows;
  const navigation = useRowNavigation(box, visible);
  const { onOpen } = props;
  const latestOpen = useRef(onOpen);
  latestOpen.current = onOpen;
  const open = useCallback((row: Row) => latestOpen.current?.(row), []);
  const { pages } = props;
  const isLong = props.isLong === true || pages !== undefined;
  const count = Math.max(visible.length, pages?.count ?? 0);
  const rowWindow = useRowWindow(box, isLong ? count : 0);
  const { from, to } = rowWindow ?? { from: 0, to: count };
  const segments = listSegments(visible, { from, to }, navigation.activeAt, count);
  useEffect(() => pages?.onWindow(from, to), [pages, from, to]);
  const BodyRow = isLong ? KeptRow : TableBodyRow;
  if (rows.length === 0) {
    return (
      <div ref={box} className="data-table" tabIndex={-1}>
        {props.empty}
        <TableFoot>{props.foot}</TableFoot>
      </div>
    );
  }
  return (
    <div ref={box} className="data-table scroll">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows take the arrow keys
        role="grid"
        className="grid"
        aria-label={props.label}
        // Ids of hidden columns, so that other cells can show their values.
        data-gone={listGone(props.columns, columns)}
        aria-rowcount={rowWindow === null ? undefined : count + 1}
        style={{ minWidth: rem(sumWidths(columns)) }}
      >
        <colgroup>
          {columns.map((column, at) => {
            const columnWidth = widths[at] ?? null;
            return <col key={column.id} style={columnWidth === null ? undefined : { width: rem(columnWidth) }} />;
          })}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...onKeys(navigation.onKey)} onFocus={navigation.onFocus} onBlur={navigation.onBlur}>
          {segments.map((segment) =>
            'blank' in segment ? (
              // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
              <tr key={`blank ${segment.at}`} className="blank" aria-hidden="true">
                <td colSpan={columns.length} style={{ height: segment.blank * (rowWindow?.rowHeight ?? 0) }} />
              </tr>
            ) : (
              <BodyRow
                key={segment.row.id}
                id={segment.row.id}
                index={rowWindow === null ? undefined : segment.at + 2}
                row={segment.row.original}
                columns={columns}
                className={props.rowClass?.(segment.row.original)}
                isActive={segment.at === navigation.activeAt}
                look={readLook()}
                open={open}
              />
            ),
          )}
        </tbody>
      </table>
      <TableFoot>{props.foot}</TableFoot>
    </div>
  );
}

interface BodyRowProps<Row> {
  readonly id: string;
  /** Row of the whole table, from 1 for the headings; absent where all of it has elements. */
  readonly index: number | undefined;
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
  readonly className: string | undefined;
  readonly isActive: boolean;
  /** Texts are in its formats: another look renders every row again. */
  readonly look: Look;
  readonly open: (row: Row) => void;
}

function listGone<Row>(all: readonly TableColumn<Row>[], fitting: readonly TableColumn<Row>[]): string | undefined {
  const gone = all.filter((column) => !fitting.includes(column));
  return gone.length === 0 ? undefined : gone.map(({ id }) => id).join(' ');
}

function TableBodyRow<Row>({ id, index, row, columns, className, isActive, open }: BodyRowProps<Row>) {
  return (
    <tr
      data-row={id}
      aria-rowindex={index}
      className={className}
      tabIndex={isActive ? 0 : -1}
      {...onKeys((event) => {
        if ((event.key !== 'Enter' && event.key !== ' ') || event.target !== event.currentTarget) return;
        // The space bar scrolls otherwise.
        event.preventDefault();
        open(row);
      })}
    >
      {columns.map((column) => (
        <Cell key={column.id} column={column} row={row} />
      ))}
    </tr>
  );
}

const KeptRow = memo(TableBodyRow) as typeof TableBodyRow;

function Heading<Row>(props: {
  readonly column: TableColumn<Row>;
  readonly sort: TableSort | null;
  readonly onSort: ((sort: TableSort | null) => void) | undefined;
}) {
  const { column, sort, onSort } = props;
  if (!onSort || !column.sortBy) {
    return (
      <th scope="col" className={column.align}>
        {column.isHeaderHidden ? <span className="unseen">{column.header}</span> : column.header}
      </th>
    );
  }
  const isSorted = sort?.column === column.id;
  const Arrow = sort?.descending ? ChevronDown : ChevronUp;
  return (
    <th
      scope="col"
      className={column.align}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="sort" onClick={() => onSort(nextSort(sort, column.id))}>
        {column.header}
        {isSorted ? <Arrow size={10} aria-hidden="true" /> : null}
      </button>
    </th>
  );
}

function Cell<Row>(props: { readonly column: TableColumn<Row>; readonly row: Row }) {
  const { column, row } = props;
  const own = typeof column.className === 'function' ? column.className(row) : column.className;
  return (
    <td className={[column.align, own].filter(Boolean).join(' ') || undefined} title={column.title?.(row)}>
      {column.cell(row)}
    </td>
  );
}

function defineColumns<Row extends object>(
  columns: readonly TableColumn<Row>[],
  rank: ((row: Row) => number) | undefined,
): ColumnDef<Features, Row>[] {
  const sortFn = (a: TableRow<Features, Row>, b: TableRow<Features, Row>, id: string): number =>
    compareValues(a.getValue<SortValue>(id), b.getValue<SortValue>(id));
  const define = (id: string, read: (row: Row) => SortValue | null): ColumnDef<Features, Row> => ({
    id,
    accessorFn: (row) => read(row) ?? undefined,
    sortFn,
    sortUndefined: 'last',
  });
  return [
    ...(rank ? [define(RANK, rank)] : []),
    ...columns.flatMap(({ id, sortBy }) => (sortBy ? [define(id, sortBy)] : [])),
  ];
}

function toSorting<Row>(columns: readonly TableColumn<Row>[], isRanked: boolean, sort: TableSort | null): SortingState {
  if (sort === null || !columns.some(({ id, sortBy }) => id === sort.column && sortBy)) return [];
  const chosen = { id: sort.column, desc: sort.descending };
  return isRanked ? [{ id: RANK, desc: false }, chosen] : [chosen];
}

/** The width that a table has at scale 1; null before it is measured. */
function useWidth(box: RefObject<HTMLDivElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void =>
      setWidth(element.clientWidth === 0 ? null : Math.floor(element.clientWidth / readLook().scale));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const stop = onLook(measure);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [box]);
  return width;
}
