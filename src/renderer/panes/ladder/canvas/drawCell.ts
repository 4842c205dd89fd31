/** Cells of the ladder: geometry, background, and the line styles that all drawing shares. Units: CSS pixels. */
import { MICROS } from '#shared/units/micros.ts';
import type { Theme } from '../../../ui/canvas.ts';
import type { Columns } from './layout.ts';
import type { Picture } from './picture.ts';

export const BOX_MARGIN = 3;
export const DASH = [3, 2];
export const SOLID: number[] = [];

/** Middle of a row's text. */
export function middleOf({ rowHeight }: Columns, row: number): number {
  return row * rowHeight + rowHeight / 2 + 0.5;
}

export function barWidth(shares: number, full: number, width: number): number {
  return Math.max(1, Math.min(1, shares / full) * width);
}

/** Draws a cell's background and bottom line; false where the market has no price. */
export function drawBackground(
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
