/** Orders pane: every order with its state and its steps; orders of unknown outcome come first. */
import './orders.css';
import { useEffect, useMemo, useState } from 'react';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import { summarizeFills } from '#shared/order/fillSummary.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatAccountReason } from '#shared/text/account/account.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import { type Absence, describeAccount, useAbsence, useReadOnlyText } from '../../domain/account/accountStatus.ts';
import { useKeyLabel } from '../../domain/keys/hotkeys.ts';
import { marketName, useListing } from '../../domain/markets/markets.ts';
import { cancelOrders } from '../../domain/orders/cancelOrders.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane, usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useToday } from '../../ui/clock.ts';
import { Banner, NoticeBanner } from '../../ui/marks/Banner.tsx';
import { MissingData } from '../../ui/marks/MissingData.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { FilterLine } from '../../ui/table/TableFilter.tsx';
import { showColumns } from '../../ui/table/tableColumns.ts';
import { buildColumns } from './columns.tsx';
import { describeFilter, filterOrders, type OrderFilter } from './filter.ts';
import { MatchLostOrder } from './MatchLostOrder.tsx';
import { MoveOrder } from './MoveOrder.tsx';
import { canCancel, describeState, describeUnreadable, keyOf, sortOrders } from './model.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { hiddenColumns, ownMarketOnly, searchText, sideFilter, sortSetting, stateFilter } from './state.ts';

const NO_ORDERS: readonly OrderView[] = [];

export function View() {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const absence = useAbsence('orders');
  const markets = useListing();
  const { linkKey } = usePane();
  const { filter, clear } = useOrderFilter();
  const [hidden] = usePaneValue(hiddenColumns);
  const [sort, setSort] = usePaneValue(sortSetting);
  const [resolving, setResolving] = useState<IntentId | null>(null);
  const [moving, setMoving] = useState<OrderView | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const all = account?.orders ?? NO_ORDERS;
  const { state, side, market, text } = filter;
  const orders = useMemo(
    () => sortOrders(filterOrders(all, { state, side, market, text }, markets)),
    [all, state, side, market, text, markets],
  );
  const fills = account?.fills;
  const summaries = useMemo(() => summarizeFills(fills ?? []), [fills]);
  const todayMs = useToday();
  const columns = useMemo(
    () =>
      showColumns(
        buildColumns(markets, summaries, todayMs, {
          follow: (chosen) => followMarket(linkKey, chosen),
          resolve: setResolving,
          move: setMoving,
          open: (order) => setOpenKey(keyOf(order)),
        }),
        hidden,
      ),
    [markets, summaries, linkKey, hidden, todayMs],
  );
  const nameOf = (id: MarketId): string => {
    const listed = markets.find((one) => one.id === id);
    return listed ? marketName(listed) : id;
  };
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
        isLong
        rowClass={rowClass}
        rank={rankUnknown}
        sort={sort}
        onSort={setSort}
        onOpen={(order) => setOpenKey(keyOf(order))}
        foot={
          <>
            <Banners account={account} />
            <FilterLine text={describeFilter(filter, orders.length, all.length, nameOf)} onClear={clear}>
              <CancelShown orders={orders} />
            </FilterLine>
          </>
        }
        empty={<NoOrders absence={absence} filter={filter} isFiltered={all.length > 0} />}
      />
      {moving ? <MoveOrder order={moving} onClose={() => setMoving(null)} /> : null}
      {detailed ? (
        <OrderDetail order={detailed} markets={markets} summaries={summaries} onClose={() => setOpenKey(null)} />
      ) : null}
      {lost ? <MatchLostOrder order={lost} orders={account?.orders ?? []} onClose={() => setResolving(null)} /> : null}
    </div>
  );
}

function NoOrders(props: {
  readonly absence: Absence | null;
  readonly filter: OrderFilter;
  readonly isFiltered: boolean;
}) {
  const key = useKeyLabel('view.palette');
  if (props.absence !== null) return <MissingData {...props.absence} />;
  if (props.isFiltered && props.filter.state !== 'open')
    return <Empty what={ORDERS_PANE_LABELS.noOrderMatchesFilters} />;
  const typed = key === '' ? '' : `, or press ${key} and type “buy yes 100 @ 0.42”`;
  return <Empty what={ORDERS_PANE_LABELS.noOpenOrders} how={ORDERS_PANE_LABELS.clickPriceOnLadder(typed)} />;
}

function Banners(props: { readonly account: AccountView | null }) {
  const { account } = props;
  const unreadable = describeUnreadable(account?.unreadable);
  const readOnly = useReadOnlyText();
  return (
    <>
      <NoticeBanner notice={describeAccount(account, 'Orders may have changed since.')} />
      {account?.at === 'loading' && account.orders.length > 0 ? (
        <Banner
          tone={account.reason === null ? 'note' : 'warn'}
          text={
            account.reason === null
              ? 'Reading your orders from the exchange: until then they are as last known here.'
              : `Not all could be read: ${formatAccountReason(account.reason)}.`
          }
        />
      ) : null}
      {readOnly === null ? null : <Banner tone="note" text={readOnly} />}
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

/** Cancels the open orders that the filters leave, where "Cancel all" would cancel those of every market. */
function CancelShown(props: { readonly orders: readonly OrderView[] }) {
  const [isBusy, setBusy] = useState(false);
  const open = props.orders.filter(canCancel);
  if (open.length === 0 && !isBusy) return null;
  const cancel = async (): Promise<void> => {
    setBusy(true);
    const report = await cancelOrders(open, '');
    setBusy(false);
    if (report) useOverlay.getState().report(report);
  };
  return (
    <button type="button" className="button small" disabled={isBusy} onClick={() => void cancel()}>
      {isBusy ? 'Cancelling…' : ORDERS_PANE_LABELS.cancelThese(open.length)}
    </button>
  );
}

/** The filters in force in the pane around the caller, and how to drop them. */
function useOrderFilter(): { readonly filter: OrderFilter; readonly clear: () => void } {
  const [state, setState] = usePaneValue(stateFilter);
  const [side, setSide] = usePaneValue(sideFilter);
  const [isOwnMarket, setOwnMarket] = usePaneValue(ownMarketOnly);
  const [text, setText] = usePaneValue(searchText);
  const followed = usePaneMarket();
  const market = isOwnMarket ? followed : null;
  const clear = (): void => {
    setState('all');
    setSide('all');
    setOwnMarket(false);
    setText('');
  };
  return { filter: { state, side, market, text }, clear };
}
