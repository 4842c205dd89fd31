/** Menu of an open order: a move to another price, and cancels of the orders that share its price, side, market or event. */

import { MoreHorizontal } from 'lucide-react';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { CancelSelection } from '#shared/order/exits/selection.ts';
import { isTerminal } from '#shared/order/life.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import { cancelSelected } from '../../domain/orders/cancelAll.ts';
import { MenuButton, MenuItem } from '../../ui/overlay/Menu.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { listCancelChoices } from './cancelChoices.ts';

export function OrderMenu(props: {
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
      label={`More for order ${order.orderId ?? 'without an id'}`}
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
