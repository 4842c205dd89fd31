/**
 * Places of fill marks and of their numbers beside the bars.
 *
 * Units       CSS pixels at the scale of the look; prices in millionths.
 * Invariants  Pure. A purchase is below its bar, everything else above it. A number lies neither on a bar nor on another mark:
 *             it moves away from the bars beside, or is left out where it would be too far from its mark.
 */
import type { Side } from '#shared/market/outcome.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import { barAt, inViewOf, type Row, toSeconds } from './bars.ts';
import type { FillMark } from './marks.ts';

export interface MarkPlot {
  /** Middle of the bar of this time in Unix seconds; null out of the plot. */
  xOf(time: number): number | null;
  yOf(price: number): number | null;
  widthOf(text: string): number;
  readonly width: number;
  readonly height: number;
  /** From the middle of a bar to the middle of the next one. */
  readonly barSpacing: number;
  readonly scale: number;
}

export interface PlacedMark {
  readonly mark: FillMark;
  readonly x: number;
  /** The end at the bar, and the other one. */
  readonly nearY: number;
  readonly farY: number;
  /** `y`: the middle of the text. `isAway`: not beside its mark. */
  readonly label: { readonly text: string; readonly y: number; readonly isAway: boolean } | null;
}

export const MARK_SIZE = 7;
export const LABEL_SIZE = 11;
/** Between bar and mark, mark and number, number and bar. */
const GAP = 3;
const LABEL_GAP = 8;
/** A number further from its mark would not be read as belonging to it. */
const FURTHEST = 48;

export function placeMarks(
  marks: readonly FillMark[],
  rows: readonly Row[],
  view: Side,
  plot: MarkPlot,
): readonly PlacedMark[] {
  const { scale } = plot;
  const places = (direction: 1 | -1): PlacedMark[] => {
    const edgeOf = (row: Row): number | null => plot.yOf(inViewOf(view, row)[direction === 1 ? 3 : 2]!);
    const found: { mark: FillMark; at: number; x: number; nearY: number; farY: number }[] = [];
    for (const mark of marks) {
      if ((mark.kind === 'bought') !== (direction === 1)) continue;
      const at = barAt(rows, mark.time * 1_000);
      const row = rows[at];
      const x = plot.xOf(mark.time);
      const edge = row && toSeconds(row) === mark.time ? edgeOf(row) : null;
      if (x === null || x < -LABEL_GAP || x > plot.width + LABEL_GAP || edge === null) continue;
      const before = found.at(-1);
      const nearY = (before?.x === x ? before.farY : edge) + direction * GAP * scale;
      found.push({ mark, at, x, nearY, farY: nearY + direction * MARK_SIZE * scale });
    }
    return found.map(({ mark, at, x, nearY, farY }, index) => {
      const text = formatContracts(mark.shares);
      const width = plot.widthOf(text);
      const isFree = (other: { readonly x: number } | undefined): boolean =>
        other === undefined || Math.abs(other.x - x) >= width + LABEL_GAP * scale;
      const place = (): PlacedMark['label'] => {
        const isCut = x < width / 2 || x > plot.width - width / 2;
        if (isCut || !isFree(found[index - 1]) || !isFree(found[index + 1])) return null;
        let away = 0;
        for (const row of listBeside(rows, at, x, (width + plot.barSpacing) / 2, plot.xOf)) {
          const edge = edgeOf(row);
          if (edge !== null) away = Math.max(away, direction * (edge - farY));
        }
        const y = farY + direction * (away + (GAP + LABEL_SIZE / 2) * scale);
        const half = (LABEL_SIZE / 2) * scale;
        if (away > FURTHEST * scale || y < half || y > plot.height - half) return null;
        return { text, y, isAway: away > LABEL_SIZE * scale };
      };
      return { mark, x, nearY, farY, label: place() };
    });
  };
  return [...places(1), ...places(-1)];
}

/** The bars whose middles are less than `reach` from `x`, without the one at `x`. */
function listBeside(
  rows: readonly Row[],
  at: number,
  x: number,
  reach: number,
  xOf: (time: number) => number | null,
): readonly Row[] {
  const found: Row[] = [];
  for (const step of [-1, 1]) {
    for (let next = at + step; next >= 0 && next < rows.length; next += step) {
      const row = rows[next]!;
      const nextX = xOf(toSeconds(row));
      if (nextX === null || Math.abs(nextX - x) >= reach) break;
      found.push(row);
    }
  }
  return found;
}
