/**
 * Paints a ladder: whole, every time, from typed arrays; texts come from a cache, so a frame allocates nothing.
 *
 * Units       CSS pixels.
 */
import { MICROS } from '#shared/units/micros.ts';
import type { Theme } from '../../ui/canvas.ts';
import { type Cell, type Columns, ROW_HEIGHT } from './layout.ts';
import { type Ladder, OWN, type OwnColumn } from './model.ts';
import { gainText, priceText, sizeText } from './texts.ts';

export interface LadderMarks {
  readonly hover: Cell | null;
  /** Price of the keyboard's cursor. */
  readonly cursor: number | null;
  readonly isArmed: boolean;
}

const PAD = 7;
const MIDDLE = ROW_HEIGHT / 2 + 0.5;
const BOX_HEIGHT = ROW_HEIGHT - 4;
const BOX_WIDTH = 34;
const DASH = [3, 2];
const SOLID: number[] = [];

/** `decimals` are those of the tick. */
export function drawLadder(
  context: CanvasRenderingContext2D,
  theme: Theme,
  ladder: Ladder,
  columns: Columns,
  marks: LadderMarks,
  height: number,
  decimals: number,
): void {
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, columns.right, height);
  context.textBaseline = 'middle';
  drawGround(context, theme, ladder, columns, marks);
  drawBars(context, theme, ladder, columns);
  drawNumbers(context, theme, ladder, columns, decimals);
  drawOwn(context, theme, ladder, ladder.ownBids, columns.ownBid + 3);
  drawOwn(context, theme, ladder, ladder.ownAsks, columns.traded - BOX_WIDTH - 3);
  drawOwn(context, theme, ladder, ladder.ownUnsaid, (columns.price + columns.ask - BOX_WIDTH) / 2);
  drawSpread(context, theme, ladder, columns);
  drawMarks(context, theme, ladder, columns, marks);
}

function isPrice(ladder: Ladder, price: number): boolean {
  return price >= ladder.tick && price <= MICROS - ladder.tick;
}

function drawGround(
  context: CanvasRenderingContext2D,
  theme: Theme,
  ladder: Ladder,
  columns: Columns,
  marks: LadderMarks,
): void {
  context.fillStyle = theme.bg;
  context.fillRect(columns.price, 0, columns.ask - columns.price, ladder.rows * ROW_HEIGHT);
  if (marks.hover) {
    const y = ((ladder.top - marks.hover.price) / ladder.tick) * ROW_HEIGHT;
    context.fillStyle = theme.hover;
    context.fillRect(0, y, columns.right, ROW_HEIGHT);
  }
  context.fillStyle = theme.line;
  for (let row = 0; row < ladder.rows; row += 1) {
    const price = ladder.top - row * ladder.tick;
    if (!isPrice(ladder, price)) continue;
    // A stronger line under every tenth price: the eye counts in tens.
    context.globalAlpha = price % (ladder.tick * 10) === 0 ? 0.95 : 0.32;
    context.fillRect(0, (row + 1) * ROW_HEIGHT - 1, columns.right, 1);
  }
  context.globalAlpha = 1;
}

/** Hues follow the outcome whose buyers stand there: offers of one outcome are bids for the other. */
function drawBars(context: CanvasRenderingContext2D, theme: Theme, ladder: Ladder, columns: Columns): void {
  const isYes = ladder.side === 'yes';
  const bidWidth = columns.price - columns.ownBid;
  const askWidth = columns.traded - columns.ask;
  context.fillStyle = isYes ? theme.yesSoft : theme.noSoft;
  for (let row = 0; row < ladder.rows; row += 1) {
    const shares = ladder.bids[row]!;
    if (shares === 0) continue;
    const width = Math.max(1, (shares / ladder.most) * bidWidth);
    context.fillRect(columns.price - width, row * ROW_HEIGHT + 1, width, ROW_HEIGHT - 3);
  }
  context.fillStyle = isYes ? theme.noSoft : theme.yesSoft;
  for (let row = 0; row < ladder.rows; row += 1) {
    const shares = ladder.asks[row]!;
    if (shares === 0) continue;
    const width = Math.max(1, (shares / ladder.most) * askWidth);
    context.fillRect(columns.ask, row * ROW_HEIGHT + 1, width, ROW_HEIGHT - 3);
  }
  if (columns.traded >= columns.right) return;
  context.fillStyle = theme.line;
  const tradedWidth = columns.right - columns.traded;
  for (let row = 0; row < ladder.rows; row += 1) {
    const shares = ladder.traded[row]!;
    if (shares === 0) continue;
    const width = Math.max(1, (shares / ladder.mostTraded) * (tradedWidth - 4));
    context.globalAlpha = 0.7;
    context.fillRect(columns.right - width, row * ROW_HEIGHT + 1, width, ROW_HEIGHT - 3);
  }
  context.globalAlpha = 1;
}

function drawNumbers(
  context: CanvasRenderingContext2D,
  theme: Theme,
  ladder: Ladder,
  columns: Columns,
  decimals: number,
): void {
  const isYes = ladder.side === 'yes';
  const askRight = columns.ask + 46;
  context.font = theme.numberFont;
  context.textAlign = 'right';
  context.fillStyle = isYes ? theme.yes : theme.no;
  for (let row = 0; row < ladder.rows; row += 1) {
    const shares = ladder.bids[row]!;
    if (shares > 0) context.fillText(sizeText(shares), columns.price - PAD, row * ROW_HEIGHT + MIDDLE);
  }
  context.fillStyle = isYes ? theme.no : theme.yes;
  for (let row = 0; row < ladder.rows; row += 1) {
    const shares = ladder.asks[row]!;
    if (shares > 0) context.fillText(sizeText(shares), askRight, row * ROW_HEIGHT + MIDDLE);
  }
  if (columns.traded < columns.right) {
    context.fillStyle = theme.dim;
    for (let row = 0; row < ladder.rows; row += 1) {
      const shares = ladder.traded[row]!;
      if (shares > 0) context.fillText(sizeText(shares), columns.right - PAD, row * ROW_HEIGHT + MIDDLE);
    }
  }
  if (ladder.gains && columns.ownBid > 0) drawGains(context, theme, ladder, ladder.gains, columns);
  drawPrices(context, theme, ladder, columns, decimals);
}

function drawGains(
  context: CanvasRenderingContext2D,
  theme: Theme,
  ladder: Ladder,
  gains: Float64Array,
  columns: Columns,
): void {
  for (let row = 0; row < ladder.rows; row += 1) {
    if (!isPrice(ladder, ladder.top - row * ladder.tick)) continue;
    const gain = gains[row]!;
    context.fillStyle = gain > 0 ? theme.yes : gain < 0 ? theme.no : theme.secondary;
    context.globalAlpha = 0.78;
    context.fillText(gainText(gain, ladder.isGainLarge), columns.ownBid - PAD, row * ROW_HEIGHT + MIDDLE);
  }
  context.globalAlpha = 1;
}

function drawPrices(
  context: CanvasRenderingContext2D,
  theme: Theme,
  ladder: Ladder,
  columns: Columns,
  decimals: number,
): void {
  context.textAlign = 'center';
  const centre = (columns.price + columns.ask) / 2;
  for (let row = 0; row < ladder.rows; row += 1) {
    const price = ladder.top - row * ladder.tick;
    if (!isPrice(ladder, price)) continue;
    const y = row * ROW_HEIGHT;
    if (ladder.last !== null && Math.round((ladder.top - ladder.last) / ladder.tick) === row) {
      drawLast(context, theme, columns, y);
      context.font = theme.numberFontBold;
      context.fillStyle = theme.accent;
      context.fillText(priceText(price, decimals), centre, y + MIDDLE);
      context.font = theme.numberFont;
      continue;
    }
    const isInside =
      ladder.bestBid !== null && ladder.bestAsk !== null && price > ladder.bestBid && price < ladder.bestAsk;
    context.fillStyle = isInside ? theme.dim : theme.text;
    context.fillText(priceText(price, decimals), centre, y + MIDDLE);
  }
}

/** The last traded price: two notches that point at it. */
function drawLast(context: CanvasRenderingContext2D, theme: Theme, columns: Columns, y: number): void {
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

function drawOwn(context: CanvasRenderingContext2D, theme: Theme, ladder: Ladder, own: OwnColumn, x: number): void {
  const width = BOX_WIDTH;
  context.textAlign = 'center';
  for (let row = 0; row < ladder.rows; row += 1) {
    const state = own.state[row]!;
    if (state === OWN.none) continue;
    const y = row * ROW_HEIGHT + 1.5;
    context.lineWidth = 1;
    context.strokeStyle = theme.mine;
    if (state === OWN.unknown) {
      context.fillStyle = theme.mine;
      context.fillRect(x, y, width, BOX_HEIGHT);
    } else {
      context.fillStyle = theme.mineSoft;
      context.fillRect(x, y, width, BOX_HEIGHT);
      if (state !== OWN.resting) context.setLineDash(DASH);
      context.globalAlpha = state === OWN.cancelling ? 0.55 : 1;
      context.strokeRect(x + 0.5, y, width - 1, BOX_HEIGHT);
      context.setLineDash(SOLID);
    }
    context.font = theme.numberFontBold;
    context.fillStyle = state === OWN.unknown ? theme.bg : theme.mine;
    const text = sizeText(own.shares[row]!);
    context.fillText(text, x + width / 2 - (state === OWN.unknown ? 4 : 0), row * ROW_HEIGHT + MIDDLE);
    if (state === OWN.unknown) context.fillText('?', x + width - 6, row * ROW_HEIGHT + MIDDLE);
    if (state === OWN.cancelling) {
      context.fillStyle = theme.mine;
      context.fillRect(x + 5, row * ROW_HEIGHT + MIDDLE - 0.5, width - 10, 1);
    }
    context.globalAlpha = 1;
  }
  context.font = theme.numberFont;
}

/** The line between those who buy and those who sell. */
function drawSpread(context: CanvasRenderingContext2D, theme: Theme, ladder: Ladder, columns: Columns): void {
  if (ladder.bestBid === null && ladder.bestAsk === null) return;
  const below = ladder.bestBid === null ? ladder.bestAsk! - ladder.tick : ladder.bestBid;
  const above = ladder.bestAsk === null ? below + ladder.tick : ladder.bestAsk;
  const low = Math.ceil((ladder.top - below) / ladder.tick) * ROW_HEIGHT;
  const high = (Math.floor((ladder.top - above) / ladder.tick) + 1) * ROW_HEIGHT;
  context.fillStyle = theme.secondary;
  context.globalAlpha = 0.75;
  context.fillRect(0, high - 1, columns.right, 1);
  if (low > high) context.fillRect(0, low - 1, columns.right, 1);
  context.globalAlpha = 1;
}

function drawMarks(
  context: CanvasRenderingContext2D,
  theme: Theme,
  ladder: Ladder,
  columns: Columns,
  marks: LadderMarks,
): void {
  const { hover, cursor } = marks;
  if (hover && (hover.column === 'bid' || hover.column === 'ask')) {
    const y = ((ladder.top - hover.price) / ladder.tick) * ROW_HEIGHT;
    const left = hover.column === 'bid' ? columns.ownBid : columns.ask;
    const right = hover.column === 'bid' ? columns.price : columns.traded;
    context.strokeStyle = marks.isArmed ? theme.mine : theme.secondary;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, y + 0.5, right - left - 1, ROW_HEIGHT - 2);
  }
  if (cursor !== null) {
    const y = ((ladder.top - cursor) / ladder.tick) * ROW_HEIGHT;
    context.strokeStyle = theme.accent;
    context.lineWidth = 1.5;
    context.strokeRect(1, y + 0.5, columns.right - 2, ROW_HEIGHT - 2);
  }
}
