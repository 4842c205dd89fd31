/** Columns of the positions table. */

import type { Mark } from '#shared/market/mark.ts';
import { otherSide, type Side } from '#shared/market/outcome.ts';
import { type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import type { Position } from '#shared/order/account/account.ts';
import { holdingsOf } from '#shared/order/exits/flattenPlan.ts';
import { type Exposure, middleOfOutcome } from '#shared/order/exposure/exposure.ts';
import { formatAsOf, RESULT_NAMES, RESULT_TITLES } from '#shared/text/account/exposure.ts';
import { formatDifferences } from '#shared/text/account/ledger.ts';
import { POSITIONS_PANE_LABELS } from '#shared/text/account/positionsPaneLabels.ts';
import { formatContracts, formatGain, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { useWatch } from '../../act/watch.ts';
import { useExposures } from '../../domain/account/exposure.ts';
import { formatEven } from '../../domain/account/positionStrip.ts';
import { averageOf, markOf, type PositionLine } from '../../domain/account/positions.ts';
import { useProtection } from '../../domain/conditionals/protection.ts';
import { marketName, marketTitle } from '../../domain/markets/markets.ts';
import { extraLabel } from '../../domain/markets/outcomes.ts';
import { mergeableSets, requestWalletForm } from '../../domain/wallet/walletRequests.ts';
import { followMarket, type LinkKey } from '../../domain/workspaces/links.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { ProtectionMark } from '../../ui/marks/ProtectionMark.tsx';
import { MarketLink } from '../../ui/parts.tsx';
import type { TableColumn } from '../../ui/table/DataTable.tsx';
import { Actions } from './Actions.tsx';
import type { PositionRow } from './model.ts';

/** Columns that a pane may hide. */
export const CHOOSABLE_COLUMNS = [
  { id: 'quantity', name: 'Quantity' },
  { id: 'locked', name: 'Locked' },
  { id: 'sellable', name: 'Sellable' },
  { id: 'protection', name: 'Protects now' },
  { id: 'average', name: 'Average' },
  { id: 'breakEven', name: 'Break-even' },
  { id: 'mark', name: 'Mark' },
  { id: 'closedNow', name: 'Closed now' },
  { id: 'atMiddle', name: 'At the middle' },
  { id: 'realised', name: 'Realised' },
  { id: 'fees', name: 'Fees' },
] as const;

export function buildColumns(linkKey: LinkKey, tick: Tick, hasSets: boolean): readonly TableColumn<PositionRow>[] {
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
      width: 112,
      takesRest: true,
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
      width: hasSets ? 168 : 74,
      className: ({ position }) => position.outcome,
      title: ({ market, position }) => extraLabel(market, position.outcome) ?? undefined,
      cell: (row) => <Outcome row={row} />,
      sortBy: ({ position }) => position.outcome,
    },
    ...quantities.map(
      ([header, id]): TableColumn<PositionRow> => ({
        id,
        header,
        width: 96,
        ...(id === 'locked' ? { leaves: 5 } : {}),
        align: 'right',
        className: ({ isOld }) => (isOld ? 'mono dim' : 'mono'),
        cell: ({ position, isOld }) => (isOld && id === 'sellable' ? 'unknown' : formatContracts(position[id])),
        sortBy: ({ position }) => position[id],
      }),
    ),
    {
      id: 'protection',
      header: 'Protects now',
      width: 118,
      leaves: 1,
      cell: ({ position }) => <Protection market={position.market} side={position.outcome} />,
    },
    {
      id: 'average',
      header: 'Average',
      width: 68,
      leaves: 2,
      align: 'right',
      className: 'mono',
      cell: ({ line }) => {
        const average = averageOf(line);
        return average === null ? '–' : formatTickPrice(average, decimals + 2);
      },
      sortBy: ({ line }) => averageOf(line),
    },
    {
      id: 'breakEven',
      header: 'Break-even',
      width: 78,
      leaves: 3,
      align: 'right',
      className: 'mono',
      title: () => 'Price of the outcome at which the whole position pays back its cost, before the fee to close',
      cell: (row) => <BreakEven row={row} decimals={decimals} />,
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
      id: 'closedNow',
      header: RESULT_NAMES.closedNow,
      width: 92,
      leaves: 4,
      align: 'right',
      className: 'mono',
      cell: (row) => <ClosedNowCell row={row} />,
    },
    {
      id: 'atMiddle',
      header: RESULT_NAMES.atMiddle,
      width: 92,
      align: 'right',
      className: 'mono',
      cell: (row) => <MiddleCell row={row} />,
      sortBy: ({ gain }) => gain,
    },
    {
      id: 'realised',
      header: 'Realised',
      width: 92,
      align: 'right',
      className: 'mono',
      cell: ({ line }) => <Realized line={line} />,
      sortBy: ({ line }) => line.holding?.realized ?? null,
    },
    {
      id: 'fees',
      header: 'Fees',
      width: 80,
      leaves: 6,
      align: 'right',
      className: 'mono',
      cell: ({ line }) => (line.holding === null ? '–' : formatMoney(line.holding.fees, 2, 'up')),
      sortBy: ({ line }) => line.holding?.fees ?? null,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: 142,
      align: 'right',
      className: 'table-actions',
      cell: (row) => <Actions row={row} name={nameOf(row)} linkKey={linkKey} tick={tick} />,
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

/** Which stops protect it, or why none does. */
function Protection(props: { readonly market: MarketId; readonly side: Side }) {
  return <ProtectionMark describe={useProtection(props.market, props.side)} onOpen={() => openPane('conditionals')} />;
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
    <span
      className={mark?.isOld ? 'dim' : undefined}
      title={mark ? MARK_SOURCES[mark.from] : POSITIONS_PANE_LABELS.noMark}
    >
      {formatMark(mark, props.decimals)}
    </span>
  );
}

/** Part of this outcome; the rows of a market are together its result. */
function MiddleCell({ row }: { readonly row: PositionRow }) {
  const { position, line } = row;
  const amount = useExposures((exposures) => {
    const exposure = line.holding === null ? null : exposures.of(position.market);
    return exposure && middleOfOutcome(exposure, position.outcome);
  });
  const asOf = useExposures((exposures) => formatAsOf(exposures.of(position.market)?.atMiddle?.asOfMs ?? null));
  return (
    <span title={`${RESULT_TITLES.atMiddle}${asOf}`}>
      <Amount amount={amount} />
    </span>
  );
}

/** Of the whole market, in the row of the outcome of which more is held. */
function ClosedNowCell({ row }: { readonly row: PositionRow }) {
  const { position, line } = row;
  const exposure = useExposures((exposures) => exposures.of(position.market), isSameClosed);
  if (exposure === null || line.holding === null || position.outcome !== (exposure.net?.side ?? 'yes')) return '–';
  const { closedNow } = exposure;
  const left = closedNow === null || closedNow.left === 0 ? '' : ' …';
  return (
    <span title={`${RESULT_TITLES.closedNow}${formatAsOf(closedNow?.asOfMs ?? null)}`}>
      <Amount amount={closedNow?.result ?? null} />
      {left}
    </span>
  );
}

function isSameClosed(a: Exposure | null, b: Exposure | null): boolean {
  return (
    a?.closedNow?.result === b?.closedNow?.result &&
    a?.closedNow?.left === b?.closedNow?.left &&
    a?.closedNow?.asOfMs === b?.closedNow?.asOfMs &&
    a?.net?.side === b?.net?.side &&
    (a === null) === (b === null)
  );
}

/** Pairs of both outcomes: worth a dollar each whatever happens. */
function CompleteSets(props: { readonly line: PositionLine }) {
  const { market, outcome } = props.line.position;
  const paired = useFeedValue([feedKey.account], (mirror) => findPaired(mirror.account()?.positions ?? [], market));
  const mergeable = useFeedValue([feedKey.account, feedKey.wallet], (mirror) => mergeableSets(mirror, market));
  if (paired === 0) return null;
  const worth = formatMoney(toUsd(BigInt(paired)));
  const title = `${formatContracts(paired)} complete sets of ${outcome} and ${otherSide(outcome)}: a merge would free ${worth}`;
  return (
    <span className="dim" title={title}>
      {' · '}
      {mergeable === 0n ? (
        POSITIONS_PANE_LABELS.setCount(formatContracts(paired))
      ) : (
        <button
          type="button"
          className="positions-merge"
          aria-label={POSITIONS_PANE_LABELS.mergeSets(formatContracts(paired))}
          onClick={() => requestWalletForm(`merge ${market}`)}
        >
          {formatContracts(paired)} {POSITIONS_PANE_LABELS.setsMerge}
        </button>
      )}
    </span>
  );
}

/** Whether a row has complete sets to show beside its outcome. */
export function hasCompleteSets(positions: readonly Position[]): boolean {
  return positions.some(({ market }) => findPaired(positions, market) > 0);
}

function findPaired(positions: readonly Position[], market: MarketId): number {
  const { yes, no } = holdingsOf(positions, market);
  return Math.min(yes, no);
}

const MARK_SOURCES: Readonly<Record<Mark['from'], string>> = {
  mid: 'Middle of the book',
  last: 'Last trade: one side of the book is empty',
  catalogue: 'Listed price: the book has not arrived',
  result: 'The result: a share pays a dollar or nothing, of a voided market half a dollar',
};

function formatMark(mark: Mark | null, decimals: number): string {
  if (!mark) return '–';
  if (mark.from === 'result') return mark.value === 0 ? '0' : mark.value === MICROS ? '1' : '0.5';
  return formatTickPrice(mark.value as Price, decimals + 1);
}

function BreakEven({ row, decimals }: { readonly row: PositionRow; readonly decimals: number }) {
  const { position, line } = row;
  return useExposures((exposures) => {
    const exposure = line.holding === null ? null : exposures.of(position.market);
    return exposure?.net?.side === position.outcome ? formatEven(exposure.breakEven, decimals) : '–';
  });
}

/** Realised P&L after the fees of what is not held any more; marked where the exchange's figures are not those of the fills. */
function Realized({ line }: { readonly line: PositionLine }) {
  const { holding, differences } = line;
  const title =
    holding === null
      ? undefined
      : `After fees; ${formatMoney(holding.openFees, 2, 'up')} of fees belong to what is held`;
  return (
    <>
      {differences.length === 0 ? null : (
        <span
          className="warn difference"
          role="img"
          aria-label={POSITIONS_PANE_LABELS.differsFromExchange}
          title={formatDifferences(differences)}
        >
          ≠
        </span>
      )}
      <span title={title}>
        <Amount amount={holding?.realized ?? null} />
      </span>
    </>
  );
}

function Amount(props: { readonly amount: Usd | null }) {
  const { amount } = props;
  const tone = amount === null || amount === 0n ? '' : amount > 0n ? 'yes' : 'no';
  return <span className={tone}>{amount === null ? '–' : formatGain(amount)}</span>;
}
