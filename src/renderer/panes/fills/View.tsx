/** Fills pane: the member's fills, newest first. */
import { useMemo } from 'react';
import type { Market } from '#shared/market/market.ts';
import type { Fill } from '#shared/order/account.ts';
import { formatContracts, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import { formatTimeMs } from '#shared/text/times.ts';
import { formatUnreadableRows } from '#shared/text/unreadableRows.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { costCeil } from '#shared/units/usd.ts';
import { describeAccount } from '../../domain/accountStatus.ts';
import { followMarket } from '../../domain/links.ts';
import { marketName, marketTitle, NO_MARKETS } from '../../domain/markets.ts';
import { usePane, usePaneValue } from '../../domain/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { NoticeBanner, WarningBanner } from '../../ui/Banner.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { Empty, MarketLink } from '../../ui/parts.tsx';
import { formatSide, formatState, sortFills, toneOfSide } from './model.ts';
import { sortSetting } from './state.ts';

/** Older fills are history, not this pane's. */
const MAX_SHOWN = 200;

export function View() {
  const { linkKey } = usePane();
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const isLocked = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.vault === 'locked');
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const [sort, setSort] = usePaneValue(sortSetting);
  const fills = useMemo(() => sortFills(account?.fills ?? []).slice(0, MAX_SHOWN), [account]);
  const columns = useMemo(() => buildColumns(markets, (market) => followMarket(linkKey, market)), [markets, linkKey]);
  return (
    <div className="fills">
      <DataTable
        label="Fills"
        columns={columns}
        rows={fills}
        keyOf={keyOf}
        sort={sort}
        onSort={setSort}
        onOpen={(fill) => followMarket(linkKey, fill.market)}
        banners={
          <>
            <NoticeBanner notice={describeAccount(account, 'Fills may be missing.')} />
            <WarningBanner text={formatUnreadableRows(account?.unreadableRows, 'fills')} />
          </>
        }
        empty={
          isLocked ? (
            <Empty what="The vault is locked" how="Your fills show when it is open." />
          ) : (
            <Empty what="No fills yet" how="Each part of an order that trades is one line here." />
          )
        }
      />
    </div>
  );
}

function keyOf(fill: Fill): string {
  return `${fill.id}/${fill.orderId}`;
}

function buildColumns(markets: readonly Market[], follow: (market: MarketId) => void): readonly TableColumn<Fill>[] {
  const marketOf = (fill: Fill) => markets.find((one) => one.market === fill.market);
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
      width: 104,
      className: 'mono',
      cell: (fill) => formatTimeMs(fill.exchangeTimeMs),
      sortBy: (fill) => fill.exchangeTimeMs,
    },
    {
      id: 'market',
      header: 'Market',
      width: 220,
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
      width: 84,
      align: 'right',
      className: 'mono',
      cell: (fill) => formatContracts(fill.shares),
      sortBy: (fill) => fill.shares,
    },
    {
      id: 'value',
      header: 'Value',
      width: 88,
      align: 'right',
      className: 'mono',
      cell: (fill) => formatMoney(costCeil(fill.price, fill.shares)),
      sortBy: (fill) => costCeil(fill.price, fill.shares),
    },
    {
      id: 'fee',
      header: 'Fee',
      width: 80,
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
    { id: 'order', header: 'Order', width: 150, className: 'mono dim', cell: (fill) => fill.orderId ?? '–' },
    { id: 'fill', header: 'Fill', width: 150, takesRest: true, className: 'mono dim', cell: (fill) => fill.id },
  ];
}
