/**
 * Scaffold of a pane that is a table: search field, menu of filters and columns, rows, and what stands below or instead of them.
 *
 * Invariants  The declaration stands outside components: its parts keep their identity. Notices come and go without moving
 *             a row.
 */
import { Columns3, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { TABLE_LABELS } from '#shared/text/tableLabels.ts';
import type { Absence } from '../domain/account/accountStatus.ts';
import { nameMarket } from '../domain/conditionals/conditionalNames.ts';
import { useListing } from '../domain/markets/markets.ts';
import { createPaneSetting, usePaneValue } from '../domain/workspaces/panes.ts';
import { MissingData } from '../ui/marks/MissingData.tsx';
import { MenuButton, MenuChoices, MenuItem, MenuSeparator, Submenu } from '../ui/overlay/Menu.tsx';
import { Empty } from '../ui/parts.tsx';
import { ColumnChecks, type ColumnChoice } from '../ui/table/ColumnChecks.tsx';
import { DataTable, type RowPages, type TableColumn } from '../ui/table/DataTable.tsx';
import { parseHiddenColumns, showColumns } from '../ui/table/tableColumns.ts';
import { parseTableSort, type TableSort } from '../ui/table/tableSort.ts';
import {
  type ChoiceFilter,
  describeFilters,
  type FiltersInForce,
  type FilterTexts,
  type FilterValues,
  type MarketFilter,
  type SearchFilter,
  type TableFilter,
  type TableFilters,
  useFilters,
} from './filters.ts';
import './tableFilter.css';
import { onKeys } from '../ui/keys.ts';

/** Of a table without filters. */
type NoFilters = Readonly<Record<never, never>>;

export interface TablePaneDeclaration<Row extends object, F extends TableFilters> {
  /** Of the table, for screen readers. */
  readonly label: string;
  readonly keyOf: (row: Row) => string;
  /** Columns that a pane may hide, and those hidden in a new one. */
  readonly columns?: { readonly of: readonly ColumnChoice[]; readonly hidden?: readonly string[] };
  readonly filters?: F;
  readonly rowClass?: (row: Row) => string | undefined;
  /** Rows of a lower rank come first under every sort. */
  readonly rank?: (row: Row) => number;
  /** Hundreds of rows, or more: only those near the screen have elements. */
  readonly isLong?: boolean;
  /** The rows keep their order: no heading sorts them. */
  readonly isUnsorted?: boolean;
  /** How many rows the filters leave: '3 of 12 orders'. */
  readonly formatCount?: (counts: RowCounts) => string;
}

export interface RowCounts {
  readonly visible: number;
  /** That pass the filters. */
  readonly found: number;
  /** Without the filters. */
  readonly all: number;
  /** Older rows are not read yet. */
  readonly hasMore: boolean;
}

export interface TableViewProps<Row> {
  /** Filtered, in the pane's own order. */
  readonly rows: readonly Row[];
  /** Number of rows without the filters; absent in a table without any. */
  readonly all?: number;
  /** Number that pass the filters, where not all of them are in `rows`. */
  readonly found?: number;
  /** Older rows are not read yet. */
  readonly hasMore?: boolean;
  /** Where rows are read as they come into sight. */
  readonly pages?: RowPages | undefined;
  /** All of them, the same array until one changes. */
  readonly columns: readonly TableColumn<Row>[];
  /** Enter on a row. */
  readonly onOpen?: (row: Row) => void;
  /** Below the rows: stale data, warnings. */
  readonly notices?: ReactNode;
  /** Acts on the rows that the filters leave; shown with their number. */
  readonly shownActions?: ReactNode;
  /** Beside that line, also while no filter is in force. */
  readonly beside?: ReactNode;
  /** Why there is no data; null where an empty table means that there are no rows. */
  readonly absence?: Absence | null;
  /** In the place of the rows while the vault is locked: what shows once it is open. */
  readonly locked?: string | null;
  /** In the place of the rows where the filters leave none. */
  readonly noMatch?: string | null;
  /** In the place of the rows where there are none. */
  readonly nothing: ReactNode;
}

export interface TableMenuProps<F extends TableFilters> {
  readonly label: string;
  readonly title: string;
  /** Opens the export of what is shown; `texts` are what the filters leave. Null where there is none. */
  readonly onExport?: ((values: FilterValues<F>, texts: FilterTexts<F>) => void) | null;
}

/** The parts of one kind of pane; each is of the pane around the caller. */
export interface TablePane<Row extends object, F extends TableFilters> {
  readonly View: (props: TableViewProps<Row>) => ReactNode;
  readonly Search: () => ReactNode;
  readonly Menu: (props: TableMenuProps<F>) => ReactNode;
  readonly useFilters: () => FiltersInForce<F>;
  readonly useSort: () => TableSort | null;
}

export function tablePane<Row extends object, F extends TableFilters = NoFilters>(
  declaration: TablePaneDeclaration<Row, F>,
): TablePane<Row, F> {
  const { columns: choices } = declaration;
  const filters = (declaration.filters ?? {}) as F;
  const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);
  const hiddenColumns = createPaneSetting<readonly string[]>(
    'hiddenColumns',
    choices?.hidden ?? [],
    parseHiddenColumns,
  );
  const search = Object.values(filters).find((filter) => filter.kind === 'search');
  const inMenu = Object.entries(filters).filter(([, { kind }]) => kind !== 'search');

  function View(props: TableViewProps<Row>) {
    const { columns, rows, all = rows.length } = props;
    // Names of markets in the line of the filters.
    useListing();
    const [sort, setSort] = usePaneValue(sortSetting);
    const [hidden] = usePaneValue(hiddenColumns);
    const { values, clear } = useFilters(filters);
    const chosen = useMemo(() => showColumns(columns, hidden), [columns, hidden]);
    const texts = Object.values<string | undefined>(describeFilters(filters, values, nameMarket)).filter(
      (text) => text !== undefined,
    );
    const count = declaration.formatCount?.({
      visible: rows.length,
      found: props.found ?? rows.length,
      all,
      hasMore: props.hasMore ?? false,
    });
    const line = (
      <FilterLine
        text={count === undefined || texts.length === 0 ? null : TABLE_LABELS.filterLine(count, texts.join(', '))}
        onClear={clear}
      >
        {props.shownActions}
      </FilterLine>
    );
    return (
      <DataTable
        label={declaration.label}
        columns={chosen}
        rows={rows}
        pages={props.pages}
        keyOf={declaration.keyOf}
        isLong={declaration.isLong}
        rowClass={declaration.rowClass}
        rank={declaration.rank}
        sort={sort}
        onSort={declaration.isUnsorted ? undefined : setSort}
        onOpen={props.onOpen}
        foot={
          <>
            {props.notices}
            {props.beside ? (
              <div className="table-bar">
                {line}
                {props.beside}
              </div>
            ) : (
              line
            )}
          </>
        }
        empty={<NoRows {...props} />}
      />
    );
  }

  function Search() {
    return search === undefined ? null : <SearchField filter={search} />;
  }

  function Menu(props: TableMenuProps<F>) {
    const [hidden, setHidden] = usePaneValue(hiddenColumns);
    const { values } = useFilters(filters);
    const { onExport } = props;
    const Icon = inMenu.length === 0 ? Columns3 : SlidersHorizontal;
    const checks =
      choices === undefined ? null : <ColumnChecks columns={choices.of} hidden={hidden} onChange={setHidden} />;
    return (
      <MenuButton
        className="button small quiet"
        label={props.label}
        title={props.title}
        face={<Icon size={13} aria-hidden="true" />}
      >
        {inMenu.map(([name, filter]) => (
          <FilterItems key={name} filter={filter} />
        ))}
        {inMenu.length === 0 ? null : <MenuSeparator />}
        {inMenu.length > 0 && choices !== undefined && choices.of.length > MOST_INLINE ? (
          <Submenu label={TABLE_LABELS.columns}>{checks}</Submenu>
        ) : (
          checks
        )}
        {onExport ? (
          <MenuItem onSelect={() => onExport(values, describeFilters(filters, values, nameMarket))}>
            {TABLE_LABELS.export}
          </MenuItem>
        ) : null}
      </MenuButton>
    );
  }

  return {
    View,
    Search,
    Menu,
    useFilters: () => useFilters(filters),
    useSort: () => usePaneValue(sortSetting)[0],
  };
}

/** More columns than these are a menu of their own, beside filters. */
const MOST_INLINE = 5;

function SearchField({ filter }: { readonly filter: SearchFilter }) {
  const [text, setText] = usePaneValue(filter.value);
  return <TableSearch label={filter.label} value={text} onChange={setText} />;
}

function FilterItems({ filter }: { readonly filter: TableFilter }) {
  if (filter.kind === 'market') return <MarketItems filter={filter} />;
  return filter.kind === 'choice' ? <ChoiceItems filter={filter} /> : null;
}

function MarketItems({ filter }: { readonly filter: MarketFilter }) {
  const [isOwn, setOwn] = usePaneValue(filter.value);
  return <MarketChoice isOwn={isOwn} onChange={setOwn} />;
}

function ChoiceItems({ filter }: { readonly filter: ChoiceFilter<string> }) {
  const [value, setValue] = usePaneValue(filter.value);
  const choices = Object.entries(filter.texts).map(([one, label]) => ({ value: one, label }));
  return <MenuChoices label={filter.label} value={value} choices={choices} onChange={setValue} />;
}

function NoRows<Row>({ absence, locked, noMatch, all, nothing }: TableViewProps<Row>) {
  if (absence) return <MissingData {...absence} />;
  if (locked) return <Empty what={TABLE_LABELS.locked} how={locked} />;
  return all !== undefined && all > 0 && noMatch ? <Empty what={noMatch} /> : nothing;
}

/** Menu item of a table: rows of every market, or of the market that the colour of the pane follows. */
function MarketChoice(props: { readonly isOwn: boolean; readonly onChange: (isOwn: boolean) => void }) {
  return (
    <MenuChoices
      label="Market"
      value={props.isOwn ? 'own' : 'all'}
      choices={[
        { value: 'all', label: 'Every market' },
        { value: 'own', label: 'The market of this colour' },
      ]}
      onChange={(value) => props.onChange(value === 'own')}
    />
  );
}

/** Controls that narrow a table: a search field, and a line that says what is shown and clears it. */
function TableSearch(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  return (
    <input
      className="table-search"
      type="search"
      aria-label={props.label}
      placeholder="Find"
      autoComplete="off"
      spellCheck={false}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      {...onKeys((event) => {
        if (event.key !== 'Escape' || props.value === '') return;
        event.stopPropagation();
        props.onChange('');
      })}
    />
  );
}

/** 'Shown: 3 of 12 orders, buys, Harbour List'; nothing without a filter. `children` act on what is shown. */
function FilterLine(props: {
  readonly text: string | null;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}) {
  return props.text === null ? null : (
    <div className="filter-line" role="status">
      <span title={props.text}>{props.text}</span>
      {props.children}
      <button type="button" className="button small quiet" onClick={props.onClear}>
        {TABLE_LABELS.showAll}
      </button>
    </div>
  );
}
