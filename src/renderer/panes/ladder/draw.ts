/**
 * Ladder drawing: draws the cells that changed since the last picture.
 *
 * Units       CSS pixels.
 * Invariants  Allocates nothing per frame; texts come from a cache. After a draw the canvas shows `next`.
 */
import { MICROS } from '#shared/units/micros.ts';
import type { Theme } from '../../ui/canvas.ts';
import { type Cell, type Columns, isSameCell, ROW_HEIGHT } from './layout.ts';
import { type Ladder, OWN, type OwnColumn } from './model.ts';
import { formatCellGain, formatCellPrice, formatOwnSize, formatSize } from './texts.ts';

/** Input of one drawing. */
export interface Picture {
  readonly ladder: Ladder;
  readonly columns: Columns;
  readonly hover: Cell | null;
  /** Price of the keyboard cursor. */
  readonly cursor: number | null;
  readonly isArmed: boolean;
  /** Decimals of the tick. */
  readonly decimals: number;
  /** Device pixels of the canvas; a resize empties it. */
  readonly width: number;
  readonly height: number;
}

const PAD = 7;
const ASK_RIGHT = 46;
const MIDDLE = ROW_HEIGHT / 2 + 0.5;
const BOX_HEIGHT = ROW_HEIGHT - 4;
const BOX_WIDTH = 34;
const DASH = [3, 2];
const SOLID: number[] = [];

/** `drawn` is the picture on the canvas, null when it is unknown. */
export function drawLadder(
  context: CanvasRenderingContext2D,
  theme: Theme,
  next: Picture,
  drawn: Picture | null,
): void {
  const { ladder, columns } = next;
  const old = drawn !== null && isSameBase(drawn, next) ? drawn.ladder : null;
  context.textBaseline = 'middle';
  context.font = theme.numberFont;
  if (old === null) {
    context.fillStyle = theme.panel;
    context.fillRect(0, 0, columns.right, next.height);
  }
  for (let row = 0; row < ladder.rows; row += 1) {
    if (old === null || isBidChanged(old, ladder, row)) drawBid(context, theme, next, row);
    if (old === null || isAskChanged(old, ladder, row)) drawAsk(context, theme, next, row);
    if (old === null || isOwnChanged(old.ownUnattributed, ladder.ownUnattributed, row))
      drawPrice(context, theme, next, row);
    if (old === null || old.traded[row] !== ladder.traded[row]) drawTraded(context, theme, next, row);
    if (old === null || old.gains?.[row] !== ladder.gains?.[row]) drawGain(context, theme, next, row);
  }
  drawSpread(context, theme, ladder, columns);
  drawMarks(context, theme, next);
}

/** True when only cell contents may differ. */
function isSameBase(a: Picture, b: Picture): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.columns.right === b.columns.right &&
    a.isArmed === b.isArmed &&
    a.cursor === b.cursor &&
    a.decimals === b.decimals &&
    isSameCell(a.hover, b.hover) &&
    isSameScale(a.ladder, b.ladder)
  );
}

function isSameScale(a: Ladder, b: Ladder): boolean {
  return (
    a.side === b.side &&
    a.tick === b.tick &&
    a.top === b.top &&
    a.rows === b.rows &&
    a.bestBid === b.bestBid &&
    a.bestAsk === b.bestAsk &&
    a.last === b.last &&
    a.fullBar === b.fullBar &&
    a.fullTradedBar === b.fullTradedBar &&
    a.isGainLarge === b.isGainLarge
  );
}

function isOwnChanged(a: OwnColumn, b: OwnColumn, row: number): boolean {
  return a.state[row] !== b.state[row] || a.shares[row] !== b.shares[row];
}

function isBidChanged(a: Ladder, b: Ladder, row: number): boolean {
  return a.bids[row] !== b.bids[row] || isOwnChanged(a.ownBids, b.ownBids, row);
}

function isAskChanged(a: Ladder, b: Ladder, row: number): boolean {
  return a.asks[row] !== b.asks[row] || isOwnChanged(a.ownAsks, b.ownAsks, row);
}

/** Draws a cell's background and bottom line; false where the market has no price. */
function drawBackground(
  context: CanvasRenderingContext2D,
  theme: Theme,
  { ladder, hover }: Picture,
  row: number,
  left: number,
  right: number,
  background: string,
): boolean {
  const price = ladder.top - row * ladder.tick;
  const y = row * ROW_HEIGHT;
  context.fillStyle = hover?.price === price ? theme.hover : background;
  context.fillRect(left, y, right - left, ROW_HEIGHT);
  if (price < ladder.tick || price > MICROS - ladder.tick) return false;
  // A stronger line under each tenth price helps counting.
  context.globalAlpha = price % (ladder.tick * 10) === 0 ? 0.95 : 0.32;
  context.fillStyle = theme.line;
  context.fillRect(left, y + ROW_HEIGHT - 1, right - left, 1);
  context.globalAlpha = 1;
  return true;
}

function barWidth(shares: number, full: number, width: number): number {
  return Math.max(1, Math.min(1, shares / full) * width);
}

/** A level has the colour of the outcome that its orders buy: an ask of one outcome is a bid for the other. */
function drawBid(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns } = next;
  if (!drawBackground(context, theme, next, row, columns.ownBid, columns.price, theme.panel)) return;
  const shares = ladder.bids[row]!;
  if (shares > 0) {
    const isYes = ladder.side === 'yes';
    const width = barWidth(shares, ladder.fullBar, columns.price - columns.ownBid);
    context.fillStyle = isYes ? theme.yesSoft : theme.noSoft;
    context.fillRect(columns.price - width, row * ROW_HEIGHT + 1, width, ROW_HEIGHT - 3);
    context.fillStyle = isYes ? theme.yes : theme.no;
    context.textAlign = 'right';
    context.fillText(formatSize(shares), columns.price - PAD, row * ROW_HEIGHT + MIDDLE);
  }
  drawOwn(context, theme, ladder.ownBids, columns.ownBid + 3, row);
}

function drawAsk(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns } = next;
  if (!drawBackground(context, theme, next, row, columns.ask, columns.traded, theme.panel)) return;
  const shares = ladder.asks[row]!;
  if (shares > 0) {
    const isYes = ladder.side === 'yes';
    const width = barWidth(shares, ladder.fullBar, columns.traded - columns.ask);
    context.fillStyle = isYes ? theme.noSoft : theme.yesSoft;
    context.fillRect(columns.ask, row * ROW_HEIGHT + 1, width, ROW_HEIGHT - 3);
    context.fillStyle = isYes ? theme.no : theme.yes;
    context.textAlign = 'right';
    context.fillText(formatSize(shares), columns.ask + ASK_RIGHT, row * ROW_HEIGHT + MIDDLE);
  }
  drawOwn(context, theme, ladder.ownAsks, columns.traded - BOX_WIDTH - 3, row);
}

function drawTraded(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns } = next;
  if (columns.traded >= columns.right) return;
  if (!drawBackground(context, theme, next, row, columns.traded, columns.right, theme.panel)) return;
  const shares = ladder.traded[row]!;
  if (shares === 0) return;
  const width = barWidth(shares, ladder.fullTradedBar, columns.right - columns.traded - 4);
  context.fillStyle = theme.line;
  context.globalAlpha = 0.7;
  context.fillRect(columns.right - width, row * ROW_HEIGHT + 1, width, ROW_HEIGHT - 3);
  context.globalAlpha = 1;
  context.fillStyle = theme.dim;
  context.textAlign = 'right';
  context.fillText(formatSize(shares), columns.right - PAD, row * ROW_HEIGHT + MIDDLE);
}

function drawGain(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns } = next;
  if (columns.ownBid === 0) return;
  if (!drawBackground(context, theme, next, row, 0, columns.ownBid, theme.panel) || !ladder.gains) return;
  const gain = ladder.gains[row]!;
  context.fillStyle = gain > 0 ? theme.yes : gain < 0 ? theme.no : theme.secondary;
  context.globalAlpha = 0.78;
  context.textAlign = 'right';
  context.fillText(formatCellGain(gain, ladder.isGainLarge), columns.ownBid - PAD, row * ROW_HEIGHT + MIDDLE);
  context.globalAlpha = 1;
}

function drawPrice(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns } = next;
  if (!drawBackground(context, theme, next, row, columns.price, columns.ask, theme.bg)) return;
  const { bestBid, bestAsk, last, top, tick } = ladder;
  const price = top - row * tick;
  const y = row * ROW_HEIGHT;
  const isLast = last !== null && Math.round((top - last) / tick) === row;
  if (isLast) {
    drawNotches(context, theme, columns, y);
    context.font = theme.numberFontBold;
  }
  const isInside = bestBid !== null && bestAsk !== null && price > bestBid && price < bestAsk;
  context.fillStyle = isLast ? theme.accent : isInside ? theme.dim : theme.text;
  context.textAlign = 'center';
  context.fillText(formatCellPrice(price, next.decimals), (columns.price + columns.ask) / 2, y + MIDDLE);
  if (isLast) context.font = theme.numberFont;
  drawOwn(context, theme, ladder.ownUnattributed, (columns.price + columns.ask - BOX_WIDTH) / 2, row);
}

/** Marks the last traded price with a notch on each side. */
function drawNotches(context: CanvasRenderingContext2D, theme: Theme, columns: Columns, y: number): void {
  context.fillStyle = theme.accent;
  const half = y + (ROW_HEIGHT - 1) / 2;
  context.beginPath();
  context.moveTo(columns.price, half - 4);
  context.lineTo(columns.price + 4, half);
  context.lineTo(columns.price, half + 4);
  context.moveTo(columns.ask, half - 4);
  context.lineTo(columns.ask - 4, half);
  context.lineTo(columns.ask, half + 4);
  context.fill();
}

/** Own orders: resting in a box, pending in a dashed one, cancelling struck through, unknown filled with a question mark. */
function drawOwn(context: CanvasRenderingContext2D, theme: Theme, own: OwnColumn, x: number, row: number): void {
  const state = own.state[row]!;
  if (state === OWN.none) return;
  const y = row * ROW_HEIGHT + 1.5;
  const middle = row * ROW_HEIGHT + MIDDLE;
  const isUnknown = state === OWN.unknown;
  context.fillStyle = isUnknown ? theme.mine : theme.mineSoft;
  context.fillRect(x, y, BOX_WIDTH, BOX_HEIGHT);
  if (!isUnknown) {
    if (state !== OWN.resting) context.setLineDash(DASH);
    context.globalAlpha = state === OWN.cancelling ? 0.55 : 1;
    context.lineWidth = 1;
    context.strokeStyle = theme.mine;
    context.strokeRect(x + 0.5, y, BOX_WIDTH - 1, BOX_HEIGHT);
    context.setLineDash(SOLID);
  }
  context.font = theme.numberFontBold;
  context.textAlign = 'center';
  context.fillStyle = isUnknown ? theme.bg : theme.mine;
  context.fillText(formatOwnSize(own.shares[row]!), x + BOX_WIDTH / 2 - (isUnknown ? 4 : 0), middle);
  if (isUnknown) context.fillText('?', x + BOX_WIDTH - 6, middle);
  if (state === OWN.cancelling) context.fillRect(x + 5, middle - 0.5, BOX_WIDTH - 10, 1);
  context.globalAlpha = 1;
  context.font = theme.numberFont;
}

/** The line between bids and asks, or two lines around the spread. */
function drawSpread(context: CanvasRenderingContext2D, theme: Theme, ladder: Ladder, columns: Columns): void {
  if (ladder.bestBid === null && ladder.bestAsk === null) return;
  const below = ladder.bestBid === null ? ladder.bestAsk! - ladder.tick : ladder.bestBid;
  const above = ladder.bestAsk === null ? below + ladder.tick : ladder.bestAsk;
  const low = Math.ceil((ladder.top - below) / ladder.tick) * ROW_HEIGHT;
  const high = (Math.floor((ladder.top - above) / ladder.tick) + 1) * ROW_HEIGHT;
  // Opaque, because it is drawn again over the same line.
  context.fillStyle = theme.dim;
  context.fillRect(0, high - 1, columns.right, 1);
  if (low > high) context.fillRect(0, low - 1, columns.right, 1);
}

function drawMarks(context: CanvasRenderingContext2D, theme: Theme, next: Picture): void {
  const { ladder, columns, hover, cursor } = next;
  if (hover && (hover.column === 'bid' || hover.column === 'ask')) {
    const y = ((ladder.top - hover.price) / ladder.tick) * ROW_HEIGHT;
    const left = hover.column === 'bid' ? columns.ownBid : columns.ask;
    const right = hover.column === 'bid' ? columns.price : columns.traded;
    context.strokeStyle = next.isArmed ? theme.mine : theme.secondary;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, y + 0.5, right - left - 1, ROW_HEIGHT - 2);
  }
  if (cursor !== null) {
    const y = ((ladder.top - cursor) / ladder.tick) * ROW_HEIGHT;
    context.strokeStyle = theme.accent;
    context.lineWidth = 2;
    context.strokeRect(1, y + 1, columns.right - 2, ROW_HEIGHT - 3);
  }
}
