/** Dialog that moves a resting order to a typed price. */

import { type FormEvent, useState } from 'react';
import type { OrderView } from '#shared/ipc/views.ts';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { useWatch } from '../../act/watch.ts';
import { moveOrder } from '../../domain/exits/exits.ts';
import { useTick } from '../../domain/markets/markets.ts';
import { describeMoved } from '../../domain/orders/orderFigures.ts';
import { formatTypedPrice, parseTypedPrice } from '../../domain/orders/typedPrice.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Banner } from '../../ui/marks/Banner.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { formatSide } from './model.ts';

export function MoveOrder(props: { readonly order: OrderView; readonly onClose: () => void }) {
  const { order } = props;
  const tick = useTick();
  const decimals = tickDecimals(tick);
  const initial = formatTypedPrice(order.price, tick);
  const [text, setText] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const typed = parseTypedPrice(text, tick);
  const price = typed.ok && typed.value !== order.price ? typed.value : null;
  useWatch({ book: order.market });
  const book = useFeed([feedKey.book(order.market)], (mirror) => mirror.book(order.market));
  const crossing = price === null ? null : describeMoved(order, price, book, decimals);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (price === null) return;
    setBusy(true);
    const report = await moveOrder(order, price, feed.book(order.market)?.version ?? null);
    setBusy(false);
    if (report) useOverlay.getState().report(report);
    props.onClose();
  };
  return (
    <Dialog title={ORDERS_PANE_LABELS.moveOrder} busy={isBusy} onClose={props.onClose}>
      <form className="orders-move" onSubmit={(event) => void submit(event)}>
        <p>
          {formatSide(order)} {formatContracts(order.remaining)} at {formatTickPrice(order.price, decimals)}
          {ORDERS_PANE_LABELS.cancelsItWaitsUntilThatIs}
        </p>
        <NumberField
          label={ORDERS_PANE_LABELS.newPrice}
          text={text}
          hint={price === null ? `Another multiple of ${formatMicros(tick, decimals)}` : null}
          wrong={price === null && text !== initial}
          selects
          onChange={setText}
        />
        {crossing === null ? null : <Banner tone="warn" text={crossing} />}
        <footer>
          <button type="button" className="button" disabled={isBusy} onClick={props.onClose}>
            {ORDERS_PANE_LABELS.notNow}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || price === null}>
            {isBusy ? 'Moving…' : 'Move'}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
