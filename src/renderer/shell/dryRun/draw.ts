/**
 * Drawing of a dry run's chart: the line of prices, trigger lines, marks of triggers, orders and fills.
 *
 * Units       CSS pixels; prices in millionths, times in ms.
 * Invariants  Draws only what it is given: the same picture from the same input.
 */
import { formatTickPrice } from '#shared/text/numbers.ts';
import { formatHourMinute } from '#shared/text/times.ts';
import type { Theme } from '../../ui/canvas.ts';
import { drawText } from '../../ui/canvas.ts';
import { type ChartMark, type DryRunChart, listPriceTicks, listTimeTicks } from './chart.ts';

const AXIS_WIDTH = 40;
const AXIS_HEIGHT = 18;
const TIME_WIDTH = 76;
const MARK = 4;

export function drawDryRun(
  context: CanvasRenderingContext2D,
  theme: Theme,
  chart: DryRunChart,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const right = width - AXIS_WIDTH * theme.scale;
  const bottom = height - AXIS_HEIGHT * theme.scale;
  const xOf = (atMs: number): number => ((atMs - chart.fromMs) / (chart.toMs - chart.fromMs)) * right;
  const yOf = (price: number): number => bottom - ((price - chart.low) / (chart.high - chart.low)) * bottom;
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, width, height);
  context.font = theme.numberFontSmall;
  context.textBaseline = 'middle';
  context.lineWidth = 1;
  drawAxes(context, theme, chart, { width, right, bottom, xOf, yOf });
  drawPrices(context, theme, chart, xOf, yOf);
  context.setLineDash([4, 3]);
  context.strokeStyle = theme.mine;
  for (const { points } of chart.triggers) {
    context.beginPath();
    for (const [at, { atMs, price }] of points.entries()) {
      const before = points[at - 1];
      if (before === undefined) context.moveTo(xOf(atMs), yOf(price));
      else {
        context.lineTo(xOf(atMs), yOf(before.price));
        context.lineTo(xOf(atMs), yOf(price));
      }
    }
    context.stroke();
  }
  context.setLineDash([]);
  for (const mark of chart.marks) drawMark(context, theme, mark, xOf(mark.atMs), yOf(mark.price), bottom);
}

interface Frame {
  readonly width: number;
  readonly right: number;
  readonly bottom: number;
  xOf(atMs: number): number;
  yOf(price: number): number;
}

function drawAxes(context: CanvasRenderingContext2D, theme: Theme, chart: DryRunChart, frame: Frame): void {
  const { width, right, bottom, xOf, yOf } = frame;
  context.textAlign = 'right';
  for (const price of listPriceTicks(chart)) {
    const y = Math.round(yOf(price)) + 0.5;
    context.strokeStyle = theme.line;
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(right, y);
    context.stroke();
    context.fillStyle = theme.dim;
    // The outermost labels stay on the canvas.
    const inside = Math.min(bottom - 6, Math.max(7, y));
    drawText(context, theme.numberFontSmall, formatTickPrice(price), width - 2, inside, width - right);
  }
  context.textAlign = 'center';
  const half = (TIME_WIDTH * theme.scale) / 2;
  for (const atMs of listTimeTicks(chart, Math.max(2, Math.floor(right / (TIME_WIDTH * theme.scale))))) {
    const x = xOf(atMs);
    if (x < half / 2 || x > right - half / 2) continue;
    context.fillStyle = theme.dim;
    drawText(
      context,
      theme.numberFontSmall,
      formatHourMinute(atMs),
      x,
      bottom + (AXIS_HEIGHT * theme.scale) / 2,
      2 * half,
    );
  }
}

function drawPrices(
  context: CanvasRenderingContext2D,
  theme: Theme,
  { runs }: DryRunChart,
  xOf: Frame['xOf'],
  yOf: Frame['yOf'],
): void {
  for (const run of runs) {
    context.fillStyle = theme.line;
    context.beginPath();
    for (const [at, { atMs, high }] of run.entries()) {
      if (at === 0) context.moveTo(xOf(atMs), yOf(high));
      else context.lineTo(xOf(atMs), yOf(high));
    }
    for (const { atMs, low } of run.toReversed()) context.lineTo(xOf(atMs), yOf(low));
    context.fill();
    context.strokeStyle = theme.accent;
    context.beginPath();
    for (const [at, { atMs, close }] of run.entries()) {
      if (at === 0) context.moveTo(xOf(atMs), yOf(close));
      else context.lineTo(xOf(atMs), yOf(close));
    }
    context.stroke();
  }
}

/** A line where it fired, a ring for an order, a dot for a fill. */
function drawMark(
  context: CanvasRenderingContext2D,
  theme: Theme,
  { kind, isSale }: ChartMark,
  x: number,
  y: number,
  bottom: number,
): void {
  if (kind === 'fired') {
    context.strokeStyle = theme.mine;
    context.beginPath();
    context.moveTo(Math.round(x) + 0.5, 0);
    context.lineTo(Math.round(x) + 0.5, bottom);
    context.stroke();
    return;
  }
  const colour = isSale ? theme.no : theme.yes;
  context.beginPath();
  context.arc(x, y, kind === 'filled' ? MARK : MARK + 1, 0, 2 * Math.PI);
  if (kind === 'filled') {
    context.fillStyle = colour;
    context.fill();
    return;
  }
  context.strokeStyle = colour;
  context.stroke();
}
