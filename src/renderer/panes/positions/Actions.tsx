/** Exits of one position, or what a determined market still owes for it. */

import { MoreHorizontal } from 'lucide-react';
import { phaseOf } from '#shared/market/market.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { ordersOfMarket } from '#shared/order/exits/selection.ts';
import { POSITIONS_PANE_LABELS } from '#shared/text/account/positionsPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { sellPriceOf } from '../../domain/account/positions.ts';
import { useReadinessCode } from '../../domain/account/readiness.ts';
import { requestFlatten } from '../../domain/exits/exits.ts';
import { cancelSelected } from '../../domain/orders/cancelAll.ts';
import { fillTicket, NO_TICKET } from '../../domain/orders/ticket.ts';
import { listSets, requestWalletForm } from '../../domain/wallet/walletRequests.ts';
import { followMarket, type LinkKey } from '../../domain/workspaces/links.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useTimed } from '../../ui/clock.ts';
import { MenuButton, MenuItem } from '../../ui/overlay/Menu.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { describeUnclaimed, type PositionRow } from './model.ts';

export function Actions(props: {
  readonly row: PositionRow;
  readonly name: string;
  readonly linkKey: LinkKey;
  readonly tick: Tick;
}) {
  const { position, market } = props.row;
  const isReadOnly = useReadinessCode() === 'readOnly';
  const hasSets = useFeed([feedKey.account], (mirror) =>
    listSets(mirror.account()?.positions ?? []).some((one) => one.market === position.market),
  );
  const isClosed = useTimed(
    1_000,
    (nowMs) => market !== null && phaseOf(market, nowMs + (feed.clockOffsetMs() ?? 0)) === 'closed',
  );
  if (position.quantity === 0) return null;
  const unclaimed = describeUnclaimed(position, market);
  if (unclaimed !== null) {
    return (
      <>
        {unclaimed.pays ? (
          <button
            type="button"
            className="button small"
            aria-label={POSITIONS_PANE_LABELS.redeemOf(position.outcome, props.name)}
            title={POSITIONS_PANE_LABELS.opensWalletShowsWhat}
            onClick={() => requestWalletForm(`redeem ${position.market}`)}
          >
            Redeem…
          </button>
        ) : null}{' '}
        <span className="secondary" title={unclaimed.why}>
          {unclaimed.text}
        </span>
      </>
    );
  }
  // No key here signs an exit.
  if (isReadOnly) return null;
  const sell = (): void => {
    const price = sellPriceOf(position.outcome, feed.book(position.market), props.tick);
    const draft = {
      side: position.outcome,
      direction: 'sell',
      shares: position.sellable,
      price: price === null ? null : { market: position.market, value: price },
    } as const;
    const isFilled = fillTicket(props.linkKey, draft, true);
    if (!isFilled) useOverlay.getState().report(NO_TICKET);
    followMarket(props.linkKey, position.market);
  };
  const close = (): void => requestFlatten({ kind: 'position', market: position.market, side: position.outcome });
  const eventId = market?.eventId ?? null;
  const exits = isClosed ? (
    <span className="secondary" title={POSITIONS_PANE_LABELS.tradingHasEndedNothing}>
      {POSITIONS_PANE_LABELS.awaitingResult}
    </span>
  ) : (
    <>
      <button
        type="button"
        className="button small"
        aria-label={POSITIONS_PANE_LABELS.sellOf(position.outcome, props.name)}
        title={
          position.sellable === 0
            ? POSITIONS_PANE_LABELS.openSellsLockAll
            : POSITIONS_PANE_LABELS.fillsTicketWithEverythingSellable
        }
        onClick={position.sellable === 0 ? close : sell}
      >
        {position.sellable === 0 ? POSITIONS_PANE_LABELS.cancelAndSell : 'Sell…'}
      </button>
      <button
        type="button"
        className="button small"
        aria-label={POSITIONS_PANE_LABELS.closeOf(position.outcome, props.name)}
        title={POSITIONS_PANE_LABELS.showsBothWaysOut}
        onClick={close}
      >
        Close…
      </button>
    </>
  );
  return (
    <>
      {exits}
      <MenuButton
        className="button small quiet"
        label={POSITIONS_PANE_LABELS.moreExitsOf(props.name)}
        title={POSITIONS_PANE_LABELS.moreExits}
        face={<MoreHorizontal size={13} aria-hidden="true" />}
      >
        {isClosed ? null : (
          <MenuItem onSelect={() => requestFlatten({ kind: 'market', market: position.market })}>
            {POSITIONS_PANE_LABELS.flattenMarket}
          </MenuItem>
        )}
        {eventId === null ? null : (
          <MenuItem onSelect={() => requestFlatten({ kind: 'event', eventId })}>
            {POSITIONS_PANE_LABELS.flattenEvent}
          </MenuItem>
        )}
        {hasSets ? (
          <MenuItem onSelect={() => requestWalletForm(`merge ${position.market}`)}>
            {POSITIONS_PANE_LABELS.mergeCompleteSets}
          </MenuItem>
        ) : null}
        <MenuItem onSelect={() => void cancelOf(position.market)}>
          {POSITIONS_PANE_LABELS.cancelOrdersOfThisMarket}
        </MenuItem>
      </MenuButton>
    </>
  );
}

async function cancelOf(market: MarketId): Promise<void> {
  const done = await cancelSelected(ordersOfMarket(market));
  useOverlay.getState().report(done);
}
