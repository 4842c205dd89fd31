/** Orders pane: every order with its state and its steps; orders of unknown outcome come first. */
import './orders.css';
import { useEffect, useMemo, useState } from 'react';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import { summarizeFills } from '#shared/order/fillSummary.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatAccountReason } from '#shared/text/account/account.ts';
import { HISTORY_LABELS } from '#shared/text/orders/historyLabels.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { useAbsence } from '../../domain/account/accountStatus.ts';
import { HistoryLine } from '../../domain/history/HistoryLine.tsx';
import { cutAtReached, toHistoryWords, toRowPages, useOrderHistory } from '../../domain/history/history.ts';
import { useKeyLabel } from '../../domain/keys/hotkeys.ts';
import { useListing } from '../../domain/markets/markets.ts';
import { cancelOrders } from '../../domain/orders/cancelOrders.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { AccountNotices, ReadOnlyNotice } from '../../tablePane/AccountNotices.tsx';
import { useToday } from '../../ui/clock.ts';
import { Banner, WarningBanner } from '../../ui/marks/Banner.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import { buildColumns } from './columns.tsx';
import { filterOrders } from './filter.ts';
import { MatchLostOrder } from './MatchLostOrder.tsx';
import { MoveOrder } from './MoveOrder.tsx';
import { canCancel, describeUnreadable, keyOf, STATE_TEXTS, sortOrders } from './model.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { ordersTable } from './table.ts';

const NO_ORDERS: readonly OrderView[] = [];

export function View() {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const absence = useAbsence('orders');
  const markets = useListing();
  const { linkKey } = usePane();
  const { values } = ordersTable.useFilters();
  const [resolving, setResolving] = useState<IntentId | null>(null);
  const [moving, setMoving] = useState<OrderView | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const all = account?.orders ?? NO_ORDERS;
  const { state, side, market, text } = values;
  const query = useMemo(
    // Every open order is in the account view.
    () => (state === 'open' ? null : { state, side, market, words: toHistoryWords(text, STATE_TEXTS) }),
    [state, side, market, text],
  );
  const history = useOrderHistory(all, query);
  const orders = useMemo(
    () => sortOrders(filterOrders(cutAtReached(history, createdAt, isOpen), values, markets)),
    [history, values, markets],
  );
  const hasMore = history.state.at !== 'whole';
  const isSorted = ordersTable.useSort() !== null;
  const fills = account?.fills;
  const summaries = useMemo(() => summarizeFills(fills ?? []), [fills]);
  const todayMs = useToday();
  const columns = useMemo(
    () =>
      buildColumns(markets, summaries, todayMs, {
        follow: (chosen) => followMarket(linkKey, chosen),
        resolve: setResolving,
        move: setMoving,
        open: (order) => setOpenKey(keyOf(order)),
      }),
    [markets, summaries, linkKey, todayMs],
  );
  const detailed = openKey === null ? undefined : history.rows.find((one) => keyOf(one) === openKey);
  const lost = account?.orders.find((one) => one.intentId === resolving && one.candidates !== undefined);
  useEffect(() => {
    // Closes the dialog when its order needs no match any more, so that it does not reopen.
    if (resolving !== null && lost === undefined) setResolving(null);
  }, [resolving, lost]);
  return (
    <div className="orders">
      <ordersTable.View
        columns={columns}
        rows={orders}
        all={history.rows.length}
        hasMore={hasMore}
        pages={isSorted ? undefined : toRowPages(history, orders.length)}
        beside={hasMore ? <HistoryLine history={history} isSorted={isSorted} /> : null}
        onOpen={(order) => setOpenKey(keyOf(order))}
        notices={<Notices account={account} />}
        shownActions={<CancelShown orders={orders} />}
        absence={absence}
        noMatch={
          state === 'open' ? null : hasMore ? HISTORY_LABELS.searching : ORDERS_PANE_LABELS.noOrderMatchesFilters
        }
        nothing={hasMore && account !== null ? <Empty what={HISTORY_LABELS.searching} /> : <NoOpenOrders />}
      />
      {moving ? <MoveOrder order={moving} onClose={() => setMoving(null)} /> : null}
      {detailed ? (
        <OrderDetail order={detailed} markets={markets} summaries={summaries} onClose={() => setOpenKey(null)} />
      ) : null}
      {lost ? <MatchLostOrder order={lost} orders={account?.orders ?? []} onClose={() => setResolving(null)} /> : null}
    </div>
  );
}

const createdAt = ({ createdAtMs }: OrderView): number => createdAtMs;
const isOpen = ({ life }: OrderView): boolean => !isTerminal(life);

function NoOpenOrders() {
  const key = useKeyLabel('view.palette');
  const typed = key === '' ? '' : `, or press ${key} and type “buy yes 100 @ 0.42”`;
  return <Empty what={ORDERS_PANE_LABELS.noOpenOrders} how={ORDERS_PANE_LABELS.clickPriceOnLadder(typed)} />;
}

function Notices(props: { readonly account: AccountView | null }) {
  const { account } = props;
  const unreadable = describeUnreadable(account?.unreadable);
  return (
    <>
      <AccountNotices effect="Orders may have changed since." />
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
      <ReadOnlyNotice />
      <WarningBanner text={unreadable} />
    </>
  );
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
