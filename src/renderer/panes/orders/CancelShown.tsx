/** Cancels the open orders that the filters leave, where "Cancel all" would cancel those of every market. */

import { useState } from 'react';
import type { OrderView } from '#shared/ipc/views.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import { cancelOrders } from '../../domain/orders/cancelOrders.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { canCancel } from './model.ts';

export function CancelShown(props: { readonly orders: readonly OrderView[] }) {
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
