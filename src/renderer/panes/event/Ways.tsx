/** Cheapest ways to hold and to leave the chosen outcome; a press on an order fills the ticket with it. */

import type { Market } from '#shared/market/market.ts';
import type { WayOrder } from '#shared/order/eventWays.ts';
import { EVENT_PANE_LABELS } from '#shared/text/markets/eventPaneLabels.ts';
import { formatContracts, formatExactContracts, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import type { Shares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import { marketName } from '../../domain/markets/markets.ts';
import { fillWithOrder } from '../../domain/orders/priceClick.ts';
import { usePane } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { countOthers, type OutcomeWays, priceOfWay, WAY_DECIMALS } from './model.ts';

export function Ways(props: {
  readonly market: Market;
  readonly trades: boolean;
  /** Null while the book is not live, or nothing trades. */
  readonly found: readonly OutcomeWays[] | null;
  readonly wanted: Shares | null;
  readonly decimals: number;
}) {
  const { found, market } = props;
  return (
    <ScrollRegion className="event-ways" label={EVENT_PANE_LABELS.cheapestWaysOf(marketName(market))}>
      {found === null ? (
        <p className="dim">
          {props.trades
            ? EVENT_PANE_LABELS.bookOfIsNotLive(marketName(market))
            : EVENT_PANE_LABELS.doesNotTrade(marketName(market))}
          {EVENT_PANE_LABELS.noWayIsQuoted}
        </p>
      ) : (
        <>
          {props.wanted === null ? <p className="dim">{EVENT_PANE_LABELS.ticketHasNoSizeType}</p> : null}
          {found.map((one) => (
            <Card key={`${one.kind}${one.side}`} {...one} market={market} decimals={props.decimals} />
          ))}
        </>
      )}
    </ScrollRegion>
  );
}

function Card(props: OutcomeWays & { readonly market: Market; readonly decimals: number }) {
  const { kind, side, wanted, ways, market } = props;
  const { best, direct } = ways;
  const verb = kind === 'hold' ? 'Hold' : 'Leave';
  if (best === null) {
    return (
      <div className="event-way">
        <h4>
          {verb} {formatContracts(wanted)} <span className={side}>{side}</span>
        </h4>
        <p className="dim">{EVENT_PANE_LABELS.bookOffersNothing}</p>
      </div>
    );
  }
  const saved = direct !== null && direct.shares === best.shares ? direct.net - best.net : 0n;
  return (
    <div className="event-way">
      <h4>
        {verb} {formatContracts(best.shares)} <span className={side}>{side}</span>
        <b className="mono">{formatTickPrice(priceOfWay(best, kind), WAY_DECIMALS)}</b>
      </h4>
      <p>
        {kind === 'hold'
          ? EVENT_PANE_LABELS.costsAfterFees(formatMoney(best.net, 2, 'up'))
          : `Brings ${formatMoney(toUsd(-best.net), 2, 'down')} after fees`}
        {best.returned > 0n
          ? EVENT_PANE_LABELS.payComesBack(formatMoney(best.paid, 2, 'up'), formatMoney(best.returned))
          : ''}
        {best.shares < wanted ? EVENT_PANE_LABELS.theBookOffersNoMoreThan(formatContracts(best.shares)) : ''}
        {saved > 0n ? EVENT_PANE_LABELS.betterThanInItsMarket(formatMoney(saved as typeof best.net)) : ''}
        {countOthers(best, market.id) > 0 ? EVENT_PANE_LABELS.lessIfAMarketIsVoided : ''}
      </p>
      <ul>
        {best.orders.map((order) => (
          <li key={`${order.market}${order.side}${order.direction}`}>
            <Order order={order} decimals={props.decimals} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Order(props: { readonly order: WayOrder; readonly decimals: number }) {
  const { market, side, direction, shares, limit } = props.order;
  const { linkKey } = usePane();
  const listed = feed.catalogue()?.markets.find((one) => one.id === market);
  const size = formatExactContracts(shares);
  const name = listed ? marketName(listed) : market;
  return (
    <button
      type="button"
      className="event-order"
      title={EVENT_PANE_LABELS.fillsTicketWithThisOrder}
      onClick={() => fillWithOrder(linkKey, market, { side, direction, price: limit, shares }, useOverlay.getState())}
    >
      {direction} {size} <span className={side}>{side}</span> at {formatTickPrice(limit, props.decimals)} · {name}
    </button>
  );
}
