/** The member's orders, step by step; an order whose answer was lost is first, loud, and has a clock on it. */

import { useEffect, useState } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatAccountReason } from '#shared/text/account.ts';
import { formatContracts, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import { formatTimeMs } from '#shared/text/times.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { followMarket } from '../../domain/links.ts';
import { usePane, usePaneValue } from '../../domain/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useNow } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { type Column, Empty, TableHead } from '../../ui/parts.tsx';
import { MatchLostOrder } from './MatchLostOrder.tsx';
import {
  canCancel,
  describeCancel,
  describeProblem,
  describeState,
  describeUnreadable,
  formatLife,
  formatSide,
  keyOf,
  sortOrders,
  toneOfSide,
} from './model.ts';
import { filterSetting } from './state.ts';
import './orders.css';

const COLUMNS: readonly Column[] = [
  ['Time'],
  ['Market'],
  ['Side'],
  ['Price', 'right'],
  ['Volume', 'right'],
  ['Filled', 'right'],
  ['Locked', 'right'],
  ['State'],
  ['Life', 'orders-life'],
  [
    <span key="cancel" className="orders-hidden">
      Cancel
    </span>,
  ],
];

export function View() {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const isLocked = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.vault === 'locked');
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? []);
  const [shown] = usePaneValue(filterSetting);
  const orders = sortOrders(account?.orders ?? [], shown);
  const [resolving, setResolving] = useState<IntentId | null>(null);
  const lost = account?.orders.find((one) => one.intentId === resolving && one.candidates !== undefined);
  useEffect(() => {
    // What is no longer offered must not come back over whatever is being done then.
    if (resolving !== null && lost === undefined) setResolving(null);
  }, [resolving, lost]);
  const unreadable = describeUnreadable(account?.unreadable);
  return (
    <div className="orders scroll">
      {account?.at === 'stale' ? (
        <Banner
          tone="stale"
          text={`Stale: ${account.reason === null ? 'the order stream is silent' : formatAccountReason(account.reason)}. Orders may have changed since.`}
        />
      ) : null}
      {account?.at === 'loading' ? <Banner tone="note" text="Reading your orders from the exchange…" /> : null}
      {unreadable === null ? null : <Banner tone="warn" text={unreadable} />}
      {orders.length === 0 ? (
        isLocked ? (
          <Empty what="The vault is locked" how="Your orders show when it is open." />
        ) : (
          <Empty
            what={shown === 'open' ? 'No open orders' : 'No orders yet'}
            how="Click a price on the ladder, or compose one in the ticket."
          />
        )
      ) : (
        <table className="grid">
          <TableHead columns={COLUMNS} />
          <tbody>
            {orders.map((order) => (
              <Row
                key={keyOf(order)}
                order={order}
                market={markets.find((one) => one.market === order.market) ?? null}
                onResolve={() => setResolving(order.intentId)}
              />
            ))}
          </tbody>
        </table>
      )}
      {lost ? <MatchLostOrder order={lost} orders={account?.orders ?? []} onClose={() => setResolving(null)} /> : null}
    </div>
  );
}

function Row(props: { readonly order: OrderView; readonly market: Market | null; readonly onResolve: () => void }) {
  const { order, market } = props;
  const { linkKey } = usePane();
  const state = describeState(order);
  const isOver = isTerminal(order.life);
  const name = market?.groupItemTitle ?? market?.title ?? order.market;
  const life = formatLife(order);
  return (
    <tr className={state.tone === 'loud' ? 'loud' : isOver ? 'over' : undefined}>
      <td className="mono" title={`Placed ${formatTimeMs(order.createdAtMs)}`}>
        {formatTimeMs(order.createdAtMs)}
      </td>
      <td className="orders-market">
        <button
          type="button"
          className="orders-link"
          title={market?.eventTitle ? `${market.eventTitle} · ${market.title}` : name}
          onClick={() => followMarket(linkKey, order.market)}
        >
          {name}
        </button>
      </td>
      <td className={toneOfSide(order)}>{formatSide(order)}</td>
      <td className="mono right">{formatTickPrice(order.price)}</td>
      <td className="mono right">{formatContracts(order.shares)}</td>
      <td className="mono right">{order.life.at === 'unknown' ? '?' : formatContracts(order.filled)}</td>
      <td className="mono right">{order.locked === null ? '–' : formatMoney(order.locked, 2, 'up')}</td>
      <td className={`orders-state ${state.tone}`} title={describeProblem(order)}>
        <span role={state.tone === 'loud' ? 'alert' : undefined}>{state.text}</span>
        {state.sinceMs === null ? null : <Elapsed sinceMs={state.sinceMs} />}
      </td>
      <td className="orders-life dim" title={life}>
        {life}
      </td>
      <td className="right">
        <CancelButton order={order} />
        {order.candidates === undefined ? null : (
          <button type="button" className="button small" onClick={props.onResolve}>
            Match lost order…
          </button>
        )}
      </td>
    </tr>
  );
}

function Elapsed(props: { readonly sinceMs: number }) {
  const now = useNow(100);
  // The clock is for the eye; a screen reader hears the state, not every tenth of a second.
  return <span aria-hidden="true"> {formatDuration(now - props.sinceMs, { tenths: true })}</span>;
}

function CancelButton(props: { readonly order: OrderView }) {
  const { order } = props;
  const [isBusy, setBusy] = useState(false);
  const { orderId } = order;
  if (orderId === null || isTerminal(order.life)) return null;
  const cancel = async (): Promise<void> => {
    setBusy(true);
    const notice = describeCancel(await act('order.cancel', { orderId }));
    setBusy(false);
    if (notice) useOverlay.getState().notify(notice.tone, notice.title, notice.detail);
  };
  return (
    <button
      type="button"
      className="button small"
      aria-label={`Cancel order ${orderId}`}
      disabled={isBusy || !canCancel(order)}
      onClick={() => void cancel()}
    >
      {isBusy || order.life.at === 'cancelling' ? 'Cancelling…' : 'Cancel'}
    </button>
  );
}
