/** P&L pane: results after fees per market, event or UTC day, rebuilt from the member's fills. */
import './resultBar.css';
import { useCallback, useMemo } from 'react';
import { formatAccountReason } from '#shared/text/account/account.ts';
import { formatAsOf, RESULT_NAMES, RESULT_TITLES } from '#shared/text/account/exposure.ts';
import { PNL_PANE_LABELS } from '#shared/text/account/pnlPaneLabels.ts';
import { formatUnreadableRows } from '#shared/text/account/unreadableRows.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { useAbsence } from '../../domain/account/accountStatus.ts';
import { useExposures } from '../../domain/account/exposure.ts';
import { requestExport } from '../../domain/exportRequests.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane, usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner, WarningBanner } from '../../ui/marks/Banner.tsx';
import { Empty, MarketLink, Segmented } from '../../ui/parts.tsx';
import type { TableColumn } from '../../ui/table/DataTable.tsx';
import { barAmountOf, findLargest, type Grouping, netOf, type ResultRow, readRows, shareOfLargest } from './model.ts';
import { groupingSetting, pnlTable } from './state.ts';

const NAMES: Readonly<Record<Grouping, string>> = { markets: 'Market', events: 'Event', days: 'Day (UTC)' };

export function View() {
  const { linkKey } = usePane();
  const account = useFeed([feedKey.account, feedKey.catalogue], (mirror) => mirror.account());
  const absence = useAbsence('results');
  const [grouping] = usePaneValue(groupingSetting);
  const follow = useCallback((market: MarketId): void => followMarket(linkKey, market), [linkKey]);
  const exposures = useExposures((one) => one);
  const rows = readRows(feed, exposures, grouping);
  const largest = findLargest(rows);
  const columns = useMemo(() => buildColumns(grouping, largest, follow), [grouping, largest, follow]);
  const unreadable = formatUnreadableRows(account?.unreadableRows, 'fills');
  const isPartial = account !== null && !account.ledger.isComplete;
  const unattributed = account?.ledger.unattributed ?? 0;
  return (
    <pnlTable.View
      columns={columns}
      rows={rows}
      onOpen={({ market }) => {
        if (market !== null) follow(market);
      }}
      notices={
        <>
          {account?.at === 'stale' ? (
            <Banner
              tone="stale"
              text={`Stale: ${account.reason === null ? 'the fill stream is silent' : formatAccountReason(account.reason)}. Results may be out of date.`}
            />
          ) : null}
          <WarningBanner text={unreadable} />
          {isPartial && absence === null && unreadable === null ? (
            <Banner tone="warn" text="Not all fills are known: results are of those that are." />
          ) : null}
          {unattributed > 0 ? (
            <Banner
              tone="warn"
              text={`The exchange stated no outcome or direction for ${unattributed} ${unattributed === 1 ? 'fill' : 'fills'}: they are in no result.`}
            />
          ) : null}
        </>
      }
      absence={absence}
      nothing={<Empty what={PNL_PANE_LABELS.noResultsYet} how={PNL_PANE_LABELS.theyBeginWithYourFirst} />}
    />
  );
}

function buildColumns(
  grouping: Grouping,
  largest: Usd,
  follow: (market: MarketId) => void,
): readonly TableColumn<ResultRow>[] {
  const money = (
    id: string,
    header: string,
    value: (row: ResultRow) => Usd | null,
    format: (row: ResultRow) => string | null,
  ): TableColumn<ResultRow> => ({
    id,
    header,
    width: 104,
    align: 'right',
    className: 'mono',
    cell: (row) => format(row) ?? '–',
    sortBy: value,
  });
  const gain = (id: string, header: string, value: (row: ResultRow) => Usd | null): TableColumn<ResultRow> => ({
    ...money(id, header, value, () => null),
    cell: (row) => <Gain amount={value(row)} />,
  });
  /** With the time of its mark where that is older. */
  const dated = (column: TableColumn<ResultRow>): TableColumn<ResultRow> => ({
    ...column,
    title: ({ asOfMs }) => `${RESULT_TITLES.atMiddle}${formatAsOf(asOfMs)}`,
  });
  const isDays = grouping === 'days';
  return [
    {
      id: 'name',
      header: NAMES[grouping],
      width: 240,
      takesRest: true,
      cell: ({ name, title, market }) =>
        market === null ? (
          <span title={title}>{name}</span>
        ) : (
          <MarketLink name={name} title={title} onFollow={() => follow(market)} />
        ),
      sortBy: ({ startMs, name }) => startMs ?? name,
    },
    gain('realised', 'Realised', ({ realized }) => realized),
    ...(isDays
      ? []
      : [
          dated(gain('atMiddle', RESULT_NAMES.atMiddle, ({ atMiddle }) => atMiddle)),
          gain('net', 'Net', (row) => netOf(row)),
        ]),
    money(
      'fees',
      'Fees',
      ({ fees }) => fees,
      ({ fees }) => formatMoney(fees, 2, 'up'),
    ),
    ...(isDays
      ? [
          money(
            'traded',
            'Traded',
            ({ traded }) => traded,
            ({ traded }) => (traded === null ? null : formatMoney(traded)),
          ),
        ]
      : []),
    {
      id: 'fills',
      header: 'Fills',
      width: 72,
      align: 'right',
      className: 'mono',
      cell: ({ fills }) => String(fills),
      sortBy: ({ fills }) => fills,
    },
    {
      id: 'bar',
      header: 'Share of the largest result',
      isHeaderHidden: true,
      width: 0,
      takesRest: 334,
      cell: (row) => <ResultBar amount={barAmountOf(row)} largest={largest} />,
    },
  ];
}

function Gain({ amount }: { readonly amount: Usd | null }) {
  const tone = amount === null || amount === 0n ? '' : amount > 0n ? 'yes' : 'no';
  return <span className={tone}>{amount === null ? '–' : formatGain(amount)}</span>;
}

/** Bar of one result beside its row: gains to the right, losses to the left, as long as its share of the largest one. */
function ResultBar(props: { readonly amount: Usd | null; readonly largest: Usd }) {
  const { amount, largest } = props;
  if (amount === null || amount === 0n) return null;
  const isGain = amount > 0n;
  const width = `${shareOfLargest(amount, largest) / 2}%`;
  return (
    <span className="pnl-bar" aria-hidden="true">
      <span className={isGain ? 'gain' : 'loss'} style={isGain ? { left: '50%', width } : { right: '50%', width }} />
    </span>
  );
}

/** What the rows stand for, and their sum. */
export function Header() {
  const [grouping, setGrouping] = usePaneValue(groupingSetting);
  const { net, isWhole, asOfMs } = useExposures(
    ({ sum }) => ({ net: toUsd(sum.realized + sum.atMiddle), isWhole: sum.isMiddleWhole, asOfMs: sum.asOfMs }),
    (a, b) => a.net === b.net && a.isWhole === b.isWhole && a.asOfMs === b.asOfMs,
  );
  const tone = net > 0n ? 'yes' : net < 0n ? 'no' : '';
  return (
    <>
      <Segmented
        label={PNL_PANE_LABELS.resultsBy}
        value={grouping}
        onChange={setGrouping}
        choices={[
          { value: 'markets', label: 'Markets' },
          { value: 'events', label: 'Events' },
          { value: 'days', label: 'Days' },
        ]}
      />
      <button
        type="button"
        className="button small quiet"
        title={PNL_PANE_LABELS.exportsResultsOfPeriod}
        onClick={() => requestExport('pnl')}
      >
        Export…
      </button>
      <span
        className="dim"
        title={isWhole ? PNL_PANE_LABELS.realisedAndAtMiddle : PNL_PANE_LABELS.withoutPositionsThatHave}
      >
        Net <span className={`mono ${tone}`}>{formatGain(net)}</span>
        {isWhole ? '' : PNL_PANE_LABELS.inPart}
        {formatAsOf(asOfMs)}
      </span>
    </>
  );
}
