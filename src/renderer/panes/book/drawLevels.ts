/**
 * Drawing of the book's levels: draws the cells that changed since the last picture.
 *
 * Units       CSS pixels.
 * Invariants  The canvas is transparent between bars and texts: lines, focus and hover are of the elements under it. Nothing is
 *             called on the context for an unchanged picture, because any call makes the browser compose the canvas again.
 */
import { drawText, type Theme } from '../../ui/canvas.ts';

/** Where a half of each row is drawn. */
export interface HalfPlace {
  readonly left: number;
  readonly right: number;
  /** Right edge of the price's text and left end of its column. */
  readonly priceLeft: number;
  readonly priceRight: number;
  /** Right edge of the size's text. */
  readonly sizeRight: number;
}

export interface LevelPlaces {
  readonly font: string;
  readonly rowHeight: number;
  readonly yes: HalfPlace;
  readonly no: HalfPlace;
}

/** A level as it is drawn; both texts are empty where a side has none. */
export interface LevelCell {
  readonly price: string;
  readonly size: string;
  /** Length of the bar, as a part of the half. */
  readonly share: number;
  readonly isOwn: boolean;
}

export interface LevelCells {
  readonly yes: LevelCell;
  readonly no: LevelCell;
}

/** What is on the canvas: a text for each half of each row. */
export interface DrawnLevels {
  readonly places: LevelPlaces;
  readonly halves: string[];
}

/** Under a row's bar are its bottom line and two pixels; over it is one. */
const BAR_TOP = 1;
const BAR_MARGINS = 4;

/** `drawn` is what the canvas shows; null when that is unknown. Answers what it shows now. */
export function drawLevels(
  context: CanvasRenderingContext2D,
  theme: Theme,
  places: LevelPlaces,
  rows: readonly LevelCells[],
  drawn: DrawnLevels | null,
): DrawnLevels {
  const old = drawn?.places === places ? drawn.halves : null;
  const halves: string[] = [];
  let isPrepared = false;
  const prepare = (): void => {
    if (isPrepared) return;
    isPrepared = true;
    context.font = places.font;
    context.textBaseline = 'middle';
    context.textAlign = 'right';
  };
  if (old === null) {
    prepare();
    // Clipped texts are noted again at the new size.
    delete context.canvas.dataset.clipped;
    context.clearRect(places.yes.left, 0, places.no.right - places.yes.left, context.canvas.height);
  }
  for (const [row, cells] of rows.entries()) {
    for (const side of ['yes', 'no'] as const) {
      const { left, right } = places[side];
      const cell = cells[side];
      // Rounded: a change of less than a pixel is not drawn.
      const bar = Math.round(cell.share * (right - left));
      const half = `${cell.price} ${cell.size} ${bar} ${cell.isOwn}`;
      if (old?.[halves.length] !== half) {
        prepare();
        drawHalf(context, places, places[side], cell, row * places.rowHeight, bar, {
          price: theme[side],
          size: cell.isOwn ? theme.mine : theme.text,
          bar: side === 'yes' ? theme.yesSoft : theme.noSoft,
        });
      }
      halves.push(half);
    }
  }
  return { places, halves };
}

function drawHalf(
  context: CanvasRenderingContext2D,
  { font, rowHeight }: LevelPlaces,
  { left, right, priceLeft, priceRight, sizeRight }: HalfPlace,
  { price, size }: LevelCell,
  y: number,
  bar: number,
  colours: { readonly price: string; readonly size: string; readonly bar: string },
): void {
  context.clearRect(left, y, right - left, rowHeight);
  if (price === '') return;
  context.fillStyle = colours.bar;
  context.fillRect(right - bar, y + BAR_TOP, bar, rowHeight - BAR_MARGINS);
  const middle = y + rowHeight / 2;
  context.fillStyle = colours.price;
  drawText(context, font, price, priceRight, middle, priceRight - priceLeft);
  context.fillStyle = colours.size;
  drawText(context, font, size, sizeRight, middle, sizeRight - priceRight);
}
