/** Marks over the cells of the ladder: spread, stops, pointer, keyboard cursor and picked-up orders. Units: CSS pixels. */
import type { Theme } from '../../../ui/canvas.ts';
import type { Ladder } from '../model.ts';
import { BOX_MARGIN, DASH, SOLID } from './drawCell.ts';
import type { Columns } from './layout.ts';
import { hasSpreadLine, type Picture } from './picture.ts';

/** The line between bids and asks, or two lines around the spread. */
export function drawSpread(context: CanvasRenderingContext2D, theme: Theme, ladder: Ladder, columns: Columns): void {
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

export function drawMarks(context: CanvasRenderingContext2D, theme: Theme, next: Picture): void {
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
