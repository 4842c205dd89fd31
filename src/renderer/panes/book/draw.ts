/** Depth chart: cumulative bids left of the midpoint, asks right of it, in YES terms. */

import { formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Theme } from '../../ui/canvas.ts';
import { depthAt } from './model.ts';

/** Price range on each side of the midpoint; a larger one would flatten near levels. */
const RANGE = 200_000;
const FOOT_HEIGHT = 14;
const HEAD_HEIGHT = 13;

export interface DepthWindow {
  readonly low: number;
  readonly high: number;
}

/** Prices around the midpoint: 2 × RANGE wide, inside 0 … 1. */
export function windowAround(midpoint: number): DepthWindow {
  const low = Math.min(Math.max(0, midpoint - RANGE), MICROS - 2 * RANGE);
  return { low, high: low + 2 * RANGE };
}

/** Draws the steps of `buildDepth`; `pointerX` in CSS pixels, null without a pointer. */
export function drawDepth(
  context: CanvasRenderingContext2D,
  theme: Theme,
  bids: Float64Array,
  asks: Float64Array,
  midpoint: number,
  width: number,
  height: number,
  decimals: number,
  pointerX: number | null,
): void {
  const { low, high } = windowAround(midpoint);
  const largest = Math.max(1, lastWithin(bids, low, high), lastWithin(asks, low, high));
  const bottom = height - FOOT_HEIGHT;
  const x = (price: number): number => ((price - low) / (high - low)) * width;
  const y = (shares: number): number => bottom - (shares / largest) * (bottom - HEAD_HEIGHT);
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, width + 1, height + 1);
  fillSteps(context, bids, theme.yes, theme.yesSoft, x, y, bottom, 0);
  fillSteps(context, asks, theme.no, theme.noSoft, x, y, bottom, width);
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, bottom + 0.5);
  context.lineTo(width, bottom + 0.5);
  context.stroke();
  context.font = theme.numberFontSmall;
  context.textBaseline = 'middle';
  context.fillStyle = theme.dim;
  context.textAlign = 'left';
  context.fillText(formatTickPrice(low, decimals), 4, height - 6);
  context.textAlign = 'right';
  context.fillText(formatTickPrice(high, decimals), width - 4, height - 6);
  context.textAlign = 'center';
  context.fillText(
    formatTickPrice(midpoint, decimals + 1),
    Math.min(width - 60, Math.max(60, x(midpoint))),
    height - 6,
  );
  if (pointerX === null) return;
  const price = low + (pointerX / width) * (high - low);
  const sum = depthAt(bids, asks, price);
  context.strokeStyle = theme.secondary;
  context.beginPath();
  context.moveTo(Math.round(pointerX) + 0.5, HEAD_HEIGHT);
  context.lineTo(Math.round(pointerX) + 0.5, bottom);
  context.stroke();
  context.fillStyle = theme.text;
  context.textAlign = pointerX < width / 2 ? 'left' : 'right';
  const label = `${formatWholeContracts(sum)} to ${formatTickPrice(price, decimals)}`;
  context.fillText(label, pointerX < width / 2 ? pointerX + 5 : pointerX - 5, 7);
}

function lastWithin(steps: Float64Array, low: number, high: number): number {
  let sum = 0;
  for (let at = 0; at < steps.length && steps[at]! >= low && steps[at]! <= high; at += 2) sum = steps[at + 1]!;
  return sum;
}

function fillSteps(
  context: CanvasRenderingContext2D,
  steps: Float64Array,
  line: string,
  fill: string,
  x: (price: number) => number,
  y: (shares: number) => number,
  bottom: number,
  edgeX: number,
): void {
  if (steps.length === 0) return;
  context.beginPath();
  context.moveTo(x(steps[0]!), bottom);
  let level = bottom;
  for (let at = 0; at < steps.length; at += 2) {
    context.lineTo(x(steps[at]!), level);
    level = y(steps[at + 1]!);
    context.lineTo(x(steps[at]!), level);
  }
  context.lineTo(edgeX, level);
  context.strokeStyle = line;
  context.lineWidth = 1.25;
  context.stroke();
  context.lineTo(edgeX, bottom);
  context.closePath();
  context.fillStyle = fill;
  context.globalAlpha = 0.75;
  context.fill();
  context.globalAlpha = 1;
}
