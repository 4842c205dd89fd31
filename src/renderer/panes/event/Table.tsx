/** Outcomes of an event in one table. */

import { formatContracts, formatGain, formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { marketName, marketTitle } from '../../domain/markets/markets.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane, usePaneValue } from '../../domain/workspaces/panes.ts';
import { MarketLink } from '../../ui/parts.tsx';
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx';
import { showColumns } from '../../ui/table/tableColumns.ts';
import { countOthers, formatWorst, type OutcomeRow, priceOfWay, WAY_DECIMALS } from './model.ts';
import { PriceButton } from './PriceButton.tsx';
import { hiddenColumns, sortSetting } from './state.ts';
import { type PriceClick, usePriceClick } from './usePriceClick.ts';

const PHASES = { notOpen: 'not open', trading: '', closed: 'closed', resolved: 'resolved', voided: 'voided' } as const;

/** Columns that a pane may hide. */
export const CHOOSABLE_COLUMNS = [
  { id: 'last', name: 'Last' },
  { id: 'position', name: 'Position' },
  { id: 'worst', name: 'Worst case' },
  { id: 'hold', name: 'Hold yes' },
  { id: 'orders', name: 'Orders' },
  { id: 'volume', name: '24 h volume' },
  { id: 'state', name: 'Book' },
] as const;

export function Table(props: {
  readonly rows: readonly OutcomeRow[];
  readonly selected: MarketId;
  readonly decimals: number;
}) {
  const { linkKey } = usePane();
  const [sort, setSort] = usePaneValue(sortSetting);
  const actions = usePriceClick(props.decimals);
  const [hidden] = usePaneValue(hiddenColumns);
  const follow = (row: OutcomeRow): void => followMarket(linkKey, row.market.id);
  const columns = showColumns(listColumns(props, actions, follow), hidden);
  return (
    <div className="event-table">
      <DataTable
        label="Outcomes"
        columns={columns}
        rows={props.rows}
        keyOf={({ market }) => market.id}
        rowClass={({ market, phase }) =>
          [market.id === props.selected ? 'selected' : '', phase === 'trading' ? '' : 'over'].join(' ').trim() ||
          undefined
        }
        sort={sort}
        onSort={setSort}
        onOpen={follow}
        empty={null}
      />
    </div>
  );
}

function listColumns(
  { rows, decimals }: { readonly rows: readonly OutcomeRow[]; readonly decimals: number },
  actions: PriceClick,
  follow: (row: OutcomeRow) => void,
): readonly TableColumn<OutcomeRow>[] {
  const price = (row: OutcomeRow, column: 'bid' | 'ask') => {
    const value = row[column];
    if (value === null) return '–';
    const text = formatTickPrice(value, decimals);
    const name = marketName(row.market);
    return (
      <PriceButton
        market={row.market.id}
        column={column}
        price={value}
        label={`${name}: ${column} ${text}`}
        actions={actions}
      >
        {text}
      </PriceButton>
    );
  };
  /** Of a price with its padding. */
  const width = 32 + 7 * decimals;
  const holdsSets = rows.some(({ holding }) => holding !== null && holding.yes > 0 && holding.no > 0);
  return [
    {
      id: 'outcome',
      header: 'Outcome',
      width: 112,
      takesRest: true,
      title: (row) => `${marketTitle(row.market)}${describeOld(row)}`,
      cell: (row) => (
        <>
          <MarketLink name={marketName(row.market)} title={marketTitle(row.market)} onFollow={() => follow(row)} />
          {/* Also where the pane is too narrow for the column that says it. */}
          <span className={row.phase === 'trading' ? 'mine' : 'dim'}>{describeOld(row)}</span>
        </>
      ),
      sortBy: (row) => marketName(row.market),
    },
    { id: 'bid', header: 'Bid', width, align: 'right', cell: (row) => price(row, 'bid'), sortBy: (row) => row.bid },
    { id: 'ask', header: 'Ask', width, align: 'right', cell: (row) => price(row, 'ask'), sortBy: (row) => row.ask },
    {
      id: 'last',
      header: 'Last',
      width,
      leaves: 2,
      align: 'right',
      className: 'mono',
      cell: (row) => (row.last === null ? '–' : formatTickPrice(row.last, decimals)),
      sortBy: (row) => row.last,
    },
    {
      id: 'position',
      header: 'Position',
      width: holdsSets ? 208 : 104,
      align: 'right',
      className: 'mono',
      cell: (row) => <Holding row={row} />,
      sortBy: (row) => (row.holding === null ? null : row.holding.yes - row.holding.no),
    },
    {
      id: 'worst',
      header: 'Worst case',
      width: 96,
      leaves: 1,
      align: 'right',
      className: 'mono',
      title: ({ lossWithOrders }) =>
        lossWithOrders === null
          ? undefined
          : `What is held brings this in its worst result; with every open order filled or not ${formatWorst(lossWithOrders)}`,
      cell: (row) => (row.worst === null ? '–' : formatGain(row.worst)),
      sortBy: (row) => row.worst,
    },
    {
      id: 'hold',
      header: 'Hold yes',
      width: 88,
      align: 'right',
      className: 'mono',
      title: (row) => describeHold(row) ?? undefined,
      cell: (row) => (row.hold === null ? '–' : <Hold row={row} />),
      sortBy: (row) => (row.hold === null ? null : priceOfWay(row.hold, 'hold')),
    },
    {
      id: 'orders',
      header: 'Orders',
      width: 50,
      leaves: 3,
      align: 'right',
      className: (row) => (row.orders > 0 ? 'mono mine' : 'mono'),
      cell: (row) => String(row.orders),
      sortBy: (row) => row.orders,
    },
    {
      id: 'volume',
      header: '24 h volume',
      width: 92,
      leaves: 4,
      align: 'right',
      className: 'mono',
      cell: (row) => (row.market.volume24h === null ? '–' : formatWholeContracts(row.market.volume24h)),
      sortBy: (row) => row.market.volume24h,
    },
    {
      id: 'state',
      header: 'Book',
      width: 62,
      leaves: 5,
      className: (row) => (row.book === 'live' || row.phase !== 'trading' ? 'secondary' : 'mine'),
      cell: (row) => (row.phase === 'trading' ? (row.book ?? 'waiting') : PHASES[row.phase]),
    },
  ];
}

/** ' · stale', ' · closed' beside the name of an outcome whose prices are not of now. */
function describeOld({ phase, book }: OutcomeRow): string {
  if (phase !== 'trading') return ` · ${PHASES[phase]}`;
  return book === null || book === 'live' || book === 'waiting' ? '' : ` · ${book}`;
}

function Hold({ row }: { readonly row: OutcomeRow }) {
  if (row.hold === null) return null;
  const others = countOthers(row.hold, row.market.id);
  return (
    <>
      {others > 0 ? <span className="event-via">via {others}</span> : null}{' '}
      {formatTickPrice(priceOfWay(row.hold, 'hold'), WAY_DECIMALS)}
    </>
  );
}

function describeHold({ hold, market }: OutcomeRow): string | null {
  if (hold === null) return null;
  const others = countOthers(hold, market.id);
  const size = `${formatContracts(hold.shares)} contracts, after fees, a contract`;
  return others > 0 ? `${size}: also through no of ${others} other outcomes` : size;
}

function Holding({ row }: { readonly row: OutcomeRow }) {
  if (row.holding === null) return '–';
  const { yes, no } = row.holding;
  if (yes === 0 && no === 0) return '0';
  return (
    <>
      {yes > 0 ? <span className="yes">{formatWholeContracts(yes)} yes</span> : null}
      {yes > 0 && no > 0 ? ' ' : null}
      {no > 0 ? <span className="no">{formatWholeContracts(no)} no</span> : null}
    </>
  );
}
