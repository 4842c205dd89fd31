/**
 * Acts of one ladder on the exchange: what a click on a cell does, cancels and moves of the own orders in it.
 *
 * Units       Prices in millionths, in the terms of the shown outcome.
 * Invariants  A click is planned once, at the press: an act whose plan has changed at the release sends nothing.
 */
import type { OrderView } from '#shared/ipc/views.ts';
import { inYesTerms, type Side } from '#shared/market/outcome.ts';
import { nearestOnTick, type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import type { PreTradeContext } from '#shared/order/check.ts';
import { ordersOfMarket } from '#shared/order/exits/selection.ts';
import { stakeOf } from '#shared/order/exposure/exposure.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type ClickPlan, formatBlock, formatClickOrder, planClick } from '../../act/click.ts';
import { buildIntent, draftStore, placeOrder } from '../../act/draft.ts';
import { findHolding } from '../../domain/account/exposure.ts';
import { readReadiness } from '../../domain/account/readiness.ts';
import { openConditionalDraft, startForm } from '../../domain/conditionals/conditionalDraft.ts';
import { listStopLines, moveStopLine, type StopLine, shownPrice } from '../../domain/conditionals/stopLines.ts';
import { moveOrder } from '../../domain/exits/exits.ts';
import { evaluateBook } from '../../domain/markets/bookTrust.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { cancelSelected } from '../../domain/orders/cancelAll.ts';
import { cancelOrders } from '../../domain/orders/cancelOrders.ts';
import { readOrderBlock } from '../../domain/orders/orderBlock.ts';
import { reportPlaced } from '../../domain/orders/placeReport.ts';
import { readPreTradeContext } from '../../domain/orders/preTradeContext.ts';
import { fillTicket, NO_TICKET } from '../../domain/orders/ticket.ts';
import { formatTypedPrice } from '../../domain/orders/typedPrice.ts';
import type { LinkKey } from '../../domain/workspaces/links.ts';
import type { Pane } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import type { Cell } from './canvas/layout.ts';
import { buildCloseHint, buildClosing } from './closing.ts';
import type { Hint } from './hint.ts';
import { columnOf, inShownTerms, ordersAt } from './model.ts';

export interface LadderActs {
  /** Orders of the market, open or not. */
  orders(): readonly OrderView[];
  /** Null outside the bid and ask columns. */
  plan(cell: Cell): ClickPlan | null;
  contextOf(plan: ClickPlan): PreTradeContext;
  perform(plan: ClickPlan, isByKey: boolean): Promise<void>;
  /** In the bid or ask column only the orders of that side, elsewhere both. */
  cancelAt(price: number, column: Cell['column']): Promise<void>;
  cancelMarket(): Promise<void>;
  /** Own resting orders that a move from this cell moves. */
  movable(cell: Cell): readonly OrderView[];
  moveTo(from: Cell, price: number): Promise<void>;
  /** A price of the ladder in the terms of this order. */
  priceOf(order: OrderView, price: number): Price;
  /** Stops whose trigger is in the market, in the order of the pane. */
  stops(): readonly StopLine[];
  /** Stops that a move from this cell moves: those at its price, where no own order is moved instead. */
  movableStops(cell: Cell): readonly StopLine[];
  /** What a click on the P&L of a row prepares; null where nothing is held. */
  closeHint(price: number): Hint | null;
  /** Fills the ticket with the order that closes the position at this price; nothing is sent. */
  prepareClose(price: number): void;
  /** Opens the form of a stop at this price in the ticket. */
  openStop(price: number): void;
}

/** @param visible the outcome that the ladder shows now, and its tick. */
export function openActs(market: MarketId, pane: Pane, visible: () => { side: Side; tick: Tick }): LadderActs {
  const decimals = (): number => tickDecimals(visible().tick);

  const orders = (): readonly OrderView[] => feed.account()?.orders.filter((order) => order.market === market) ?? [];

  const readStake = () => {
    const holding = findHolding(feed, market);
    return holding && stakeOf(holding);
  };

  const ownAt = (price: number, column: Cell['column']): OrderView[] => {
    const { side } = visible();
    const isOfSide = column === 'bid' || column === 'ask';
    return ordersAt(orders(), side, price).filter((order) => !isOfSide || columnOf(order, side) === column);
  };

  return {
    orders,
    plan(cell) {
      if (cell.column !== 'bid' && cell.column !== 'ask') return null;
      const { side } = visible();
      const nowMs = Date.now();
      return planClick(cell.column, side, cell.price as Price, {
        ...readPreTradeContext(feed, market, side, 'sell', nowMs),
        isBookLive: evaluateBook(feed.book(market), feed.lastFrameAtMs(), nowMs).at === 'live',
        isAccountLive: feed.account()?.at === 'live',
        draft: draftStore(pane.linkKey).getState(),
        orders: orders(),
        blockedMs: readOrderBlock(feed, nowMs),
        mayPlace: true,
      });
    },
    contextOf: ({ order }) => readPreTradeContext(feed, market, order.side, order.direction, Date.now()),
    perform: (plan, isByKey) =>
      performClick(plan, market, pane.linkKey, feed.book(market)?.version ?? null, decimals(), isByKey),
    async cancelAt(price, column) {
      // An order without a direction is in no column: it is cancelled with either.
      const { side } = visible();
      const unattributed = ordersAt(orders(), side, price).filter((order) => columnOf(order, side) === null);
      const own = [...new Set([...ownAt(price, column), ...unattributed])];
      const report = await cancelOrders(own, ` at ${formatTickPrice(price, decimals())}`);
      if (report) useOverlay.getState().report(report);
    },
    async cancelMarket() {
      const done = await cancelSelected(ordersOfMarket(market));
      useOverlay.getState().report(done);
    },
    movable(cell) {
      if (cell.column === 'other' || cell.column === 'gain') return [];
      return ownAt(cell.price, cell.column).filter((order) => order.life.at === 'resting');
    },
    stops: () => listStopLines(feed.conditionals()?.conditionals ?? [], market, visible().tick),
    movableStops(cell) {
      if (cell.column !== 'price' || this.movable(cell).length > 0) return [];
      return this.stops().filter((line) => line.canMove && shownPrice(line, visible().side) === cell.price);
    },
    closeHint(price) {
      const { side, tick } = visible();
      const stake = readStake();
      const order = buildClosing(stake, side, price as Price, tick);
      const feeRate = feed.account()?.feeRateMicros ?? DEFAULT_FEE_RATE;
      return buildCloseHint(order, stake, feed.book(market), feeRate, decimals());
    },
    prepareClose(price) {
      const { side, tick } = visible();
      const order = buildClosing(readStake(), side, price as Price, tick);
      if (order === null) {
        const detail = 'Complete sets need a merge; without a position there is nothing to close.';
        useOverlay.getState().notify('warn', 'Nothing to close by an order', detail, attemptOf('place'));
        return;
      }
      const { price: limit, ...rest } = order;
      const isFilled = fillTicket(pane.linkKey, { ...rest, price: { market, value: limit } });
      if (!isFilled) useOverlay.getState().report(NO_TICKET);
    },
    openStop(price) {
      const { side, tick } = visible();
      const limit = nearestOnTick(price - tick, tick);
      const text = (micros: number): string => formatTypedPrice(micros as Price, tick);
      const form = { ...startForm(pane.linkKey, 'stop', { trigger: text(price), limit: text(limit) }), side };
      const isOpen = openConditionalDraft(pane.linkKey, { market, form, changes: null });
      if (!isOpen) useOverlay.getState().report(NO_TICKET);
    },
    priceOf: (order, price) => inYesTerms(order.side, inShownTerms(visible().side, price) as Price),
    async moveTo(from, price) {
      const { side, tick } = visible();
      for (const line of this.movableStops(from)) {
        const report = await moveStopLine(line, price, side, tick);
        if (report) useOverlay.getState().report(report);
      }
      const version = feed.book(market)?.version ?? null;
      const moves = this.movable(from).map((order) => moveOrder(order, this.priceOf(order, price), version));
      for (const report of await Promise.all(moves)) {
        if (report) useOverlay.getState().report(report);
      }
    },
  };
}

/** True when both plans send or fill the same order. */
export function isSamePlan(a: ClickPlan | null, b: ClickPlan | null): boolean {
  if (a === null || b === null) return a === b;
  const { order: one } = a;
  const { order: other } = b;
  return (
    a.step === b.step &&
    a.blockedBy === b.blockedBy &&
    one.side === other.side &&
    one.direction === other.direction &&
    one.price === other.price &&
    one.shares === other.shares
  );
}

/** Performs a click; `key` names the draft to fill, `bookVersion` is the version of the displayed book; `isByKey`: no pointer did. */
async function performClick(
  plan: ClickPlan,
  market: MarketId,
  key: LinkKey,
  bookVersion: number | null,
  decimals: number,
  isByKey: boolean,
): Promise<void> {
  const { side, direction, price, shares } = plan.order;
  if (plan.step !== 'place' || shares === null) {
    const isDialog = plan.step === 'wizard' || plan.step === 'unlock';
    const isFilled = fillTicket(key, { side, direction, price: { market, value: price } }, isByKey && !isDialog);
    if (plan.step === 'wizard' || plan.step === 'unlock') useOverlay.getState().show(plan.step);
    else if (!isFilled) useOverlay.getState().report(NO_TICKET);
    // A disarmed click is not meant to place an order.
    else if (plan.blockedBy && readReadiness(feed).code === 'armed') {
      const detail =
        plan.blockedBy === 'unknownTwin'
          ? 'The order is in the ticket. Wait until Orders knows the first one, or confirm a second one in the ticket.'
          : 'The order is in the ticket.';
      useOverlay.getState().notify('warn', `Not sent: ${formatBlock(plan)}`, detail, attemptOf('place'));
    }
    return;
  }
  const order = { side, direction, price, shares, postOnly: draftStore(key).getState().postOnly };
  const intent = buildIntent(market, order, bookVersion);
  const result = await placeOrder(intent);
  const report = reportPlaced(formatClickOrder(plan.order, decimals), result, intent.intentId);
  useOverlay.getState().report(report);
}
