/** Dialog of one conditional order: its terms in words, its orders, and the steps of its journal with what fired it. */

import type { ConditionalView, ProtectionView } from '#shared/ipc/conditionals/conditionals.ts';
import type { Market } from '#shared/market/market.ts';
import { listMarkets } from '#shared/order/conditional/terms.ts';
import { CONDITIONALS_PANE_LABELS } from '#shared/text/conditionals/conditionalsPaneLabels.ts';
import { describeTerms, describeWorst, nameKind } from '#shared/text/conditionals/conditionalTerms.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { formatDenials } from '#shared/text/orders/denials.ts';
import { formatStepTime } from '#shared/text/times.ts';
import { nameMarket } from '../../domain/conditionals/conditionalNames.ts';
import { openDryRun } from '../../domain/conditionals/dryRun.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { describeHalt, findSources, formatOrderId, formatSources, listFacts, listSteps, titleMarket } from './model.ts';
import '../../ui/details.css';

export function Detail(props: {
  readonly view: ConditionalView;
  readonly markets: readonly Market[];
  readonly protections: readonly ProtectionView[];
  readonly onClose: () => void;
}) {
  const { view } = props;
  const { terms } = view;
  const now = useNow(1_000);
  const exchangeNow = now + (feed.clockOffsetMs() ?? 0);
  const sources = formatSources(findSources(props.protections, view.id), now);
  const halt = describeHalt(view);
  return (
    <Dialog title={nameKind(terms.kind)} onClose={props.onClose}>
      {listMarkets(terms).map((id) => (
        <p key={id}>{titleMarket(id, props.markets)}</p>
      ))}
      {halt === null ? null : (
        <p className="conditionals-halt" role="alert">
          {halt}
        </p>
      )}
      <ul className="conditionals-terms">
        {[...describeTerms(terms, exchangeNow, nameMarket), describeWorst(terms)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <dl className="details-facts">
        {listFacts(view, sources, exchangeNow).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {view.denials === null ? null : <p className="conditionals-halt">{formatDenials(view.denials)}</p>}
      <Orders view={view} />
      <Steps view={view} nowMs={exchangeNow} />
      <footer>
        <button
          type="button"
          className="button"
          title={CONDITIONALS_PANE_LABELS.whatItWouldDoOnA}
          onClick={() => {
            props.onClose();
            openDryRun(terms);
          }}
        >
          {CONDITIONALS_PANE_LABELS.dryRun}
        </button>
        <button type="button" className="button" onClick={props.onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  );
}

const LIVES = { requested: 'on its way', working: 'rests', unknown: 'unknown', ended: 'ended' } as const;

function Orders({ view }: { readonly view: ConditionalView }) {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  if (view.orders.length === 0) return null;
  return (
    <table className="details-steps" aria-label={CONDITIONALS_PANE_LABELS.itsOrders}>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Side</th>
          <th scope="col" className="right">
            Price
          </th>
          <th scope="col" className="right">
            Filled
          </th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {view.orders.map((order) => (
          <tr key={order.intentId}>
            <td className="mono">{formatOrderId(order, account?.orders ?? [])}</td>
            <td>
              {order.direction === 'buy' ? 'Buy' : 'Sell'} {order.outcome.side}
              {order.outcome.market === view.terms.outcome.market
                ? ''
                : CONDITIONALS_PANE_LABELS.of(nameMarket(order.outcome.market))}
            </td>
            <td className="mono right">{formatTickPrice(order.price)}</td>
            <td className="mono right">
              {formatContracts(order.filled)} of {formatContracts(order.shares)}
            </td>
            <td>
              {order.life.at === 'ended' ? order.life.end.kind : LIVES[order.life.at]}
              {order.isCancelRequested && order.life.at !== 'ended' ? CONDITIONALS_PANE_LABELS.cancelRequested : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Steps({ view, nowMs }: { readonly view: ConditionalView; readonly nowMs: number }) {
  return (
    <table className="details-steps" aria-label="Steps">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" className="right">
            After
          </th>
          <th scope="col">Step</th>
        </tr>
      </thead>
      <tbody>
        {listSteps(view).map((step) => (
          <tr key={step.key}>
            <td className="mono">{formatStepTime(step.atMs, nowMs)}</td>
            <td className="mono right">{step.gap ?? ''}</td>
            <td>
              {step.step}
              {step.detail === null ? null : <div className="details-reason">{step.detail}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
