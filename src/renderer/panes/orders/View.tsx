/** Orders pane: every order with its state and its steps; orders of unknown outcome come first. */
import { useEffect, useMemo, useState } from 'react';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import { summarizeFills } from '#shared/order/fillSummary.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { describeAccount } from '../../domain/accountStatus.ts';
import { followMarket } from '../../domain/links.ts';
import { NO_MARKETS } from '../../domain/markets.ts';
import { usePane, usePaneValue } from '../../domain/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner, NoticeBanner } from '../../ui/Banner.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/parts.tsx';
import { buildColumns } from './columns.tsx';
import { MatchLostOrder } from './MatchLostOrder.tsx';
import { MoveOrder } from './MoveOrder.tsx';
import { describeState, describeUnreadable, keyOf, sortOrders } from './model.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { filterSetting, sortSetting } from './state.ts';
import './orders.css';

export function View() {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const isLocked = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.vault === 'locked');
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const { linkKey } = usePane();
  const [filter] = usePaneValue(filterSetting);
  const [sort, setSort] = usePaneValue(sortSetting);
  const [resolving, setResolving] = useState<IntentId | null>(null);
  const [moving, setMoving] = useState<OrderView | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const orders = useMemo(() => sortOrders(account?.orders ?? [], filter), [account, filter]);
  const fills = account?.fills;
  const summaries = useMemo(() => summarizeFills(fills ?? []), [fills]);
  const columns = useMemo(
    () =>
      buildColumns(markets, summaries, {
        follow: (market) => followMarket(linkKey, market),
        resolve: setResolving,
        move: setMoving,
        open: (order) => setOpenKey(keyOf(order)),
      }),
    [markets, summaries, linkKey],
  );
  const detailed = openKey === null ? undefined : account?.orders.find((one) => keyOf(one) === openKey);
  const lost = account?.orders.find((one) => one.intentId === resolving && one.candidates !== undefined);
  useEffect(() => {
    // Closes the dialog when its order needs no match any more, so that it does not reopen.
    if (resolving !== null && lost === undefined) setResolving(null);
  }, [resolving, lost]);
  return (
    <div className="orders">
      <DataTable
        label="Orders"
        columns={columns}
        rows={orders}
        keyOf={keyOf}
        rowClass={rowClass}
        rank={rankUnknown}
        sort={sort}
        onSort={setSort}
        onOpen={(order) => setOpenKey(keyOf(order))}
        banners={<Banners account={account} />}
        empty={
          isLocked ? (
            <Empty what="The vault is locked" how="Your orders show when it is open." />
          ) : (
            <Empty
              what={filter === 'open' ? 'No open orders' : 'No orders yet'}
              how="Click a price on the ladder, or compose one in the ticket."
            />
          )
        }
      />
      {moving ? <MoveOrder order={moving} onClose={() => setMoving(null)} /> : null}
      {detailed ? (
        <OrderDetail order={detailed} markets={markets} summaries={summaries} onClose={() => setOpenKey(null)} />
      ) : null}
      {lost ? <MatchLostOrder order={lost} orders={account?.orders ?? []} onClose={() => setResolving(null)} /> : null}
    </div>
  );
}

function Banners(props: { readonly account: AccountView | null }) {
  const { account } = props;
  const unreadable = describeUnreadable(account?.unreadable);
  return (
    <>
      <NoticeBanner notice={describeAccount(account, 'Orders may have changed since.')} />
      {account?.at === 'loading' ? <Banner tone="note" text="Reading your orders from the exchange…" /> : null}
      {unreadable === null ? null : <Banner tone="warn" text={unreadable} />}
    </>
  );
}

/** Orders of unknown outcome stay on top under every sort. */
function rankUnknown(order: OrderView): number {
  return order.life.at === 'unknown' ? 0 : 1;
}

function rowClass(order: OrderView): string | undefined {
  if (describeState(order).tone === 'loud') return 'loud';
  return isTerminal(order.life) ? 'over' : undefined;
}
