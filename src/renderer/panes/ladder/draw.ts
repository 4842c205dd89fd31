/**
 * Ladder drawing: draws the cells that changed since the last picture.
 *
 * Units       CSS pixels.
 * Invariants  Allocates nothing per frame; texts come from a cache. After a draw the canvas shows `next`.
 */
import { MICROS } from '#shared/units/micros.ts';
import { drawText, type Theme } from '../../ui/canvas.ts';
import type { Columns } from './layout.ts';
import { type Ladder, OWN, type OwnColumn } from './model.ts';
import {
  findPriceLook,
  hasSpreadLine,
  isAskChanged,
  isBidChanged,
  isGainChanged,
  isLineGone,
  isPriceChanged,
  isSameBase,
  isSamePicture,
  isTradedChanged,
  type Picture,
} from './picture.ts';
import { formatCellGain, formatCellPrice, formatChance, formatOwnCell, formatSize } from './texts.ts';

const BOX_MARGIN = 3;
const DASH = [3, 2];
const SOLID: number[] = [];

/** `drawn` is the picture on the canvas, null when it is unknown. */
export function drawLadder(
  context: CanvasRenderingContext2D,
  theme: Theme,
  next: Picture,
  drawn: Picture | null,
): void {
  // Any call on the context makes the browser compose the canvas again, so nothing is called for an unchanged picture.
  if (drawn !== null && isSamePicture(drawn, next)) return;
  const { ladder, columns } = next;
  const old = drawn !== null && isSameBase(drawn, next) ? drawn.ladder : null;
  context.textBaseline = 'middle';
  context.font = theme.numberFont;
  if (old === null) {
    context.fillStyle = theme.panel;
    context.fillRect(0, 0, columns.right, next.height);
  }
  for (let row = 0; row < ladder.rows; row += 1) drawRow(context, theme, next, old, row);
  drawSpread(context, theme, ladder, columns);
  drawMarks(context, theme, next);
}

/** Draws the cells of a row that differ from `drawn`; all of them without one, and where a line is to be removed. */
function drawRow(
  context: CanvasRenderingContext2D,
  theme: Theme,
  next: Picture,
  drawn: Ladder | null,
  row: number,
): void {
  const { ladder } = next;
  const old = drawn === null || isLineGone(drawn, ladder, row) ? null : drawn;
  if (old === null || isBidChanged(old, ladder, row)) drawBid(context, theme, next, row);
  if (old === null || isAskChanged(old, ladder, row)) drawAsk(context, theme, next, row);
  if (old === null || isPriceChanged(old, ladder, row)) drawPrice(context, theme, next, row);
  if (old === null) drawChance(context, theme, next, row);
  if (old === null || isTradedChanged(old, ladder, row)) drawTraded(context, theme, next, row);
  if (old === null || isGainChanged(old, ladder, row)) drawGain(context, theme, next, row);
}

/** Draws a cell's background and bottom line; false where the market has no price. */
function drawBackground(
  context: CanvasRenderingContext2D,
  theme: Theme,
  { ladder, columns, hover }: Picture,
  row: number,
  left: number,
  right: number,
  background: string,
): boolean {
  const price = ladder.top - row * ladder.tick;
  const height = columns.rowHeight;
  const y = row * height;
  context.fillStyle = hover?.price === price ? theme.hover : background;
  context.fillRect(left, y, right - left, height);
  if (price < ladder.tick || price > MICROS - ladder.tick) return false;
  // A stronger line under each tenth price helps counting.
  context.globalAlpha = price % (ladder.tick * 10) === 0 ? 0.95 : 0.32;
  context.fillStyle = theme.line;
  context.fillRect(left, y + height - 1, right - left, 1);
  context.globalAlpha = 1;
  return true;
}

function barWidth(shares: number, full: number, width: number): number {
  return Math.max(1, Math.min(1, shares / full) * width);
}

/** Middle of a row's text. */
function middleOf({ rowHeight }: Columns, row: number): number {
  return row * rowHeight + rowHeight / 2 + 0.5;
}

/** Left edge and width of the column of own orders beside the bids or asks; they have the whole cell where it has no room. */
function ownBox(columns: Columns, isBid: boolean): { readonly left: number; readonly width: number } {
  const [left, right] = isBid ? [columns.ownBid, columns.bid] : [columns.ownAsk, columns.traded];
  if (right > left) return { left, width: right - left };
  return isBid
    ? { left: columns.bid, width: columns.price - columns.bid }
    : { left: columns.ask, width: columns.traded - columns.ask };
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
    context.fillRect(columns.price - width, row * columns.rowHeight + 1, width, columns.rowHeight - 3);
    if (!isCovered(columns, ladder.ownBids, row)) {
      context.fillStyle = isYes ? theme.yes : theme.no;
      context.textAlign = 'right';
      const text = formatSize(shares, columns.isCompact);
      drawText(
        context,
        theme.numberFont,
        text,
        columns.price - columns.pad,
        middleOf(columns, row),
        columns.price - columns.bid - columns.pad,
      );
    }
  }
  drawOwn(context, theme, columns, ladder.ownBids, ownBox(columns, true), row);
  const textLeft = columns.price - 2 * columns.pad - (columns.askText - columns.ask);
  drawAhead(context, theme, columns, ladder.ownBids, columns.bid, textLeft, row);
}

function drawAsk(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns } = next;
  if (!drawBackground(context, theme, next, row, columns.ask, columns.traded, theme.panel)) return;
  const shares = ladder.asks[row]!;
  if (shares > 0) {
    const isYes = ladder.side === 'yes';
    const width = barWidth(shares, ladder.fullBar, columns.traded - columns.ask);
    context.fillStyle = isYes ? theme.noSoft : theme.yesSoft;
    context.fillRect(columns.ask, row * columns.rowHeight + 1, width, columns.rowHeight - 3);
    if (!isCovered(columns, ladder.ownAsks, row)) {
      context.fillStyle = isYes ? theme.no : theme.yes;
      context.textAlign = 'right';
      const text = formatSize(shares, columns.isCompact);
      drawText(context, theme.numberFont, text, columns.askText, middleOf(columns, row), columns.askText - columns.ask);
    }
  }
  drawOwn(context, theme, columns, ladder.ownAsks, ownBox(columns, false), row);
  drawAhead(context, theme, columns, ladder.ownAsks, columns.askText + columns.pad, columns.ownAsk, row);
}

/** In the narrowest ladders an own order takes the place of its level's size. */
function isCovered(columns: Columns, own: OwnColumn, row: number): boolean {
  return columns.bid === columns.ownBid && own.state[row] !== OWN.none;
}

function drawTraded(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns } = next;
  if (columns.traded >= columns.right) return;
  if (!drawBackground(context, theme, next, row, columns.traded, columns.right, theme.panel)) return;
  const shares = ladder.traded[row]!;
  if (shares === 0) return;
  const width = barWidth(shares, ladder.fullTradedBar, columns.right - columns.traded - 4);
  context.fillStyle = theme.line;
  context.globalAlpha = 0.45;
  context.fillRect(columns.right - width, row * columns.rowHeight + 1, width, columns.rowHeight - 3);
  context.globalAlpha = 1;
  context.fillStyle = theme.secondary;
  context.textAlign = 'right';
  const text = formatSize(shares, columns.isCompact);
  drawText(
    context,
    theme.numberFont,
    text,
    columns.right - columns.pad,
    middleOf(columns, row),
    columns.right - columns.traded - columns.pad,
  );
}

function drawGain(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns } = next;
  if (columns.chance === 0) return;
  if (!drawBackground(context, theme, next, row, 0, columns.chance, theme.panel) || !ladder.gains) return;
  const gain = ladder.gains[row]!;
  context.fillStyle = gain > 0 ? theme.yes : gain < 0 ? theme.no : theme.secondary;
  context.textAlign = 'right';
  const text = formatCellGain(gain, ladder.isGainLarge, columns.isCompact);
  drawText(
    context,
    theme.numberFont,
    text,
    columns.chance - columns.pad,
    middleOf(columns, row),
    columns.chance - columns.pad,
  );
}

function drawChance(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns, decimals } = next;
  const [left, right] = [columns.chance, columns.ownBid];
  if (left === right || !drawBackground(context, theme, next, row, left, right, theme.panel)) return;
  context.fillStyle = theme.secondary;
  context.textAlign = 'right';
  const text = formatChance(ladder.top - row * ladder.tick, decimals);
  drawText(context, theme.numberFont, text, right - columns.pad, middleOf(columns, row), right - left - columns.pad);
}

function drawPrice(context: CanvasRenderingContext2D, theme: Theme, next: Picture, row: number): void {
  const { ladder, columns } = next;
  if (!drawBackground(context, theme, next, row, columns.price, columns.ask, theme.bg)) return;
  const look = findPriceLook(ladder, row);
  const isLast = look === 'last';
  const font = isLast ? theme.numberFontBold : theme.numberFont;
  if (isLast) {
    drawNotches(context, theme, columns, row * columns.rowHeight);
    context.font = font;
  }
  drawHolding(context, theme, columns, ladder, row);
  context.fillStyle = isLast ? theme.accent : look === 'inside' ? theme.dim : theme.text;
  context.textAlign = 'center';
  const text = formatCellPrice(ladder.top - row * ladder.tick, next.decimals);
  drawText(context, font, text, (columns.price + columns.ask) / 2, middleOf(columns, row), columns.ask - columns.price);
  if (isLast) context.font = theme.numberFont;
  const box = { left: columns.price, width: columns.ask - columns.price };
  drawOwn(context, theme, columns, ladder.ownUnattributed, box, row);
}

/** A bar at the left of the average price of the position, one at the right of its break-even price. */
function drawHolding(
  context: CanvasRenderingContext2D,
  theme: Theme,
  columns: Columns,
  { average, breakEven, top, tick }: Ladder,
  row: number,
): void {
  const isAt = (price: number | null): boolean => price !== null && Math.round((top - price) / tick) === row;
  const y = row * columns.rowHeight + 1;
  context.fillStyle = theme.mine;
  if (isAt(average)) context.fillRect(columns.price, y, BOX_MARGIN, columns.rowHeight - 3);
  if (isAt(breakEven)) context.fillRect(columns.ask - BOX_MARGIN, y, BOX_MARGIN, columns.rowHeight - 3);
}

/** Marks the last traded price with a notch on each side. */
function drawNotches(context: CanvasRenderingContext2D, theme: Theme, columns: Columns, y: number): void {
  context.fillStyle = theme.accent;
  const half = y + (columns.rowHeight - 1) / 2;
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
function drawOwn(
  context: CanvasRenderingContext2D,
  theme: Theme,
  columns: Columns,
  own: OwnColumn,
  cell: { readonly left: number; readonly width: number },
  row: number,
): void {
  const state = own.state[row]!;
  if (state === OWN.none) return;
  const x = cell.left + BOX_MARGIN;
  const width = cell.width - 2 * BOX_MARGIN;
  const height = columns.rowHeight - 4;
  const y = row * columns.rowHeight + 1.5;
  const middle = middleOf(columns, row);
  const isUnknown = state === OWN.unknown;
  context.fillStyle = isUnknown ? theme.mine : theme.mineSoft;
  context.fillRect(x, y, width, height);
  if (!isUnknown) {
    if (state !== OWN.resting) context.setLineDash(DASH);
    context.globalAlpha = state === OWN.cancelling ? 0.55 : 1;
    context.lineWidth = 1;
    context.strokeStyle = theme.mine;
    context.strokeRect(x + 0.5, y, width - 1, height);
    context.globalAlpha = 1;
    context.setLineDash(SOLID);
  }
  context.font = theme.numberFontBold;
  context.textAlign = 'center';
  context.fillStyle = isUnknown ? theme.onFill : theme.mine;
  drawText(
    context,
    theme.numberFontBold,
    formatOwnCell(own.shares[row]!, state, columns.isCompact),
    x + width / 2,
    middle,
    width,
  );
  if (state === OWN.cancelling) context.fillRect(x + 4, middle - 0.5, width - 8, 1);
  context.font = theme.numberFont;
}

/** The queue before the own orders, where it fits between them and the level's size; the hint has it at every width. */
function drawAhead(
  context: CanvasRenderingContext2D,
  theme: Theme,
  columns: Columns,
  own: OwnColumn,
  left: number,
  right: number,
  row: number,
): void {
  const ahead = own.ahead[row]!;
  if (own.state[row] !== OWN.resting || Number.isNaN(ahead)) return;
  const most = formatSize(ahead, columns.isCompact);
  const least = own.aheadLeast[row]!;
  const fits = (text: string): boolean => text.length * columns.characterWidth + 2 * BOX_MARGIN <= right - left;
  const range = Number.isNaN(least) ? null : `${formatSize(least, columns.isCompact)}–${most}`;
  const text = range !== null && fits(range) ? range : `≤${most}`;
  if (!fits(text)) return;
  context.fillStyle = theme.secondary;
  context.textAlign = 'left';
  context.fillText(text, left + BOX_MARGIN, middleOf(columns, row));
}

/** The line between bids and asks, or two lines around the spread. */
function drawSpread(context: CanvasRenderingContext2D, theme: Theme, ladder: Ladder, columns: Columns): void {
  // Opaque, because it is drawn again over the same line.
  context.fillStyle = theme.dim;
  for (let row = 0; row < ladder.rows; row += 1) {
    if (hasSpreadLine(ladder, row)) context.fillRect(0, (row + 1) * columns.rowHeight - 1, columns.right, 1);
  }
}

/** The trigger of a stop: a line around the price and a bar at its left, hatched while the stop does not work. */
function drawStop(
  context: CanvasRenderingContext2D,
  theme: Theme,
  columns: Columns,
  top: number,
  isBroken: boolean,
): void {
  context.strokeStyle = theme.no;
  context.lineWidth = 1;
  if (isBroken) context.setLineDash(DASH);
  context.strokeRect(columns.price + 0.5, top + 0.5, columns.ask - columns.price - 1, columns.rowHeight - 2);
  context.setLineDash(SOLID);
  if (isBroken) return;
  context.fillStyle = theme.no;
  context.fillRect(columns.price, top, BOX_MARGIN, columns.rowHeight - 1);
}

function drawMarks(context: CanvasRenderingContext2D, theme: Theme, next: Picture): void {
  const { ladder, columns, hover, cursor, picked } = next;
  const height = columns.rowHeight;
  const topOf = (price: number): number => ((ladder.top - price) / ladder.tick) * height;
  for (const { price, isBroken } of next.stops) drawStop(context, theme, columns, topOf(price), isBroken);
  if (hover && (hover.column === 'bid' || hover.column === 'ask')) {
    const left = hover.column === 'bid' ? columns.ownBid : columns.ask;
    const right = hover.column === 'bid' ? columns.price : columns.traded;
    context.strokeStyle = next.isArmed ? theme.mine : theme.secondary;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, topOf(hover.price) + 0.5, right - left - 1, height - 2);
  }
  context.lineWidth = 2;
  if (picked !== null) {
    context.strokeStyle = theme.mine;
    context.setLineDash(DASH);
    context.strokeRect(1, topOf(picked) + 1, columns.right - 2, height - 3);
    context.setLineDash(SOLID);
  }
  if (cursor !== null) {
    context.strokeStyle = picked === null ? theme.accent : theme.mine;
    context.strokeRect(1, topOf(cursor) + 1, columns.right - 2, height - 3);
  }
}
