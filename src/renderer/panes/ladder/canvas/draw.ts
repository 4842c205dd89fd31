/**
 * Ladder drawing: draws the cells that changed since the last picture.
 *
 * Units       CSS pixels.
 * Invariants  Allocates nothing per frame; texts come from a cache. After a draw the canvas shows `next`.
 */
import { drawText, type Theme } from '../../../ui/canvas.ts';
import type { Ladder } from '../model.ts';
import { BOX_MARGIN, barWidth, DASH, drawBackground, middleOf, SOLID } from './drawCell.ts';
import { drawAhead, drawOwn, isCovered, ownBox } from './drawOwn.ts';
import type { Columns } from './layout.ts';
import {
  findPriceLook,
  hasSpreadLine,
  isAskChanged,
  isBidChanged,
  isGainChanged,
  isLineGone,
  isMarkMoved,
  isPriceChanged,
  isSameBase,
  isSamePicture,
  isTradedChanged,
  type Picture,
} from './picture.ts';
import { formatCellGain, formatCellPrice, formatChance, formatSize } from './texts.ts';

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
  const old = drawn !== null && isSameBase(drawn, next) ? drawn : null;
  context.textBaseline = 'middle';
  context.font = theme.numberFont;
  if (old === null) {
    context.fillStyle = theme.panel;
    context.fillRect(0, 0, columns.right + 1, next.height + 1);
  }
  for (let row = 0; row < ladder.rows; row += 1) drawRow(context, theme, next, old, row);
  drawSpread(context, theme, ladder, columns);
  drawMarks(context, theme, next);
}

/** Draws the cells of a row that differ from `drawn`; all of them without one, and where a line or a mark is to be removed. */
function drawRow(
  context: CanvasRenderingContext2D,
  theme: Theme,
  next: Picture,
  drawn: Picture | null,
  row: number,
): void {
  const { ladder } = next;
  const isWhole = drawn === null || isLineGone(drawn.ladder, ladder, row) || isMarkMoved(drawn, next, row);
  const old = isWhole ? null : drawn.ladder;
  if (old === null || isBidChanged(old, ladder, row)) drawBid(context, theme, next, row);
  if (old === null || isAskChanged(old, ladder, row)) drawAsk(context, theme, next, row);
  if (old === null || isPriceChanged(old, ladder, row)) drawPrice(context, theme, next, row);
  if (old === null) drawChance(context, theme, next, row);
  if (old === null || isTradedChanged(old, ladder, row)) drawTraded(context, theme, next, row);
  if (old === null || isGainChanged(old, ladder, row)) drawGain(context, theme, next, row);
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
