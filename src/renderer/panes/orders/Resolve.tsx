/** A lost order that only a person can tell: the orders that it may be, with what tells them apart, or none of them. */
import { useState } from 'react';
import type { OrderView } from '#shared/ipc/views.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { formatDateTime, formatTimeMs } from '#shared/text/times.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { useNow } from '../../ui/clock.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toMidSentence } from '../../ui/midSentence.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { candidatesOf, tellResolve, tellSide, tellState } from './model.ts';

const NONE = 'none';

export function Resolve(props: {
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
  // A choice that is gone from the list must not be what the button means.
  const isChosen = chosen === NONE || candidates.some((one) => one.orderId === chosen);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const orderId = chosen === NONE ? null : chosen;
    const told = tellResolve(await act('order.resolveUnknown', { intentId, orderId }));
    setBusy(false);
    if (told) useOverlay.getState().notify(told.tone, told.title, told.detail);
    props.onClose();
  };
  const choice = (value: OrderId | typeof NONE, words: string) => (
    <label key={value} className="orders-choice">
      <input type="radio" name="candidate" checked={chosen === value} onChange={() => setChosen(value)} />
      <span>{words}</span>
    </label>
  );
  return (
    <Dialog title="Which one is it?" busy={isBusy} onClose={props.onClose}>
      <p>
        You signed {toMidSentence(tellSide(order))} {formatContracts(order.shares)} at {formatTickPrice(order.price)}{' '}
        {formatDateTime(order.createdAtMs, now)} ({formatTimeMs(order.createdAtMs)}), and the answer was lost.{' '}
        {candidates.length === 0
          ? 'An order on the exchange that can’t be read may be it.'
          : 'Orders on the same terms are on the exchange, and nothing that Adyton can read tells which is yours.'}{' '}
        Look at your account on the exchange, then say what you found. Nothing is sent or cancelled by this.
      </p>
      <fieldset className="orders-choices" disabled={isBusy}>
        <legend>What you found</legend>
        {candidates.map((one) =>
          choice(
            one.orderId!,
            `Order ${one.orderId}: made ${formatTimeMs(one.createdAtMs)}, ${formatContracts(one.filled)} of ${formatContracts(one.shares)} filled, ${toMidSentence(tellState(one).text)}`,
          ),
        )}
        {choice(NONE, candidates.length === 0 ? 'It never arrived' : 'None of these: it never arrived')}
      </fieldset>
      <footer>
        <button type="button" className="button" disabled={isBusy} onClick={props.onClose}>
          Not now
        </button>
        <button type="button" className="button primary" disabled={isBusy || !isChosen} onClick={() => void confirm()}>
          {tellChoice(chosen === NONE, candidates.length)}
        </button>
      </footer>
    </Dialog>
  );
}

function tellChoice(isNone: boolean, count: number): string {
  if (count === 0) return 'It never arrived';
  return isNone ? 'It is none of them' : 'It is this one';
}
