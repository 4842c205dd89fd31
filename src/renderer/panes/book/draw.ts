/** Paints cumulative depth: bids to the left of the middle, offers to the right, in YES terms. */

import { formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Theme } from '../../ui/canvas.ts';
import { depthAt } from './model.ts';

/** Prices shown on both sides of the middle: far levels would flatten the near ones. */
const REACH = 200_000;
const FOOT = 14;
const HEAD = 13;

export interface DepthWindow {
  readonly low: number;
  readonly high: number;
}

/** The shown prices around the middle, always 2 × REACH wide and inside 0 … 1. */
export function windowAround(middle: number): DepthWindow {
  const low = Math.min(Math.max(0, middle - REACH), MICROS - 2 * REACH);
  return { low, high: low + 2 * REACH };
}

/** `bids` and `asks` are steps of `buildDepth`; `pointed` an x in CSS pixels. */
export function drawDepth(
  context: CanvasRenderingContext2D,
  theme: Theme,
  bids: Float64Array,
  asks: Float64Array,
  middle: number,
  width: number,
  height: number,
  decimals: number,
  pointed: number | null,
): void {
  const { low, high } = windowAround(middle);
  const most = Math.max(1, lastWithin(bids, low, high), lastWithin(asks, low, high));
  const bottom = height - FOOT;
  const x = (price: number): number => ((price - low) / (high - low)) * width;
  const y = (shares: number): number => bottom - (shares / most) * (bottom - HEAD);
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, width, height);
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
  context.fillText(formatTickPrice(middle, decimals + 1), Math.min(width - 60, Math.max(60, x(middle))), height - 6);
  if (pointed === null) return;
  const price = low + (pointed / width) * (high - low);
  const sum = depthAt(bids, asks, price);
  context.strokeStyle = theme.secondary;
  context.beginPath();
  context.moveTo(Math.round(pointed) + 0.5, HEAD);
  context.lineTo(Math.round(pointed) + 0.5, bottom);
  context.stroke();
  context.fillStyle = theme.text;
  context.textAlign = pointed < width / 2 ? 'left' : 'right';
  const words = `${formatWholeContracts(sum)} to ${formatTickPrice(price, decimals)}`;
  context.fillText(words, pointed < width / 2 ? pointed + 5 : pointed - 5, 7);
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
  edge: number,
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
  context.lineTo(edge, level);
  context.strokeStyle = line;
  context.lineWidth = 1.25;
  context.stroke();
  context.lineTo(edge, bottom);
  context.closePath();
  context.fillStyle = fill;
  context.globalAlpha = 0.75;
  context.fill();
  context.globalAlpha = 1;
}
