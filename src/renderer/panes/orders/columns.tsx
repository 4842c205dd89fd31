/** Columns of the orders table. */
import { List, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { CancelSelection } from '#shared/order/exits/selection.ts';
import { type FillSummary, findFillSummary } from '#shared/order/fillSummary.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatContracts, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import { formatDay, formatTimeMs, formatTimeOrDay } from '#shared/text/times.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { marketName, marketTitle } from '../../domain/markets/markets.ts';
import { cancelSelected } from '../../domain/orders/cancelAll.ts';
import { useNow } from '../../ui/clock.ts';
import { MenuButton, MenuItem } from '../../ui/overlay/Menu.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { MarketLink } from '../../ui/parts.tsx';
import type { TableColumn } from '../../ui/table/DataTable.tsx';
import {
  canCancel,
  describeCancel,
  describeProblem,
  describeState,
  formatLife,
  formatSide,
  formatTimeLine,
  listCancelChoices,
  toneOfSide,
} from './model.ts';

/** Columns that a pane may hide. */
export const CHOOSABLE_COLUMNS = [
  { id: 'time', name: 'Time' },
  { id: 'market', name: 'Market' },
  { id: 'volume', name: 'Volume' },
  { id: 'filled', name: 'Filled' },
  { id: 'average', name: 'Average' },
  { id: 'locked', name: 'Locked' },
  { id: 'life', name: 'Life' },
] as const;

export interface OrderActs {
  follow(market: MarketId): void;
  resolve(intent: IntentId | null): void;
  move(order: OrderView): void;
  /** Shows the time line. */
  open(order: OrderView): void;
}

export function buildColumns(
  markets: readonly Market[],
  summaries: ReadonlyMap<OrderId, FillSummary>,
  todayMs: number,
  { follow, resolve, move, open }: OrderActs,
): readonly TableColumn<OrderView>[] {
  const averageOf = (order: OrderView) => findFillSummary(order, summaries)?.averagePrice ?? null;
  const marketOf = (order: OrderView) => markets.find((one) => one.id === order.market);
  const nameOf = (order: OrderView): string => {
    const market = marketOf(order);
    return market ? marketName(market) : order.market;
  };
  const titleOf = (order: OrderView): string => {
    const market = marketOf(order);
    return market ? marketTitle(market) : order.market;
  };
  return [
    {
      id: 'time',
      header: 'Time',
      width: 74,
      className: 'mono',
      title: (order) => `Placed ${formatDay(order.createdAtMs)}, ${formatTimeMs(order.createdAtMs)}`,
      cell: (order) => formatTimeOrDay(order.createdAtMs, todayMs),
      sortBy: (order) => order.createdAtMs,
    },
    {
      id: 'market',
      header: 'Market',
      width: 122,
      takesRest: true,
      cell: (order) => <MarketLink name={nameOf(order)} title={titleOf(order)} onFollow={() => follow(order.market)} />,
      sortBy: nameOf,
    },
    { id: 'side', header: 'Side', width: 64, className: toneOfSide, cell: formatSide, sortBy: formatSide },
    {
      id: 'price',
      header: 'Price',
      width: 54,
      align: 'right',
      className: 'mono',
      cell: (order) => formatTickPrice(order.price),
      sortBy: (order) => order.price,
    },
    {
      id: 'volume',
      header: 'Volume',
      width: 94,
      align: 'right',
      className: 'mono',
      cell: (order) => formatContracts(order.shares),
      sortBy: (order) => order.shares,
    },
    {
      id: 'filled',
      header: 'Filled',
      width: 94,
      align: 'right',
      className: 'mono',
      cell: (order) => (order.life.at === 'unknown' ? '?' : formatContracts(order.filled)),
      sortBy: (order) => (order.life.at === 'unknown' ? null : order.filled),
    },
    {
      id: 'average',
      header: 'Average',
      width: 60,
      align: 'right',
      className: 'mono',
      title: (order) =>
        order.filled > 0 && averageOf(order) === null ? 'Not all fills of this order are known' : undefined,
      cell: (order) => {
        const average = averageOf(order);
        return average === null ? '–' : formatTickPrice(average, 4);
      },
      sortBy: averageOf,
    },
    {
      id: 'locked',
      header: 'Locked',
      width: 100,
      align: 'right',
      className: 'mono',
      cell: (order) => (order.locked === null ? '–' : formatMoney(order.locked, 2, 'up')),
      sortBy: (order) => order.locked,
    },
    {
      id: 'state',
      header: 'State',
      width: 138,
      className: (order) => `orders-state ${describeState(order).tone}`,
      title: describeProblem,
      cell: (order) => <State order={order} />,
      sortBy: (order) => describeState(order).text,
    },
    {
      id: 'life',
      header: 'Life',
      width: 80,
      takesRest: 260,
      className: 'dim',
      title: formatTimeLine,
      cell: formatLife,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: 126,
      align: 'right',
      className: 'table-actions',
      cell: (order) => (
        <>
          <CancelButton order={order} />
          <button
            type="button"
            className="button small quiet"
            aria-label={ORDERS_PANE_LABELS.detailsOfOrder(order.orderId ?? ORDERS_PANE_LABELS.withoutAnId)}
            title={ORDERS_PANE_LABELS.timeLineEnter}
            onClick={() => open(order)}
          >
            <List size={13} aria-hidden="true" />
          </button>
          <OrderMenu order={order} market={marketOf(order) ?? null} move={move} />
          {order.candidates === undefined ? null : (
            <button
              type="button"
              className="button small"
              aria-label={ORDERS_PANE_LABELS.matchLostOrderAction}
              title={ORDERS_PANE_LABELS.matchLostOrderAction}
              onClick={() => resolve(order.intentId)}
            >
              Match…
            </button>
          )}
        </>
      ),
    },
  ];
}

function State(props: { readonly order: OrderView }) {
  const state = describeState(props.order);
  return (
    <>
      <span role={state.tone === 'loud' ? 'alert' : undefined}>{state.text}</span>
      {state.sinceMs === null ? null : <Elapsed sinceMs={state.sinceMs} />}
    </>
  );
}

function Elapsed(props: { readonly sinceMs: number }) {
  const now = useNow(100);
  // Screen readers announce the state, not every tenth of a second.
  return <span aria-hidden="true"> {formatDuration(now - props.sinceMs, { tenths: true })}</span>;
}

function CancelButton(props: { readonly order: OrderView }) {
  const { order } = props;
  const [isBusy, setBusy] = useState(false);
  const { orderId } = order;
  if (orderId === null || isTerminal(order.life)) return null;
  const cancel = async (): Promise<void> => {
    setBusy(true);
    const notice = describeCancel(orderId, await act('order.cancel', { orderId }));
    setBusy(false);
    if (notice) useOverlay.getState().report(notice);
  };
  return (
    <button
      type="button"
      className="button small"
      aria-label={ORDERS_PANE_LABELS.cancelOrder(orderId)}
      disabled={isBusy || !canCancel(order)}
      onClick={() => void cancel()}
    >
      {isBusy || order.life.at === 'cancelling' ? 'Cancelling…' : 'Cancel'}
    </button>
  );
}

/** Menu of an open order: a move to another price, and cancels of the orders that share its price, side, market or event. */
function OrderMenu(props: {
  readonly order: OrderView;
  readonly market: Market | null;
  readonly move: (order: OrderView) => void;
}) {
  const { order, market } = props;
  if (isTerminal(order.life)) return null;
  const cancel = async (selection: CancelSelection): Promise<void> => {
    const done = await cancelSelected(selection);
    useOverlay.getState().report(done);
  };
  return (
    <MenuButton
      className="button small quiet"
      label={ORDERS_PANE_LABELS.moreForOrder(order.orderId ?? ORDERS_PANE_LABELS.withoutAnId)}
      title={ORDERS_PANE_LABELS.moveItOrCancelMore}
      face={<MoreHorizontal size={13} aria-hidden="true" />}
    >
      {order.life.at === 'resting' && order.direction !== null ? (
        <MenuItem onSelect={() => props.move(order)}>{ORDERS_PANE_LABELS.moveToPrice}</MenuItem>
      ) : null}
      {listCancelChoices(order, market).map(({ label, selection }) => (
        <MenuItem key={label} onSelect={() => void cancel(selection)}>
          {label}
        </MenuItem>
      ))}
    </MenuButton>
  );
}
