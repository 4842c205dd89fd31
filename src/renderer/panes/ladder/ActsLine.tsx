/** Ways out of a ladder's market: cancel its bids or asks, merge sets, and close the position, with what that brings. */

import { phaseOf } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import { type BookColumn, ordersOfMarket } from '#shared/order/exits/selection.ts';
import { type Exposure, isFlat } from '#shared/order/exposure/exposure.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatAsOf } from '#shared/text/account/exposure.ts';
import { LADDER_PANE_LABELS } from '#shared/text/markets/ladderPaneLabels.ts';
import { formatContracts, formatGain } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';
import { useExposures } from '../../domain/account/exposure.ts';
import { requestFlatten } from '../../domain/exits/exits.ts';
import { findMarket } from '../../domain/markets/markets.ts';
import { cancelSelected } from '../../domain/orders/cancelAll.ts';
import { mergeableSets, requestWalletForm } from '../../domain/wallet/walletRequests.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';
import { useTimed } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { formatRough } from './canvas/texts.ts';
import { columnOf } from './model.ts';

const EVERY_MS = 500;

export function ActsLine({ market, side }: { readonly market: MarketId; readonly side: Side }) {
  const isTrading = useTimed(EVERY_MS, (nowMs) => tradesNow(market, nowMs));
  const exit = useExposures((exposures) => readExit(exposures.of(market)), isSameExit);
  const sets = useFeedValue([feedKey.account, feedKey.wallet], (mirror) => mergeableSets(mirror, market));
  const isHeld = exit !== null;
  return (
    <div className="ladder-acts">
      <CancelSide market={market} side={side} column="bid" />
      <CancelSide market={market} side={side} column="ask" />
      <span className="ladder-results">
        {exit === null ? null : (
          <span>
            <Amount name="yes" amount={exit.ifYes} />
            <Amount name="no" amount={exit.ifNo} />
          </span>
        )}
      </span>
      {sets === 0n ? null : (
        <button
          type="button"
          className="ladder-act ladder-merge"
          aria-label={LADDER_PANE_LABELS.mergeCompleteSets}
          title={LADDER_PANE_LABELS.opensWalletMerge(formatContracts(toNumber(sets)))}
          onClick={() => requestWalletForm(`merge ${market}`)}
        >
          Merge
        </button>
      )}
      <button
        type="button"
        className="ladder-act"
        disabled={!isHeld || !isTrading}
        title={
          !isTrading
            ? LADDER_PANE_LABELS.thisMarketDoesNotTrade
            : isHeld
              ? describeExit(exit)
              : LADDER_PANE_LABELS.nothingIsHeldIn
        }
        onClick={() => requestFlatten({ kind: 'market', market })}
      >
        Close <span className={`mono ${toneOf(exit?.result ?? null)}`}>{exit === null ? '–' : formatExit(exit)}</span>
      </button>
    </div>
  );
}

interface Exit {
  /** *Closed now*; null where it is not known. */
  readonly result: Usd | null;
  /** Time of the book where it is not live, else null. */
  readonly asOfMs: number | null;
  readonly left: Shares;
  readonly ifYes: Usd | null;
  readonly ifNo: Usd | null;
}

/** Null where nothing is held. */
function readExit(exposure: Exposure | null): Exit | null {
  if (exposure === null || isFlat(exposure)) return null;
  const { closedNow, ifYes, ifNo } = exposure;
  const { result = null, asOfMs = null, left = toShares(0) } = closedNow ?? {};
  return { result, asOfMs, left, ifYes, ifNo };
}

function isSameExit(a: Exit | null, b: Exit | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.result === b.result && a.asOfMs === b.asOfMs && a.left === b.left && a.ifYes === b.ifYes && a.ifNo === b.ifNo
  );
}

/** Cancels the orders of one column of the ladder. */
function CancelSide(props: { readonly market: MarketId; readonly side: Side; readonly column: BookColumn }) {
  const { market, side, column } = props;
  const count = useFeedValue([feedKey.account], (mirror) => countOwn(mirror, market, side, column));
  const cancel = async (): Promise<void> => {
    // The columns of the selection are those of the YES book.
    const inYes = side === 'yes' ? column : column === 'bid' ? 'ask' : 'bid';
    const report = await cancelSelected({ ...ordersOfMarket(market), column: inYes });
    useOverlay.getState().report(report);
  };
  const noun = count === 1 ? column : `${column}s`;
  const orders = `${count} ${noun}`;
  return (
    <button
      type="button"
      className="ladder-act"
      disabled={count === 0}
      aria-label={LADDER_PANE_LABELS.cancel(orders)}
      title={count === 0 ? LADDER_PANE_LABELS.noOwnOrder(column) : LADDER_PANE_LABELS.cancelsOwnOrders(orders)}
      onClick={() => void cancel()}
    >
      <span aria-hidden="true">×</span> <span className="mono">{count}</span>{' '}
      <span className="ladder-noun">{noun}</span>
    </button>
  );
}

function Amount({ name, amount }: { readonly name: Side; readonly amount: Usd | null }) {
  return (
    <span>
      if {name} <span className={`mono ${toneOf(amount)}`}>{amount === null ? '–' : formatRough(amount)}</span>
    </span>
  );
}

function countOwn(mirror: Mirror, market: MarketId, side: Side, column: BookColumn): number {
  const orders = mirror.account()?.orders ?? [];
  return orders.filter(
    (order) => order.market === market && !isTerminal(order.life) && columnOf(order, side) === column,
  ).length;
}

function tradesNow(market: MarketId, nowMs: number): boolean {
  const listed = findMarket(feed, market);
  return listed === null || phaseOf(listed, nowMs + (feed.clockOffsetMs() ?? 0)) === 'trading';
}

function formatExit({ result, left }: Exit): string {
  return result === null ? '–' : `${formatRough(result)}${left > 0 ? ' …' : ''}`;
}

function describeExit({ result, asOfMs, left, ifYes, ifNo }: Exit): string {
  const now =
    result === null
      ? 'Closed now: the book or the cost is not known'
      : `Closed now: ${formatGain(result)} after fees${formatAsOf(asOfMs)}`;
  const part = left === 0 ? '' : `\nThe book takes all but ${formatContracts(left)} now: they count as nothing`;
  const ends =
    ifYes === null || ifNo === null ? '' : `\nHeld to the end: ${formatGain(ifYes)} if yes, ${formatGain(ifNo)} if no`;
  return `${now}${part}${ends}\nOpens the preview: nothing is sent before`;
}

function toneOf(amount: Usd | null): string {
  return amount === null || amount === 0n ? '' : amount > 0n ? 'yes' : 'no';
}
