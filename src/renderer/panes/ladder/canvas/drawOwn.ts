/** Own orders on the ladder: their boxes beside the levels, and the queue before them. Units: CSS pixels. */
import { drawText, type Theme } from '../../../ui/canvas.ts';
import { OWN, type OwnColumn } from '../model.ts';
import { BOX_MARGIN, DASH, middleOf, SOLID } from './drawCell.ts';
import type { Columns } from './layout.ts';
import { formatOwnCell, formatSize } from './texts.ts';

/** Left edge and width of the column of own orders beside the bids or asks; they have the whole cell where it has no room. */
export function ownBox(columns: Columns, isBid: boolean): { readonly left: number; readonly width: number } {
  const [left, right] = isBid ? [columns.ownBid, columns.bid] : [columns.ownAsk, columns.traded];
  if (right > left) return { left, width: right - left };
  return isBid
    ? { left: columns.bid, width: columns.price - columns.bid }
    : { left: columns.ask, width: columns.traded - columns.ask };
}

/** In the narrowest ladders an own order takes the place of its level's size. */
export function isCovered(columns: Columns, own: OwnColumn, row: number): boolean {
  return columns.bid === columns.ownBid && own.state[row] !== OWN.none;
}

/** Own orders: resting in a box, pending in a dashed one, cancelling struck through, unknown filled with a question mark. */
export function drawOwn(
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
export function drawAhead(
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
