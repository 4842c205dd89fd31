/** Positions pane: positions by market and outcome, valued at the live book. */
import { MoreHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import type { Mark } from '#shared/market/mark.ts';
import type { Market } from '#shared/market/market.ts';
import { otherSide } from '#shared/market/outcome.ts';
import { type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import type { Position } from '#shared/order/account.ts';
import { holdingsOf } from '#shared/order/exits/flattenPlan.ts';
import { ordersOfMarket } from '#shared/order/exits/selection.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { breakEvenPrice } from '#shared/order/ledger.ts';
import { isLastKnown, type UnreadableRows } from '#shared/order/unreadableRows.ts';
import { formatDifferences } from '#shared/text/ledger.ts';
import { formatContracts, formatGain, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import { formatUnreadableRows } from '#shared/text/unreadableRows.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { useWatch } from '../../act/watch.ts';
import { describeAccount } from '../../domain/accountStatus.ts';
import { cancelSelected } from '../../domain/cancelAll.ts';
import { requestFlatten } from '../../domain/exits.ts';
import { followMarket, type LinkKey } from '../../domain/links.ts';
import { marketName, marketTitle, NO_MARKETS, useTick } from '../../domain/markets.ts';
import { extraLabel } from '../../domain/outcomes.ts';
import { usePane, usePaneValue } from '../../domain/panes.ts';
import { markOf, type PositionLine, readLines, realizedOf, sellPriceOf, unrealizedOf } from '../../domain/positions.ts';
import { fillTicket, NO_TICKET } from '../../domain/ticket.ts';
import { feed, useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { NoticeBanner, WarningBanner } from '../../ui/Banner.tsx';
import { useNow } from '../../ui/clock.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { MenuButton, MenuItem } from '../../ui/Menu.tsx';
import { useOverlay } from '../../ui/overlay.ts';
import { Empty, MarketLink } from '../../ui/parts.tsx';
import { sortSetting } from './state.ts';
import './positions.css';

interface PositionRow {
  readonly line: PositionLine;
  readonly position: Position;
  readonly market: Market | null;
  /** The exchange's latest row of it may be unreadable: the amounts are the last known ones. */
  readonly isOld: boolean;
  /** At the time the rows were built: for sorting only. */
  readonly gain: Usd | null;
}

/** Sorted by gains, rows move at this pace. */
const SORT_EVERY_MS = 1_000;

export function View() {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const isLocked = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.vault === 'locked');
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const tick = useTick();
  const feeRate = account?.feeRateMicros ?? DEFAULT_FEE_RATE;
  const { linkKey } = usePane();
  const [sort, setSort] = usePaneValue(sortSetting);
  const sortedAt = useNow(sort?.column === 'unrealised' ? SORT_EVERY_MS : null);
  const unreadable = account?.unreadableRows ?? null;
  const rows = useMemo(
    () => buildRows(readLines(account), markets, unreadable, sortedAt),
    [account, markets, unreadable, sortedAt],
  );
  const columns = useMemo(() => buildColumns(linkKey, tick, feeRate), [linkKey, tick, feeRate]);
  return (
    <div className="positions">
      <DataTable
        label="Positions"
        columns={columns}
        rows={rows}
        keyOf={({ position }) => `${position.market}:${position.outcome}:${position.custody}`}
        rowClass={({ position }) => (position.quantity === 0 ? 'over' : undefined)}
        sort={sort}
        onSort={setSort}
        onOpen={({ position }) => followMarket(linkKey, position.market)}
        banners={
          <>
            <NoticeBanner notice={describeAccount(account, 'Positions may have changed since.')} />
            <WarningBanner text={formatUnreadableRows(account?.unreadableRows, 'positions')} />
          </>
        }
        empty={
          isLocked ? (
            <Empty what="The vault is locked" how="Your positions show when it is open." />
          ) : (
            <Empty what="No positions" how="What you buy shows here once it is matched." />
          )
        }
      />
    </div>
  );
}

function buildRows(
  lines: readonly PositionLine[],
  markets: readonly Market[],
  unreadable: UnreadableRows | null,
  _sortedAtMs: number,
): readonly PositionRow[] {
  return lines.map((line) => {
    const { position } = line;
    const market = markets.find((one) => one.market === position.market) ?? null;
    const mark = markOf(position.outcome, market, feed.book(position.market));
    const isOld = isLastKnown(unreadable, position);
    return { line, position, market, isOld, gain: unrealizedOf(line, mark) };
  });
}

function buildColumns(linkKey: LinkKey, tick: Tick, feeRateMicros: number): readonly TableColumn<PositionRow>[] {
  const decimals = tickDecimals(tick);
  const nameOf = ({ position, market }: PositionRow): string => (market ? marketName(market) : position.market);
  const quantities = [
    ['Quantity', 'quantity'],
    ['Locked', 'locked'],
    ['Sellable', 'sellable'],
  ] as const;
  return [
    {
      id: 'market',
      header: 'Market',
      width: 126,
      cell: (row) => (
        <MarketLink
          name={nameOf(row)}
          title={row.market ? marketTitle(row.market) : row.position.market}
          onFollow={() => followMarket(linkKey, row.position.market)}
        />
      ),
      sortBy: nameOf,
    },
    {
      id: 'outcome',
      header: 'Outcome',
      width: 74,
      className: ({ position }) => position.outcome,
      cell: (row) => <Outcome row={row} />,
      sortBy: ({ position }) => position.outcome,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: 170,
      cell: (row) => <Actions row={row} name={nameOf(row)} linkKey={linkKey} tick={tick} />,
    },
    ...quantities.map(
      ([header, id]): TableColumn<PositionRow> => ({
        id,
        header,
        width: 76,
        align: 'right',
        className: ({ isOld }) => (isOld ? 'mono dim' : 'mono'),
        cell: ({ position, isOld }) => (isOld && id === 'sellable' ? 'unknown' : formatContracts(position[id])),
        sortBy: ({ position }) => position[id],
      }),
    ),
    {
      id: 'average',
      header: 'Average',
      width: 68,
      align: 'right',
      className: 'mono',
      cell: ({ position }) =>
        position.averagePrice === null ? '–' : formatTickPrice(position.averagePrice, decimals + 2),
      sortBy: ({ position }) => position.averagePrice,
    },
    {
      id: 'breakEven',
      header: 'Break-even',
      width: 82,
      align: 'right',
      className: 'mono',
      cell: ({ line }) => <BreakEven line={line} decimals={decimals + 2} feeRateMicros={feeRateMicros} />,
    },
    {
      id: 'mark',
      header: 'Mark',
      width: 60,
      align: 'right',
      className: 'mono',
      cell: (row) => <MarkCell row={row} decimals={decimals} />,
    },
    {
      id: 'unrealised',
      header: 'Unrealised',
      width: 84,
      align: 'right',
      className: 'mono',
      cell: (row) => <GainCell row={row} />,
      sortBy: ({ gain }) => gain,
    },
    {
      id: 'realised',
      header: 'Realised',
      width: 80,
      align: 'right',
      className: 'mono',
      cell: ({ line }) => <Realized line={line} />,
      sortBy: ({ line }) => realizedOf(line),
    },
    {
      id: 'fees',
      header: 'Fees',
      width: 62,
      takesRest: true,
      align: 'right',
      className: 'mono',
      cell: ({ line }) => (line.ledger === null ? '–' : formatMoney(line.ledger.fees, 2, 'up')),
      sortBy: ({ line }) => line.ledger?.fees ?? null,
    },
  ];
}

function Outcome(props: { readonly row: PositionRow }) {
  const { position, market } = props.row;
  const label = extraLabel(market, position.outcome);
  return (
    <>
      {position.outcome === 'yes' ? 'Yes' : 'No'}
      {label === null ? null : <span className="dim"> {label}</span>}
      <CompleteSets line={props.row.line} />
    </>
  );
}

/** The position's mark; only a change of the mark renders again, not every level of the book. */
function useMark({ position, market }: PositionRow): Mark | null {
  useWatch({ book: position.market });
  const key = useFeedValue([feedKey.book(position.market)], (mirror) => {
    const mark = markOf(position.outcome, market, mirror.book(position.market));
    return mark ? `${mark.value} ${mark.from} ${mark.isOld}` : '';
  });
  return key === '' ? null : markOf(position.outcome, market, feed.book(position.market));
}

function MarkCell(props: { readonly row: PositionRow; readonly decimals: number }) {
  const mark = useMark(props.row);
  return (
    <span className={mark?.isOld ? 'dim' : undefined} title={mark ? MARK_SOURCES[mark.from] : 'No mark'}>
      {formatMark(mark, props.decimals)}
    </span>
  );
}

function GainCell(props: { readonly row: PositionRow }) {
  const mark = useMark(props.row);
  return <Amount amount={unrealizedOf(props.row.line, mark)} />;
}

function Actions(props: {
  readonly row: PositionRow;
  readonly name: string;
  readonly linkKey: LinkKey;
  readonly tick: Tick;
}) {
  const { position, market } = props.row;
  if (position.quantity === 0 || (market?.result ?? null) !== null) return null;
  const sell = (): void => {
    const price = sellPriceOf(position.outcome, feed.book(position.market), props.tick);
    const isFilled = fillTicket(props.linkKey, {
      side: position.outcome,
      direction: 'sell',
      shares: position.sellable,
      price: price === null ? null : { market: position.market, value: price },
    });
    if (!isFilled) useOverlay.getState().notify('warn', NO_TICKET.title, NO_TICKET.detail);
    followMarket(props.linkKey, position.market);
  };
  const close = (): void => requestFlatten({ kind: 'position', market: position.market, side: position.outcome });
  const eventId = market?.eventId ?? null;
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-label={`Sell ${position.outcome} of ${props.name}`}
        title={
          position.sellable === 0
            ? 'Open sells lock all of it: shows how to cancel them and sell'
            : 'Fills the ticket with everything sellable, at the best bid'
        }
        onClick={position.sellable === 0 ? close : sell}
      >
        {position.sellable === 0 ? 'Cancel and sell…' : 'Sell…'}
      </button>
      <button
        type="button"
        className="button small"
        aria-label={`Close ${position.outcome} of ${props.name}`}
        title="Shows both ways out and follows it to flat"
        onClick={close}
      >
        Close…
      </button>
      <MenuButton
        className="button small quiet"
        label={`More exits of ${props.name}`}
        title="More exits"
        face={<MoreHorizontal size={13} aria-hidden="true" />}
      >
        <MenuItem onSelect={() => requestFlatten({ kind: 'market', market: position.market })}>
          Flatten market…
        </MenuItem>
        {eventId === null ? null : (
          <MenuItem onSelect={() => requestFlatten({ kind: 'event', eventId })}>Flatten event…</MenuItem>
        )}
        <MenuItem onSelect={() => void cancelOf(position.market)}>Cancel orders of this market</MenuItem>
      </MenuButton>
    </>
  );
}

async function cancelOf(market: MarketId): Promise<void> {
  const { tone, title, detail } = await cancelSelected(ordersOfMarket(market));
  useOverlay.getState().notify(tone, title, detail);
}

/** Pairs of both outcomes: worth a dollar each whatever happens. */
function CompleteSets(props: { readonly line: PositionLine }) {
  const { market, outcome } = props.line.position;
  const paired = useFeedValue([feedKey.account], (mirror) => findPaired(mirror.account()?.positions ?? [], market));
  if (paired === 0) return null;
  const worth = formatMoney(toUsd(BigInt(paired)));
  return (
    <span
      className="dim"
      title={`${formatContracts(paired)} complete sets of ${outcome} and ${otherSide(outcome)}: a merge would free ${worth}`}
    >
      {' · '}
      {formatContracts(paired)} sets
    </span>
  );
}

function findPaired(positions: readonly Position[], market: MarketId): number {
  const { yes, no } = holdingsOf(positions, market);
  return Math.min(yes, no);
}

const MARK_SOURCES: Readonly<Record<Mark['from'], string>> = {
  mid: 'Middle of the book',
  last: 'Last trade: one side of the book is empty',
  catalogue: 'Listed price: the book has not arrived',
  result: 'Determined: worth a dollar or nothing',
};

function formatMark(mark: Mark | null, decimals: number): string {
  if (!mark) return '–';
  if (mark.from === 'result') return mark.value > 0 ? '1' : '0';
  return formatTickPrice(mark.value as Price, decimals + 1);
}

function BreakEven(props: { readonly line: PositionLine; readonly decimals: number; readonly feeRateMicros: number }) {
  const { ledger, position } = props.line;
  if (ledger === null || ledger.open !== position.quantity || position.quantity === 0) return '–';
  const price = breakEvenPrice(ledger, props.feeRateMicros);
  if (price === null) return <span title="No price below 1 pays back the cost and the fees">none</span>;
  return (
    <span title="Selling all of it at this price, as a taker, pays back the cost and all fees">
      {formatTickPrice(price, props.decimals)}
    </span>
  );
}

/** Realised P&L after fees; marked where the exchange's figures are not those of the fills. */
function Realized({ line }: { readonly line: PositionLine }) {
  const { ledger, differences } = line;
  const title =
    ledger === null
      ? 'The exchange’s figure: no fill of this position is known'
      : `${formatGain(toUsd(realizedOf(line) + ledger.fees))} before fees of ${formatMoney(ledger.fees, 2, 'up')}`;
  return (
    <>
      {differences.length === 0 ? null : (
        <span
          className="warn difference"
          role="img"
          aria-label="Differs from the exchange"
          title={formatDifferences(differences)}
        >
          ≠
        </span>
      )}
      <span title={title}>
        <Amount amount={realizedOf(line)} />
      </span>
    </>
  );
}

function Amount(props: { readonly amount: Usd | null }) {
  const { amount } = props;
  const tone = amount === null || amount === 0n ? '' : amount > 0n ? 'yes' : 'no';
  return <span className={tone}>{amount === null ? '–' : formatGain(amount)}</span>;
}
