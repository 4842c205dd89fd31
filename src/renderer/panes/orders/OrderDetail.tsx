/** Dialog of one order: its terms, what it filled, and its time line with every step, its source and its reason. */

import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import { type FillSummary, findFillSummary } from '#shared/order/fillSummary.ts';
import { formatExactContracts, formatExactMoney, formatExactPrice, formatTickPrice } from '#shared/text/numbers.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import { formatStepTime } from '#shared/text/times.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { marketTitle } from '../../domain/markets/markets.ts';
import { useNow } from '../../ui/clock.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { describeProblem, describeState, formatLife, formatSide, listSteps } from './model.ts';
import '../../ui/details.css';

export function OrderDetail(props: {
  readonly order: OrderView;
  readonly markets: readonly Market[];
  readonly summaries: ReadonlyMap<OrderId, FillSummary>;
  readonly onClose: () => void;
}) {
  const { order } = props;
  const market = props.markets.find((one) => one.id === order.market);
  const problem = describeProblem(order);
  return (
    <Dialog
      title={order.orderId === null ? ORDERS_PANE_LABELS.orderWithoutId : ORDERS_PANE_LABELS.order(order.orderId)}
      onClose={props.onClose}
    >
      <p>{market ? marketTitle(market) : order.market}</p>
      <dl className="details-facts">
        {listFacts(order, findFillSummary(order, props.summaries)).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {problem === undefined ? null : <p>{problem}</p>}
      <TimeLine order={order} />
      <footer>
        <button type="button" className="button" onClick={props.onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  );
}

function listFacts(order: OrderView, summary: FillSummary | null): readonly (readonly [string, string])[] {
  const isUnknown = order.life.at === 'unknown';
  const average = summary === null ? '–' : formatExactPrice(summary.averagePrice);
  return [
    ['State', describeState(order).text],
    ['Side', formatSide(order)],
    ['Price', formatTickPrice(order.price)],
    ['Volume', formatExactContracts(order.shares)],
    ['Filled', isUnknown ? '?' : formatExactContracts(order.filled)],
    ['Average price', average],
    ['Fees', summary === null || summary.fee === null ? '–' : formatExactMoney(summary.fee)],
    ['Locked', order.locked === null ? '–' : formatExactMoney(order.locked)],
  ];
}

function TimeLine(props: { readonly order: OrderView }) {
  const { order } = props;
  const now = useNow(30_000);
  const steps = listSteps(order);
  if (steps.length === 0) return <p>{formatLife(order)}</p>;
  return (
    <table className="details-steps" aria-label={ORDERS_PANE_LABELS.timeLine}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" className="right">
            After
          </th>
          <th scope="col">Step</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.key}>
            <td className="mono">{formatStepTime(step.atMs, now, 'machine')}</td>
            <td className="mono right">{step.gap ?? ''}</td>
            <td>
              {step.step}
              {step.reason === null ? null : <div className="details-reason">{step.reason}</div>}
            </td>
            <td className="dim">{step.source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
