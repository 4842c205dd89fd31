/** Dialog that matches a lost order with one of its candidates, or with none of them. */

import { useState } from 'react';
import type { OrderView } from '#shared/ipc/views.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import { formatDateTime, formatTimeMs } from '#shared/text/times.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { useNow } from '../../ui/clock.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { candidatesOf, describeMatch, describeState, formatSide } from './model.ts';

const NONE = 'none';

export function MatchLostOrder(props: {
  readonly order: OrderView;
  readonly orders: readonly OrderView[];
  readonly onClose: () => void;
}) {
  const { order } = props;
  const [chosen, setChosen] = useState<OrderId | typeof NONE | null>(null);
  const [isBusy, setBusy] = useState(false);
  const now = useNow(30_000);
  const candidates = candidatesOf(order, props.orders);
  const { intentId } = order;
  if (intentId === null) return null;
  // A choice that has left the list no longer counts.
  const isChosen = chosen === NONE || candidates.some((one) => one.orderId === chosen);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const orderId = chosen === NONE ? null : chosen;
    const notice = describeMatch(await act('order.resolveUnknown', { intentId, orderId }));
    setBusy(false);
    if (notice) useOverlay.getState().report(notice);
    props.onClose();
  };
  const choice = (value: OrderId | typeof NONE, text: string) => (
    <label key={value} className="orders-choice">
      <input type="radio" name="candidate" checked={chosen === value} onChange={() => setChosen(value)} />
      <span>{text}</span>
    </label>
  );
  return (
    <Dialog title={ORDERS_PANE_LABELS.matchLostOrder} busy={isBusy} onClose={props.onClose}>
      <p>
        {ORDERS_PANE_LABELS.youSigned} {formatSide(order).toLowerCase()} {formatContracts(order.shares)} at{' '}
        {formatTickPrice(order.price)} {formatDateTime(order.createdAtMs, now)} ({formatTimeMs(order.createdAtMs)}), and
        the answer was lost.{' '}
        {candidates.length === 0
          ? ORDERS_PANE_LABELS.orderOnExchangeThatCant
          : ORDERS_PANE_LABELS.exchangeHasOrdersWithSame}{' '}
        {ORDERS_PANE_LABELS.lookAtYourAccountOnThe}
      </p>
      <fieldset className="orders-choices" disabled={isBusy}>
        <legend>{ORDERS_PANE_LABELS.lostOrder}</legend>
        {candidates.map((one) =>
          choice(
            one.orderId!,
            `Order ${one.orderId}: created ${formatTimeMs(one.createdAtMs)}, ${formatContracts(one.filled)} of ${formatContracts(one.shares)} filled, ${describeState(one).text.toLowerCase()}`,
          ),
        )}
        {choice(NONE, candidates.length === 0 ? 'It never arrived' : 'None of these: it never arrived')}
      </fieldset>
      <footer>
        <button type="button" className="button" disabled={isBusy} onClick={props.onClose}>
          {ORDERS_PANE_LABELS.notNow}
        </button>
        <button type="button" className="button primary" disabled={isBusy || !isChosen} onClick={() => void confirm()}>
          {formatChoice(chosen === NONE, candidates.length)}
        </button>
      </footer>
    </Dialog>
  );
}

function formatChoice(isNone: boolean, count: number): string {
  if (count === 0) return 'It never arrived';
  return isNone ? 'Match with none' : 'Match with this order';
}
