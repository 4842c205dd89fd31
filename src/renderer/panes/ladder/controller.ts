/**
 * Ladder controller: scroll position, pointer, keyboard cursor and clicks of one ladder.
 *
 * Units       Prices in millionths, in the terms of the shown outcome.
 * Invariants  A press acts on the price under it, and only if the release is on the same cell.
 *             The ladder follows the market only while neither the pointer nor the keyboard cursor is on it.
 */

import type { OrderView } from '#shared/ipc/views.ts';
import { inYesTerms, type Side } from '#shared/market/outcome.ts';
import { DEFAULT_TICK, type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import type { PreTradeContext } from '#shared/order/check.ts';
import { ordersOfMarket } from '#shared/order/exits/selection.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import { type ClickPlan, planClick } from '../../act/click.ts';
import { draftStore } from '../../act/draft.ts';
import { evaluateBook } from '../../domain/bookTrust.ts';
import { cancelSelected } from '../../domain/cancelAll.ts';
import { moveOrder } from '../../domain/exits.ts';
import type { Pane } from '../../domain/panes.ts';
import { readPreTradeContext } from '../../domain/preTradeContext.ts';
import { readReadiness } from '../../domain/readiness.ts';
import { feed } from '../../feed/feed.ts';
import { readTheme, type Surface } from '../../ui/canvas.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { writeAttributes } from './attributes.ts';
import { drawLadder, type Picture } from './draw.ts';
import { buildHint, type Hint } from './hint.ts';
import { type Cell, type Columns, cellAt, isSameCell, layoutColumns, ROW_HEIGHT } from './layout.ts';
import { bestOf, buildLadder, columnOf, inShownTerms, type Ladder, ordersAt } from './model.ts';
import { centreTop, clampTop, hasDrifted, middleOf, revealTop } from './scroll.ts';
import { cancelOrders, performClick } from './send.ts';
import { isCentred } from './state.ts';

export interface LadderEvents {
  onHint(hint: Hint | null): void;
  onSpread(text: string): void;
  /** Text for screen readers when the cursor moves. */
  onAnnounce(text: string): void;
}

export interface LadderController {
  draw(surface: Surface, side: Side, followsMiddle: boolean): void;
  redraw(): void;
  /** The number font is loaded: draws every cell again. */
  onFont(): void;
  scroll(rows: number): void;
  centre(): void;
  point(x: number, y: number): void;
  leave(): void;
  press(): void;
  release(): Promise<void>;
  cancelPointed(): Promise<void>;
  /** Moves the own orders at the keyboard cursor by this many ticks. */
  nudge(ticks: number): Promise<void>;
  centreUnlessTrading(): void;
  blur(): void;
  /** True when the ladder handles the key. */
  key(key: string, isShift: boolean, isRepeat: boolean): boolean;
  summary(): string;
}

const PAGE_ROWS = 10;

export function openLadder(market: MarketId, pane: Pane, events: LadderEvents): LadderController {
  let surface: Surface | null = null;
  let side: Side = 'yes';
  let followsMiddle = true;
  let tick: Tick = DEFAULT_TICK;
  let top: number | null = null;
  /** True when the top price comes from a received book. */
  let isPlaced = false;
  /** True after a scroll by hand. */
  let isScrolled = false;
  let rows = 0;
  let columns: Columns = layoutColumns(0);
  let ladder: Ladder | null = null;
  let pointer: { readonly x: number; readonly y: number } | null = null;
  let hover: Cell | null = null;
  let pressed: Cell | null = null;
  let cursor: number | null = null;
  let drawn: Picture | null = null;

  const decimals = (): number => tickDecimals(tick);
  const isAccountLive = (): boolean => feed.account()?.at === 'live';
  const isLive = (): boolean => evaluateBook(feed.book(market), feed.lastFrameAtMs(), Date.now()).at === 'live';

  function orders(): readonly OrderView[] {
    return feed.account()?.orders.filter((order) => order.market === market) ?? [];
  }

  function updateTop(): void {
    const book = feed.book(market);
    const best = bestOf(book, side);
    const middle = middleOf(best.bid, best.ask, ladder?.last ?? listedPrice());
    const isIdle = pointer === null && cursor === null;
    if (top === null || !isPlaced) {
      // Before the first book the position is a guess, which that book corrects.
      top = centreTop(middle, rows, tick);
      isPlaced = book !== null && book.health.at !== 'waiting';
    } else if (isIdle && !isScrolled && followsMiddle && hasDrifted(top, middle, rows, tick)) {
      top = centreTop(middle, rows, tick);
    }
    top = clampTop(top, rows, tick);
    isCentred.set(pane.id, !hasDrifted(top, middle, rows, tick));
  }

  /** A resized pane keeps its middle row. */
  function setRows(next: number): void {
    if (top !== null) top += Math.trunc((next - rows) / 2) * tick;
    rows = next;
  }

  function listedPrice(): number | null {
    const listed = feed.catalogue()?.markets.find((one) => one.market === market)?.lastPrice ?? null;
    return listed === null ? null : inShownTerms(side, listed);
  }

  function redraw(): void {
    const context = surface?.context();
    if (!surface || !context || surface.width === 0 || surface.height === 0) return;
    tick = feed.catalogue()?.tick ?? DEFAULT_TICK;
    setRows(Math.ceil(surface.height / ROW_HEIGHT));
    columns = layoutColumns(surface.width);
    updateTop();
    const account = feed.account();
    ladder = buildLadder({
      side,
      tick,
      top: top ?? MICROS / 2,
      rows,
      book: feed.book(market),
      orders: orders(),
      positions: account?.positions.filter((position) => position.market === market) ?? [],
      ledger: account?.ledger.positions.filter((position) => position.market === market) ?? [],
      feeRateMicros: account?.feeRateMicros ?? DEFAULT_FEE_RATE,
    });
    hover = pointer ? cellAt(pointer.x, pointer.y, columns, ladder.top, tick) : null;
    const isArmed = readReadiness(feed).code === 'armed';
    const { width, height } = context.canvas;
    const picture = { ladder, columns, hover, cursor, isArmed, decimals: decimals(), width, height };
    drawLadder(context, readTheme(), picture, drawn);
    drawn = picture;
    writeAttributes(surface.canvas.current, ladder, columns);
    events.onSpread(formatSpread(ladder));
    events.onHint(dragHint() ?? hintAt(hover ?? cursorCell()));
  }

  function formatSpread({ bestBid, bestAsk }: Ladder): string {
    return bestBid === null || bestAsk === null ? '' : `spread ${formatTickPrice(bestAsk - bestBid, decimals())}`;
  }

  function cursorCell(): Cell | null {
    return cursor === null ? null : { row: 0, price: cursor, column: 'bid' };
  }

  function planAt(cell: Cell): ClickPlan | null {
    if (cell.column !== 'bid' && cell.column !== 'ask') return null;
    const context = readPreTradeContext(feed, market, side, 'sell', Date.now());
    const draft = draftStore(pane.linkKey).getState();
    return planClick(cell.column, side, cell.price as Price, {
      ...context,
      isBookLive: isLive(),
      isAccountLive: isAccountLive(),
      draft,
      mayPlace: true,
    });
  }

  function contextOf(plan: ClickPlan): PreTradeContext {
    return readPreTradeContext(feed, market, plan.order.side, plan.order.direction, Date.now());
  }

  function hintAt(cell: Cell | null): Hint | null {
    const plan = cell && planAt(cell);
    if (!cell || !plan) return null;
    const own = ordersAt(orders(), side, cell.price);
    return buildHint(plan, market, contextOf(plan), draftStore(pane.linkKey).getState().postOnly, own, decimals());
  }

  async function click(cell: Cell): Promise<void> {
    const plan = planAt(cell);
    if (plan) await performClick(plan, market, pane.linkKey, feed.book(market)?.version ?? null, decimals());
  }

  /** In the bid or ask column only the orders of that side, elsewhere both. */
  function cancelAt(price: number, column: Cell['column']): Promise<void> {
    const own = ordersAt(orders(), side, price);
    const isInColumn = (order: OrderView): boolean => {
      const at = columnOf(order, side);
      return at === null || at === column || (column !== 'bid' && column !== 'ask');
    };
    return cancelOrders(own.filter(isInColumn), formatTickPrice(price, decimals()));
  }

  function inColumn(order: OrderView, column: Cell['column']): boolean {
    return columnOf(order, side) === column || (column !== 'bid' && column !== 'ask');
  }

  /** Own resting orders that a drag from this cell moves. */
  function movable(cell: Cell): OrderView[] {
    if (cell.column === 'other') return [];
    return ordersAt(orders(), side, cell.price).filter(
      (order) => order.life.at === 'resting' && inColumn(order, cell.column),
    );
  }

  async function moveTo(from: Cell, price: number): Promise<void> {
    const yesPrice = inShownTerms(side, price) as Price;
    const version = feed.book(market)?.version ?? null;
    const moves = movable(from).map((order) => moveOrder(order, inYesTerms(order.side, yesPrice), version));
    for (const report of await Promise.all(moves)) {
      if (report) useOverlay.getState().notify(report.tone, report.title, report.detail);
    }
  }

  function dragHint(): Hint | null {
    if (!pressed || !hover || hover.price === pressed.price) return null;
    const own = movable(pressed);
    if (own.length === 0) return null;
    const shares = own.reduce((sum, order) => sum + order.remaining, 0);
    const [from, to] = [pressed.price, hover.price].map((price) => formatTickPrice(price, decimals()));
    return { text: `Release to move ${formatContracts(shares)} from ${from} to ${to}`, tone: 'sends' };
  }

  async function cancelMarket(): Promise<void> {
    const { tone, title, detail } = await cancelSelected(ordersOfMarket(market));
    useOverlay.getState().notify(tone, title, detail);
  }

  function centre(): void {
    isScrolled = false;
    top = null;
    cursor = null;
    redraw();
  }

  function scroll(by: number): void {
    if (top === null) return;
    top = clampTop(top - by * tick, rows, tick);
    isScrolled = true;
    redraw();
  }

  function moveCursor(by: number): void {
    const best = bestOf(feed.book(market), side);
    const start = cursor ?? best.bid ?? best.ask ?? middleOf(null, null, ladder?.last ?? null);
    const moved = cursor === null ? start : start - by * tick;
    const highest = Math.floor((MICROS - tick) / tick) * tick;
    cursor = Math.min(highest, Math.max(tick, Math.round(moved / tick) * tick));
    if (top !== null) top = revealTop(top, cursor, Math.max(1, rows - 1), tick);
    redraw();
    events.onAnnounce(describeCursor(cursor));
  }

  function describeCursor(price: number): string {
    if (!ladder) return '';
    const row = Math.round((ladder.top - price) / tick);
    const bid = ladder.bids[row] ?? 0;
    const ask = ladder.asks[row] ?? 0;
    const volume = bid > 0 ? `, bid ${formatContracts(bid)}` : ask > 0 ? `, ask ${formatContracts(ask)}` : ', empty';
    const own = ordersAt(orders(), side, price).reduce((sum, order) => sum + order.remaining, 0);
    return `${formatTickPrice(price, decimals())}${volume}${own > 0 ? `, own ${formatContracts(own)}` : ''}`;
  }

  const moves: Readonly<Record<string, number>> = {
    ArrowUp: -1,
    ArrowDown: 1,
    PageUp: -PAGE_ROWS,
    PageDown: PAGE_ROWS,
  };

  return {
    draw(next, nextSide, nextFollows) {
      surface = next;
      if (nextSide !== side) {
        side = nextSide;
        top = null;
        cursor = null;
        pressed = null;
      }
      if (nextFollows && !followsMiddle) isScrolled = false;
      followsMiddle = nextFollows;
      redraw();
    },
    redraw,
    onFont() {
      drawn = null;
      redraw();
    },
    scroll,
    centre,
    point(x, y) {
      pointer = { x, y };
      const next = ladder ? cellAt(x, y, columns, ladder.top, tick) : null;
      if (!isSameCell(next, hover)) redraw();
    },
    leave() {
      pointer = null;
      pressed = null;
      redraw();
    },
    press() {
      pressed = hover;
      if (cursor !== null) {
        cursor = null;
        redraw();
      }
    },
    async release() {
      const cell = pressed;
      pressed = null;
      if (!cell || !hover) return;
      if (isSameCell(cell, hover)) await click(cell);
      else if (hover.price !== cell.price) await moveTo(cell, hover.price);
    },
    async cancelPointed() {
      if (hover) await cancelAt(hover.price, hover.column);
    },
    async nudge(ticks) {
      const from = cursorCell();
      if (!from) return;
      const highest = Math.floor((MICROS - tick) / tick) * tick;
      const price = Math.min(highest, Math.max(tick, from.price + ticks * tick));
      if (price === from.price) return;
      const moving = moveTo({ ...from, column: 'price' }, price);
      moveCursor(-ticks);
      await moving;
    },
    centreUnlessTrading() {
      if (hover && (hover.column === 'bid' || hover.column === 'ask')) return;
      centre();
    },
    blur() {
      if (cursor === null) return;
      cursor = null;
      redraw();
    },
    key(key, isShift, isRepeat) {
      const by = moves[key];
      if (by !== undefined) moveCursor(by);
      else if (key === 'Enter') {
        // A repeating key places one order.
        if (!isRepeat && cursor !== null) void click({ row: 0, price: cursor, column: isShift ? 'ask' : 'bid' });
      } else if (key === 'Delete' || key === 'Backspace') {
        if (isRepeat) return true;
        if (isShift) void cancelMarket();
        else if (cursor !== null) void cancelAt(cursor, 'price');
      } else if (key === 'c' || key === 'C') centre();
      else if (key === 'Escape' && cursor !== null) {
        cursor = null;
        redraw();
      } else return false;
      return true;
    },
    summary() {
      if (!ladder) return '';
      const { bestBid, bestAsk } = bestNow();
      const price = (micros: number | null) => (micros === null ? 'none' : formatTickPrice(micros, decimals()));
      const state = evaluateBook(feed.book(market), feed.lastFrameAtMs(), Date.now()).at;
      return `Best ${side} bid ${price(bestBid)}, best ask ${price(bestAsk)}, book ${state}`;
    },
  };

  function bestNow(): { bestBid: number | null; bestAsk: number | null } {
    const { bid, ask } = bestOf(feed.book(market), side);
    return { bestBid: bid, bestAsk: ask };
  }
}
