/**
 * Ladder controller: pointer, keyboard cursor and drawing of one ladder.
 *
 * Units       Prices in millionths, in the terms of the shown outcome.
 * Invariants  A press acts on the price under it, and only if the release is on the same cell and still does the same.
 *             Between press and release no row and no column moves. The ladder follows the market only while neither the
 *             pointer nor the keyboard cursor is on it.
 */

import type { OrderView } from '#shared/ipc/views.ts';
import type { Side } from '#shared/market/outcome.ts';
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { ClickPlan } from '../../act/click.ts';
import { draftStore } from '../../act/draft.ts';
import { readReadiness } from '../../domain/account/readiness.ts';
import { shownPrice } from '../../domain/conditionals/stopLines.ts';
import { evaluateBook } from '../../domain/markets/bookTrust.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { walkMoved } from '../../domain/orders/orderFigures.ts';
import type { Pane } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import { readTheme, type Surface } from '../../ui/canvas.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { isSamePlan, openActs } from './acts.ts';
import { writeAttributes } from './canvas/attributes.ts';
import { drawLadder } from './canvas/draw.ts';
import { type Cell, type Columns, cellAt, isSameCell } from './canvas/layout.ts';
import type { Picture } from './canvas/picture.ts';
import { middleOf } from './canvas/scroll.ts';
import { measureLadder } from './canvas/texts.ts';
import { openViewport } from './canvas/viewport.ts';
import { buildHint, buildMoveHint, buildStopHint, describeRow, type Hint } from './hint.ts';
import { bestOf, inShownTerms, type Ladder, ordersAt } from './model.ts';
import { openSource } from './source.ts';
import { hiddenColumns, isCentred, keptRows } from './state.ts';
import type { VolumeWindow } from './volume.ts';

export interface LadderEvents {
  onHint(hint: Hint | null): void;
  onSpread(text: string): void;
  /** From when on the traded volume is known; null where it is whole. */
  onVolume(knownSinceMs: number | null): void;
  /** Text for screen readers when the cursor moves. */
  onAnnounce(text: string): void;
  /** The columns moved. */
  onColumns(columns: Columns): void;
}

export interface LadderController {
  draw(surface: Surface, side: Side, followsMiddle: boolean, volume: VolumeWindow): void;
  redraw(): void;
  /** Fonts or colours are others: draws every cell again. */
  onLook(): void;
  scroll(rows: number): void;
  centre(): void;
  point(x: number, y: number): void;
  leave(): void;
  press(): void;
  release(): Promise<void>;
  cancelPointed(): Promise<void>;
  /** Moves the own orders at the keyboard cursor by this many ticks. */
  nudge(ticks: number): Promise<void>;
  /** Does what a click in this column at the best price of one side does; false where there is none. */
  clickBest(column: 'bid' | 'ask', best: 'bid' | 'ask'): boolean;
  /** Prepares the order that closes the position at the keyboard cursor, else at the pointer; false where neither is on a price. */
  prepareClose(): boolean;
  /** Opens the form of a stop at the keyboard cursor, else at the pointer; false where neither is on a price. */
  openStop(): boolean;
  centreUnlessTrading(): void;
  blur(): void;
  /** True when the ladder handles the key. */
  key(key: string, isShift: boolean, isRepeat: boolean): boolean;
  summary(): string;
}

const PAGE_ROWS = 10;
const MEASURED = '0000000000';

export function openLadder(market: MarketId, pane: Pane, events: LadderEvents): LadderController {
  let surface: Surface | null = null;
  let side: Side = 'yes';
  let followsMiddle = true;
  let volume: VolumeWindow = 'watched';
  const viewport = openViewport();
  const acts = openActs(market, pane, () => ({ side, tick: viewport.tick }));
  const source = openSource(market, acts.orders);
  let ladder: Ladder | null = null;
  let pointer: { readonly x: number; readonly y: number } | null = null;
  let hover: Cell | null = null;
  /** The cell under the button, and what a click on it did when it went down. */
  let pressed: { readonly cell: Cell; readonly plan: ClickPlan | null } | null = null;
  let cursor: number | null = null;
  /** True when the cursor moved last, not the pointer: the hint is then the cursor's. */
  let isByKeys = false;
  /** Price of the own orders that the keys have picked up, which Enter moves to the cursor. */
  let picked: number | null = null;
  let drawn: Picture | null = null;
  let shownColumns: Columns | null = null;
  /** Null until it is measured with the present fonts. */
  let characterWidth: number | null = null;

  const decimals = (): number => tickDecimals(viewport.tick);
  const cursorCell = (): Cell | null => (cursor === null ? null : { row: 0, price: cursor, column: 'bid' });
  const pointedCell = (): Cell | null =>
    pointer ? cellAt(pointer.x, pointer.y, viewport.columns, viewport.rows, viewport.top, viewport.tick) : null;

  function drop(): void {
    pressed = null;
    viewport.hold(false);
  }

  function resize(context: CanvasRenderingContext2D, { width, height }: Surface): void {
    const theme = readTheme();
    if (characterWidth === null) {
      context.font = theme.numberFontBold;
      characterWidth = context.measureText(MEASURED).width / MEASURED.length;
    }
    const metrics = { characterWidth, rowHeight: theme.rowHeight, scale: theme.scale };
    const tick = feed.catalogue()?.tick ?? DEFAULT_TICK;
    // Another price may now be under the button.
    if (!viewport.resize(width, height, tick, metrics)) drop();
  }

  function listedPrice(): number | null {
    const listed = feed.catalogue()?.markets.find((one) => one.id === market)?.lastPrice ?? null;
    return listed === null ? null : inShownTerms(side, listed);
  }

  function follow(): void {
    const book = feed.book(market);
    const best = bestOf(book, side);
    const hasBook = book !== null && book.health.at !== 'waiting';
    const mayMove = followsMiddle && pointer === null && cursor === null;
    viewport.follow(middleOf(best.bid, best.ask, ladder?.last ?? listedPrice()), hasBook, mayMove);
    isCentred.set(pane.id, viewport.isCentred);
  }

  function build(): Ladder {
    const { tick, top, rows } = viewport;
    const { ladder: built, knownSinceMs } = source.build({ side, tick, top, rows, volume });
    events.onVolume(knownSinceMs);
    return built;
  }

  function redraw(): void {
    const context = surface?.context();
    if (!surface || !context || surface.width === 0 || surface.height === 0) return;
    resize(context, surface);
    follow();
    ladder = build();
    const { shares } = draftStore(pane.linkKey).getState();
    viewport.fit(measureLadder(ladder, decimals(), shares === null ? [] : [shares]), hiddenColumns.get(pane.id));
    const { columns } = viewport;
    hover = pointedCell();
    const isArmed = readReadiness(feed).code === 'armed';
    const { width, height } = context.canvas;
    const stops = acts.stops().map((line) => ({ price: shownPrice(line, side), isBroken: line.isBroken }));
    const picture = { ladder, columns, hover, cursor, picked, stops, isArmed, decimals: decimals(), width, height };
    drawLadder(context, readTheme(), picture, drawn);
    drawn = picture;
    writeAttributes(surface.canvas.current, picture);
    if (columns !== shownColumns) events.onColumns(columns);
    shownColumns = columns;
    events.onSpread(formatSpread(ladder));
    events.onHint(dragHint() ?? pickHint() ?? hintAt((isByKeys ? cursorCell() : null) ?? hover ?? cursorCell()));
  }

  function formatSpread({ bestBid, bestAsk }: Ladder): string {
    return bestBid === null || bestAsk === null ? '' : `spread ${formatTickPrice(bestAsk - bestBid, decimals())}`;
  }

  function hintAt(cell: Cell | null): Hint | null {
    if (cell?.column === 'gain') return acts.closeHint(cell.price);
    const plan = cell && acts.plan(cell);
    if (!cell || !plan) return null;
    const ownOrders = ordersAt(acts.orders(), side, cell.price);
    const { postOnly } = draftStore(pane.linkKey).getState();
    return buildHint(plan, market, acts.contextOf(plan), postOnly, ownOrders, decimals(), source.queue);
  }

  function dragHint(): Hint | null {
    if (!pressed || !hover || hover.price === pressed.cell.price) return null;
    const { cell } = pressed;
    const [stop] = acts.movableStops(cell);
    if (stop) return buildStopHint(stop.view, cell.price, hover.price, decimals());
    return hintOfMove(acts.movable(cell), cell.price, hover.price, false);
  }

  function pickHint(): Hint | null {
    if (picked === null || cursor === null) return null;
    const ownOrders = acts.movable({ row: 0, price: picked, column: 'price' });
    return hintOfMove(ownOrders, picked, cursor, true);
  }

  function hintOfMove(ownOrders: readonly OrderView[], from: number, to: number, isByKeys: boolean): Hint | null {
    const trades = ownOrders.some((order) => walkMoved(order, acts.priceOf(order, to), feed.book(market)) !== null);
    return buildMoveHint(ownOrders, from, to, decimals(), trades, isByKeys);
  }

  function centre(): void {
    drop();
    viewport.centre();
    keptRows.set(pane.id, null);
    cursor = null;
    picked = null;
    redraw();
  }

  function setCursor(price: number): void {
    const { tick } = viewport;
    const highest = Math.floor((MICROS - tick) / tick) * tick;
    cursor = Math.min(highest, Math.max(tick, Math.round(price / tick) * tick));
    viewport.reveal(cursor);
    isByKeys = true;
    redraw();
    events.onAnnounce(describeCursor(cursor));
  }

  function moveCursor(by: number): void {
    const best = bestOf(feed.book(market), side);
    if (cursor !== null) setCursor(cursor - by * viewport.tick);
    else setCursor(best.bid ?? best.ask ?? middleOf(null, null, ladder?.last ?? null));
  }

  function describeCursor(price: number): string {
    if (!ladder) return '';
    return describeRow(ladder, price, ordersAt(acts.orders(), side, price), picked, decimals());
  }

  /** Picks up the own orders at the cursor; says so where there are none. */
  function pick(): void {
    if (cursor === null) return;
    if (acts.movable({ row: 0, price: cursor, column: 'price' }).length === 0) {
      const where = formatTickPrice(cursor, decimals());
      useOverlay
        .getState()
        .notify(
          'warn',
          `No order to move at ${where}`,
          'Put the cursor on a resting order of yours.',
          attemptOf('move'),
        );
      return;
    }
    picked = cursor;
    redraw();
    events.onAnnounce(describeCursor(cursor));
  }

  function enter(isShift: boolean): void {
    if (cursor === null) return;
    if (picked !== null) {
      const from = picked;
      picked = null;
      if (from !== cursor) void acts.moveTo({ row: 0, price: from, column: 'price' }, cursor);
      redraw();
      return;
    }
    const plan = acts.plan({ row: 0, price: cursor, column: isShift ? 'ask' : 'bid' });
    if (plan) void acts.perform(plan, true);
  }

  function leaveCursor(): boolean {
    if (picked !== null) picked = null;
    else if (cursor !== null) cursor = null;
    else return false;
    redraw();
    return true;
  }

  const chosenPrice = (): number | null => (isByKeys ? cursor : null) ?? hover?.price ?? cursor;

  const moves: Readonly<Record<string, number>> = {
    ArrowUp: -1,
    ArrowDown: 1,
    PageUp: -PAGE_ROWS,
    PageDown: PAGE_ROWS,
  };

  return {
    draw(next, nextSide, nextFollows, nextVolume) {
      volume = nextVolume;
      const isFirst = surface === null;
      surface = next;
      if (nextSide !== side) {
        side = nextSide;
        viewport.reset();
        cursor = null;
        picked = null;
        drop();
      }
      if (nextFollows && !followsMiddle) {
        viewport.release();
        keptRows.set(pane.id, null);
      }
      followsMiddle = nextFollows;
      const kept = isFirst ? keptRows.get(pane.id) : null;
      if (kept !== null && kept.market === market && kept.side === side) viewport.begin(kept.top);
      redraw();
    },
    redraw,
    onLook() {
      drawn = null;
      characterWidth = null;
      redraw();
    },
    scroll(rows) {
      viewport.scroll(rows);
      keptRows.set(pane.id, { market, side, top: viewport.top });
      redraw();
    },
    centre,
    point(x, y) {
      pointer = { x, y };
      isByKeys = false;
      if (!isSameCell(pointedCell(), hover)) redraw();
    },
    leave() {
      pointer = null;
      drop();
      redraw();
    },
    press() {
      pressed = hover && { cell: hover, plan: acts.plan(hover) };
      viewport.hold(pressed !== null);
      if (cursor === null) return;
      cursor = null;
      picked = null;
      redraw();
    },
    async release() {
      const from = pressed;
      drop();
      if (!from || !hover) return;
      if (hover.price !== from.cell.price) return acts.moveTo(from.cell, hover.price);
      if (hover.column === 'gain' && isSameCell(from.cell, hover)) return acts.prepareClose(hover.price);
      if (!isSameCell(from.cell, hover) || from.plan === null) return;
      if (isSamePlan(from.plan, acts.plan(hover))) return acts.perform(from.plan, false);
      const detail = 'Book, position or account changed while the button was down. Click again.';
      useOverlay.getState().notify('warn', 'Nothing was sent', detail, attemptOf('place'));
    },
    async cancelPointed() {
      if (hover) await acts.cancelAt(hover.price, hover.column);
    },
    async nudge(ticks) {
      if (cursor === null) return;
      const { tick } = viewport;
      const from = cursor;
      const highest = Math.floor((MICROS - tick) / tick) * tick;
      const price = Math.min(highest, Math.max(tick, from + ticks * tick));
      if (price === from) return;
      const moving = acts.moveTo({ row: 0, price: from, column: 'price' }, price);
      moveCursor(-ticks);
      await moving;
    },
    clickBest(column, best) {
      const price = bestOf(feed.book(market), side)[best];
      const plan = price === null ? null : acts.plan({ row: 0, price, column });
      if (plan === null) return false;
      void acts.perform(plan, true);
      return true;
    },
    prepareClose() {
      const price = chosenPrice();
      if (price === null) return false;
      acts.prepareClose(price);
      return true;
    },
    openStop() {
      const price = chosenPrice();
      if (price === null) return false;
      acts.openStop(price);
      return true;
    },
    centreUnlessTrading() {
      if (hover && hover.column !== 'price' && hover.column !== 'other') return;
      centre();
    },
    blur() {
      if (cursor === null) return;
      cursor = null;
      picked = null;
      redraw();
    },
    key(key, isShift, isRepeat) {
      const by = moves[key];
      if (by !== undefined) moveCursor(by);
      // A repeating key acts once.
      else if (key === 'Enter') isRepeat || enter(isShift);
      else if (key === 'm' || key === 'M') isRepeat || pick();
      else if (key === 'Delete' || key === 'Backspace') {
        if (isRepeat) return true;
        if (isShift) void acts.cancelMarket();
        else if (cursor !== null) void acts.cancelAt(cursor, 'price');
      } else if (key === 'Escape') return leaveCursor();
      else return false;
      return true;
    },
    summary() {
      if (!ladder) return '';
      const { bid, ask } = bestOf(feed.book(market), side);
      const price = (micros: number | null) => (micros === null ? 'none' : formatTickPrice(micros, decimals()));
      const state = evaluateBook(feed.book(market), feed.lastFrameAtMs(), Date.now()).at;
      return `Best ${side} bid ${price(bid)}, best ask ${price(ask)}, book ${state}`;
    },
  };
}
