/** Fills pane: the member's fills of a market and period, newest first. */

import { useMemo } from 'react';
import type { Market } from '#shared/market/market.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { SHOWN_FILLS } from '#shared/order/account/history.ts';
import { formatContracts, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import { FILLS_PANE_LABELS } from '#shared/text/orders/fillsPaneLabels.ts';
import { HISTORY_LABELS } from '#shared/text/orders/historyLabels.ts';
import { formatDay, formatDayTime, formatTimeMs, isToday } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { costCeil } from '#shared/units/usd.ts';
import { useAbsence } from '../../domain/account/accountStatus.ts';
import { HistoryLine } from '../../domain/history/HistoryLine.tsx';
import { toHistoryWords, toRowPages, useFillHistory } from '../../domain/history/history.ts';
import { marketName, marketTitle, useListing } from '../../domain/markets/markets.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane } from '../../domain/workspaces/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { AccountNotices } from '../../tablePane/AccountNotices.tsx';
import { useNow, useToday } from '../../ui/clock.ts';
import { Empty, MarketLink } from '../../ui/parts.tsx';
import type { TableColumn } from '../../ui/table/DataTable.tsx';
import { filterFills, startOfPeriod } from './filter.ts';
import { formatSide, formatState, OWN_TEXTS, sortFills, toneOfSide } from './model.ts';
import { fillsTable } from './table.ts';
import './fills.css';

const NO_FILLS: readonly Fill[] = [];

export function View() {
  const { linkKey } = usePane();
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const absence = useAbsence('fills');
  const markets = useListing();
  const { values } = fillsTable.useFilters();
  const { period } = values;
  // A period's beginning moves on, and with it what is shown.
  const now = useNow(period === 'all' ? null : 60_000);
  const all = account?.fills ?? NO_FILLS;
  const { market, text } = values;
  const query = useMemo(
    () => (all.length < SHOWN_FILLS ? null : { market, words: toHistoryWords(text, OWN_TEXTS) }),
    [all.length, market, text],
  );
  const history = useFillHistory(all, query);
  const fills = useMemo(
    () => sortFills(filterFills(history.rows, { ...values, nowMs: exchangeTimeOf(now) }, markets)),
    [history.rows, values, now, markets],
  );
  const fromMs = startOfPeriod(period, exchangeTimeOf(now));
  const isPeriodRead = fromMs !== null && history.reachedMs !== null && history.reachedMs < fromMs;
  const hasMore = history.state.at !== 'whole' && !isPeriodRead;
  const isSorted = fillsTable.useSort() !== null;
  const todayMs = useToday();
  const columns = useMemo(
    () => buildColumns(markets, todayMs, (chosen) => followMarket(linkKey, chosen)),
    [markets, linkKey, todayMs],
  );
  return (
    <div className="fills">
      <fillsTable.View
        columns={columns}
        rows={fills}
        all={history.rows.length}
        hasMore={hasMore}
        pages={hasMore && !isSorted ? toRowPages(history, fills.length) : undefined}
        beside={hasMore ? <HistoryLine history={history} isSorted={isSorted} /> : null}
        onOpen={(fill) => followMarket(linkKey, fill.market)}
        notices={<AccountNotices effect="Fills may be missing." part="fills" />}
        absence={absence}
        noMatch={hasMore ? HISTORY_LABELS.searching : FILLS_PANE_LABELS.noFillInThisMarket}
        nothing={<Empty what={FILLS_PANE_LABELS.noFillsYet} how={FILLS_PANE_LABELS.eachPartOfOrder} />}
      />
    </div>
  );
}

/** Fills have the exchange's times. */
function exchangeTimeOf(nowMs: number): number {
  return nowMs + (feed.clockOffsetMs() ?? 0);
}

function buildColumns(
  markets: readonly Market[],
  todayMs: number,
  follow: (market: MarketId) => void,
): readonly TableColumn<Fill>[] {
  const marketOf = (fill: Fill) => markets.find((one) => one.id === fill.market);
  const nameOf = (fill: Fill): string => {
    const market = marketOf(fill);
    return market ? marketName(market) : fill.market;
  };
  const titleOf = (fill: Fill): string => {
    const market = marketOf(fill);
    return market ? marketTitle(market) : fill.market;
  };
  return [
    {
      id: 'time',
      header: 'Time',
      width: 110,
      className: 'mono',
      title: ({ exchangeTimeMs: ms }) => `${formatDay(ms)}, ${formatTimeMs(ms)}`,
      cell: ({ exchangeTimeMs: ms }) => (isToday(ms, todayMs) ? formatTimeMs(ms) : formatDayTime(ms)),
      sortBy: (fill) => fill.exchangeTimeMs,
    },
    {
      id: 'market',
      header: 'Market',
      width: 150,
      takesRest: true,
      cell: (fill) => <MarketLink name={nameOf(fill)} title={titleOf(fill)} onFollow={() => follow(fill.market)} />,
      sortBy: nameOf,
    },
    { id: 'side', header: 'Side', width: 84, className: toneOfSide, cell: formatSide, sortBy: formatSide },
    {
      id: 'price',
      header: 'Price',
      width: 64,
      align: 'right',
      className: 'mono',
      cell: (fill) => formatTickPrice(fill.price),
      sortBy: (fill) => fill.price,
    },
    {
      id: 'volume',
      header: 'Volume',
      width: 96,
      align: 'right',
      className: 'mono',
      cell: (fill) => formatContracts(fill.shares),
      sortBy: (fill) => fill.shares,
    },
    {
      id: 'value',
      header: 'Value',
      width: 96,
      align: 'right',
      className: 'mono',
      cell: (fill) => formatMoney(costCeil(fill.price, fill.shares)),
      sortBy: (fill) => costCeil(fill.price, fill.shares),
    },
    {
      id: 'fee',
      header: 'Fee',
      width: 96,
      align: 'right',
      className: 'mono',
      cell: (fill) => (fill.fee === null ? '–' : formatMoney(fill.fee, 4, 'up')),
      sortBy: (fill) => fill.fee,
    },
    {
      id: 'state',
      header: 'State',
      width: 100,
      className: 'secondary',
      cell: (fill) => formatState(fill.state),
      sortBy: (fill) => formatState(fill.state),
    },
    { id: 'order', header: 'Order', width: 110, className: 'mono dim', cell: (fill) => fill.orderId ?? '–' },
    { id: 'fill', header: 'Fill', width: 110, className: 'mono dim', cell: (fill) => fill.id },
  ];
}
