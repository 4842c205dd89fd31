/**
 * Drawing of a book's depth: two stepped areas, axes, own orders, the pointed price.
 *
 * Units       CSS pixels; prices in millionths, contracts in millionths.
 * Invariants  Draws only what it is given: the same picture from the same input.
 */
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Theme } from '../../ui/canvas.ts';
import { type Depth, type DepthLevel, deepestIn, listSteps, type OwnDepth, type PriceWindow } from './model.ts';

export interface DepthPicture {
  readonly depth: Depth;
  readonly window: PriceWindow;
  readonly own: readonly OwnDepth[];
  /** Price under the pointer or the keyboard; null without one. */
  readonly cursor: number | null;
  readonly decimals: number;
  readonly width: number;
  readonly height: number;
}

const AXIS_HEIGHT = 18;
const LABEL_GAP = 64;
const TOP = 8;

/** Where a price is drawn, and which price a position is; `left` is where the plot begins. */
export function scalePrices({ low, high }: PriceWindow, width: number, left: number) {
  const plotWidth = Math.max(1, width - left);
  return {
    xOf: (price: number): number => left + ((price - low) / (high - low)) * plotWidth,
    priceAt: (x: number): number => low + (Math.max(0, x - left) / plotWidth) * (high - low),
  };
}

/** Width of the column of sums, which no curve crosses. */
export function measureSums(
  context: CanvasRenderingContext2D,
  theme: Theme,
  depth: Depth,
  window: PriceWindow,
): number {
  context.font = theme.numberFontSmall;
  return Math.ceil(context.measureText(formatContracts(sumOf(depth, window))).width) + 10;
}

/** Contracts up to which the plot reaches. */
function sumOf(depth: Depth, window: PriceWindow): number {
  const deepest = [depth.bids, depth.asks].map((levels) => deepestIn(levels, window)?.shares ?? 0);
  return Math.round(Math.max(1, ...deepest) * 1.06);
}

export function drawDepth(context: CanvasRenderingContext2D, theme: Theme, picture: DepthPicture): void {
  const { depth, window, own, cursor, decimals, width, height } = picture;
  const axisHeight = AXIS_HEIGHT * theme.scale;
  const bottom = height - axisHeight;
  const left = measureSums(context, theme, depth, window);
  const { xOf } = scalePrices(window, width, left);
  const most = sumOf(depth, window);
  const yOf = (shares: number): number => bottom - (shares / most) * (bottom - TOP);
  context.clearRect(0, 0, width, height);
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, width, height);
  context.font = theme.numberFontSmall;
  context.textBaseline = 'middle';

  drawSteps(context, theme, most, yOf, { left, width, rows: Math.floor(bottom / (44 * theme.scale)) });
  drawSide(context, depth.bids, xOf, yOf, { edge: left, bottom, line: theme.yes, fill: theme.yesSoft });
  drawSide(context, depth.asks, xOf, yOf, { edge: width, bottom, line: theme.no, fill: theme.noSoft });
  drawPrices(context, theme, picture, xOf, bottom, axisHeight);
  for (const order of own) drawOwn(context, theme, order, depth, xOf, yOf, bottom);
  if (cursor !== null) {
    context.strokeStyle = theme.text;
    context.setLineDash([3, 3]);
    line(context, Math.round(xOf(cursor)) + 0.5, 0, Math.round(xOf(cursor)) + 0.5, bottom);
    context.setLineDash([]);
    const text = formatTickPrice(Math.round(cursor), decimals);
    const half = context.measureText(text).width / 2 + 4;
    const x = Math.min(width - half, Math.max(left + half, xOf(cursor)));
    context.fillStyle = theme.line;
    context.fillRect(x - half, bottom + 1, 2 * half, axisHeight - 2);
    context.fillStyle = theme.text;
    context.textAlign = 'center';
    context.fillText(text, x, bottom + axisHeight / 2);
  }
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** Lines of round sums, each with its number in the column at the left. */
function drawSteps(
  context: CanvasRenderingContext2D,
  theme: Theme,
  most: number,
  yOf: (shares: number) => number,
  { left, width, rows }: { readonly left: number; readonly width: number; readonly rows: number },
): void {
  context.strokeStyle = theme.line;
  context.fillStyle = theme.secondary;
  context.textAlign = 'right';
  for (const step of listSteps(most / MICROS, rows)) {
    const y = Math.round(yOf(step * MICROS)) + 0.5;
    line(context, left, y, width, y);
    // Whole also where the line is at the upper edge.
    context.fillText(formatContracts(step * MICROS), left - 5, Math.max(y, 7 * theme.scale));
  }
}

function drawSide(
  context: CanvasRenderingContext2D,
  levels: readonly DepthLevel[],
  xOf: (price: number) => number,
  yOf: (shares: number) => number,
  look: { readonly edge: number; readonly bottom: number; readonly line: string; readonly fill: string },
): void {
  const [best] = levels;
  if (!best) return;
  const path = new Path2D();
  path.moveTo(xOf(best.price), look.bottom);
  levels.forEach((level, at) => {
    path.lineTo(xOf(level.price), yOf(levels[at - 1]?.shares ?? 0));
    path.lineTo(xOf(level.price), yOf(level.shares));
  });
  path.lineTo(look.edge, yOf(levels.at(-1)!.shares));
  const area = new Path2D(path);
  area.lineTo(look.edge, look.bottom);
  context.fillStyle = look.fill;
  context.fill(area);
  context.strokeStyle = look.line;
  context.lineWidth = 1.5;
  context.stroke(path);
}

function drawPrices(
  context: CanvasRenderingContext2D,
  theme: Theme,
  { window: { low, high }, width, decimals }: DepthPicture,
  xOf: (price: number) => number,
  bottom: number,
  axisHeight: number,
): void {
  const left = xOf(low);
  context.strokeStyle = theme.line;
  line(context, left, bottom + 0.5, width, bottom + 0.5);
  context.fillStyle = theme.secondary;
  context.textAlign = 'center';
  const count = Math.max(1, Math.floor((width - left) / (LABEL_GAP * theme.scale)));
  const [step = MICROS] = listSteps((high - low) / 10_000, count).map((cents) => cents * 10_000);
  for (let price = Math.ceil(low / step) * step; price <= high; price += step) {
    const text = formatTickPrice(price, decimals);
    const half = context.measureText(text).width / 2;
    const x = xOf(price);
    if (x - half >= 0 && x + half <= width) context.fillText(text, x, bottom + axisHeight / 2);
  }
}

/** A triangle on the axis and a line up to the sum at its price. */
function drawOwn(
  context: CanvasRenderingContext2D,
  theme: Theme,
  { price, side }: OwnDepth,
  { bids, asks }: Depth,
  xOf: (price: number) => number,
  yOf: (shares: number) => number,
  bottom: number,
): void {
  const level = (side === 'bid' ? bids : asks).findLast((one) =>
    side === 'bid' ? one.price >= price : one.price <= price,
  );
  const x = Math.round(xOf(price)) + 0.5;
  context.strokeStyle = theme.mine;
  line(context, x, bottom, x, yOf(level?.shares ?? 0));
  context.fillStyle = theme.mine;
  context.beginPath();
  context.moveTo(x, bottom - 6);
  context.lineTo(x - 4, bottom);
  context.lineTo(x + 4, bottom);
  context.fill();
}
