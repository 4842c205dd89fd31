/** Ways out of a ladder's market: cancel its bids or asks, and close the position, with what that brings. */
import { phaseOf } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { type BookColumn, ordersOfMarket } from '#shared/order/exits/selection.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatGain } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Usd } from '#shared/units/usd.ts';
import { cancelSelected } from '../../domain/cancelAll.ts';
import { requestFlatten } from '../../domain/exits.ts';
import { findMarket } from '../../domain/markets.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';
import { useTimed } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { type ExitNow, formatRough, isSameExit, readExit } from './exitNow.ts';
import { columnOf } from './model.ts';

/** The figures are an estimate to decide by: twice a second is enough, and calm. */
const EXIT_EVERY_MS = 500;

export function ActsLine({ market, side }: { readonly market: MarketId; readonly side: Side }) {
  const isTrading = useTimed(EXIT_EVERY_MS, (nowMs) => tradesNow(market, nowMs));
  const exit = useTimed(EXIT_EVERY_MS, () => (isTrading ? exitOf(market) : null), isSameExit);
  const isHeld = useFeedValue([feedKey.account], (mirror) =>
    (mirror.account()?.positions ?? []).some((one) => one.market === market && one.quantity > 0),
  );
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
      <button
        type="button"
        className="ladder-act"
        disabled={!isHeld || !isTrading}
        title={
          !isTrading ? 'This market does not trade' : isHeld ? describeExit(exit) : 'Nothing is held in this market'
        }
        onClick={() => requestFlatten({ kind: 'market', market })}
      >
        Close <span className={`mono ${toneOf(exit?.gain ?? null)}`}>{exit === null ? '–' : formatExit(exit)}</span>
      </button>
    </div>
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
    useOverlay.getState().notify(report.tone, report.title, report.detail);
  };
  const noun = count === 1 ? column : `${column}s`;
  const orders = `${count} ${noun}`;
  return (
    <button
      type="button"
      className="ladder-act"
      disabled={count === 0}
      aria-label={`Cancel ${orders}`}
      title={count === 0 ? `No own ${column} is open here` : `Cancels your ${orders} in this market`}
      onClick={() => void cancel()}
    >
      <span aria-hidden="true">×</span> <span className="mono">{count}</span>{' '}
      <span className="ladder-noun">{noun}</span>
    </button>
  );
}

function Amount({ name, amount }: { readonly name: Side; readonly amount: Usd }) {
  return (
    <span>
      if {name} <span className={`mono ${toneOf(amount)}`}>{formatRough(amount)}</span>
    </span>
  );
}

function countOwn(mirror: Mirror, market: MarketId, side: Side, column: BookColumn): number {
  const orders = mirror.account()?.orders ?? [];
  return orders.filter(
    (order) => order.market === market && !isTerminal(order.life) && columnOf(order, side) === column,
  ).length;
}

function exitOf(market: MarketId): ExitNow | null {
  const account = feed.account();
  return readExit({
    book: feed.book(market),
    positions: account?.positions.filter((one) => one.market === market) ?? [],
    ledger: account?.ledger.positions.filter((one) => one.market === market) ?? [],
    feeRateMicros: account?.feeRateMicros ?? DEFAULT_FEE_RATE,
    tick: feed.catalogue()?.tick ?? DEFAULT_TICK,
  });
}

function tradesNow(market: MarketId, nowMs: number): boolean {
  const listed = findMarket(feed, market);
  return listed === null || phaseOf(listed, nowMs + (feed.clockOffsetMs() ?? 0)) === 'trading';
}

function formatExit({ gain, isWhole }: ExitNow): string {
  return `${formatRough(gain)}${isWhole ? '' : ' …'}`;
}

function describeExit(exit: ExitNow | null): string {
  if (exit === null) return 'Opens the preview that closes this market; its gain is not known';
  const part = exit.isWhole ? '' : 'The book takes only a part of it now: the rest is counted at the lowest price.\n';
  const ends = `Held to the end: ${formatGain(exit.ifYes)} if yes, ${formatGain(exit.ifNo)} if no`;
  return `Closing now brings ${formatGain(exit.gain)} after fees\n${part}${ends}\nOpens the preview: nothing is sent before`;
}

function toneOf(amount: Usd | null): string {
  return amount === null || amount === 0n ? '' : amount > 0n ? 'yes' : 'no';
}
