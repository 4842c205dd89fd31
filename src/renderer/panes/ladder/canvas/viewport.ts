/**
 * Visible part of one ladder: rows, top price and columns, and whether it follows the market.
 *
 * Units       Prices in millionths, in the terms of the shown outcome; CSS pixels.
 * Invariants  Only whole rows are shown. While held (a button is down) neither a row nor a column moves. Columns grow with
 *             their texts and do not shrink before the ladder is centred or resized, so that changing numbers move nothing.
 */
import { DEFAULT_TICK, type Tick } from '#shared/market/tickGrid.ts';
import {
  type Columns,
  DEFAULT_METRICS,
  HIDDEN_AT_FIRST,
  joinLengths,
  type Lengths,
  layoutColumns,
  type Metrics,
} from './layout.ts';
import { centreTop, clampTop, hasDrifted, revealTop } from './scroll.ts';

export interface Viewport {
  readonly top: number;
  readonly rows: number;
  readonly tick: Tick;
  readonly columns: Columns;
  /** True while the middle is near the centre. */
  readonly isCentred: boolean;
  /** False when the size changed: rows are then at other places. */
  resize(width: number, height: number, tick: Tick, metrics: Metrics): boolean;
  /** Moves to the middle where it should: at the first book, after `centre`, and while idle and following. */
  follow(middle: number, hasBook: boolean, mayMove: boolean): void;
  /** Makes room for texts, in the columns that are not hidden. */
  fit(lengths: Lengths, hidden: readonly string[]): void;
  /** Begins at this top price, as if scrolled to it. */
  begin(top: number): void;
  scroll(rows: number): void;
  reveal(price: number): void;
  centre(): void;
  /** Forgets a scroll by hand, so that the rows follow again. */
  release(): void;
  hold(isHeld: boolean): void;
  /** Another outcome is shown. */
  reset(): void;
}

const NO_LENGTHS: Lengths = {
  full: { gain: 0, own: 0, size: 0, traded: 0 },
  compact: { gain: 0, own: 0, size: 0, traded: 0 },
  price: 4,
  chance: 4,
};

export function openViewport(): Viewport {
  let width = 0;
  let rows = 0;
  let tick: Tick = DEFAULT_TICK;
  let metrics = DEFAULT_METRICS;
  let top: number | null = null;
  /** True when the top price comes from a received book. */
  let isPlaced = false;
  let isScrolled = false;
  let isCentred = true;
  let isHeld = false;
  let first: number | null = null;
  let lengths = NO_LENGTHS;
  let hidden = HIDDEN_AT_FIRST;
  let columns = layoutColumns(0, lengths, metrics);

  const layout = (): void => {
    columns = layoutColumns(width, lengths, metrics, hidden);
  };

  return {
    get top() {
      return top ?? clampTop(500_000, rows, tick);
    },
    get rows() {
      return rows;
    },
    get tick() {
      return tick;
    },
    get columns() {
      return columns;
    },
    get isCentred() {
      return isCentred;
    },
    resize(nextWidth, height, nextTick, nextMetrics) {
      const nextRows = Math.max(1, Math.floor(height / nextMetrics.rowHeight));
      const isSame =
        nextWidth === width &&
        nextRows === rows &&
        nextTick === tick &&
        JSON.stringify(nextMetrics) === JSON.stringify(metrics);
      if (isSame) return true;
      // The middle row stays.
      if (top !== null) top += Math.trunc((nextRows - rows) / 2) * nextTick;
      [width, rows, tick, metrics] = [nextWidth, nextRows, nextTick, nextMetrics];
      if (top !== null) top = clampTop(top, rows, tick);
      lengths = NO_LENGTHS;
      layout();
      return false;
    },
    follow(middle, hasBook, mayMove) {
      if (isHeld) return;
      if (first !== null) {
        top = clampTop(first, rows, tick);
        first = null;
        isPlaced = true;
        isScrolled = true;
      } else if (top === null || !isPlaced) {
        // Before the first book the position is a guess, which that book corrects.
        top = centreTop(middle, rows, tick);
        isPlaced = hasBook;
      } else if (mayMove && !isScrolled && hasDrifted(top, middle, rows, tick)) {
        top = centreTop(middle, rows, tick);
      }
      isCentred = !hasDrifted(top, middle, rows, tick);
    },
    fit(next, nextHidden) {
      if (isHeld) return;
      const joined = joinLengths(lengths, next);
      if (nextHidden.join() === hidden.join() && JSON.stringify(joined) === JSON.stringify(lengths)) return;
      lengths = joined;
      hidden = nextHidden;
      layout();
    },
    begin(next) {
      first = next;
    },
    scroll(by) {
      if (top === null || isHeld) return;
      top = clampTop(top - by * tick, rows, tick);
      isScrolled = true;
    },
    reveal(price) {
      if (top !== null && !isHeld) top = revealTop(top, price, rows, tick);
    },
    centre() {
      isScrolled = false;
      isPlaced = false;
      top = null;
      lengths = NO_LENGTHS;
    },
    release() {
      isScrolled = false;
    },
    hold(next) {
      isHeld = next;
    },
    reset() {
      isScrolled = false;
      isPlaced = false;
      isHeld = false;
      top = null;
      lengths = NO_LENGTHS;
    },
  };
}
