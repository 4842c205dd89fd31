/**
 * Row window of a long table: which of its rows have elements. The others are blank space of the same height.
 *
 * Units       Rows from 0; heights in CSS pixels.
 * Invariants  All rows of a table have one height. A table of at most LEAST rows renders fully. The row that the Tab key
 *             reaches always has an element: a scroll takes neither the focus nor the way into the table.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { onLook } from '../look.ts';

/** Shorter tables render fully; a longer one has as many rows behind another tab and before it is measured. */
const LEAST = 30;
/** Rows above and below those in sight. */
const BEYOND = 15;
/** A window moves by this many rows. */
const STEP = 10;
/** Height of a row until one is measured. */
const GUESSED_PX = 24;

export interface RowWindow {
  readonly from: number;
  /** Behind the last one. */
  readonly to: number;
  /** Null before a row was measured. */
  readonly rowHeight: number | null;
}

const START: RowWindow = { from: 0, to: LEAST, rowHeight: null };

/** The window around the rows from `first` to `last`, in whole steps, so that a short scroll changes nothing. */
export function windowAround(first: number, last: number): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.floor((first - BEYOND) / STEP) * STEP);
  return { from, to: Math.max(from + LEAST, Math.ceil((last + 1 + BEYOND) / STEP) * STEP) };
}

/** `at`: place in the whole table of the row, or of the first one without an element. */
export type Segment<T> = { readonly row: T; readonly at: number } | { readonly blank: number; readonly at: number };

/**
 * The rows with elements and the numbers of rows between them that have none.
 *
 * @param count all rows of the table: `rows` are the first of them, the others have not been read.
 */
export function listSegments<T>(
  rows: readonly T[],
  { from, to }: Pick<RowWindow, 'from' | 'to'>,
  activeAt: number,
  count: number = rows.length,
): readonly Segment<T>[] {
  const segments: Segment<T>[] = [];
  let next = 0;
  const addBlank = (until: number): void => {
    if (until > next) segments.push({ blank: until - next, at: next });
    next = Math.max(next, until);
  };
  const addRows = (start: number, end: number): void => {
    addBlank(start);
    for (let at = start; at < end; at += 1) segments.push({ row: rows[at]!, at });
    next = Math.max(next, end);
  };
  const [start, end] = [Math.min(from, rows.length), Math.min(to, rows.length)];
  if (activeAt >= 0 && activeAt < start) addRows(activeAt, activeAt + 1);
  addRows(start, end);
  if (activeAt >= end) addRows(activeAt, activeAt + 1);
  addBlank(Math.max(count, rows.length));
  return segments;
}

/**
 * The window of a table that scrolls in `box`; null while the table is whole.
 *
 * @param count number of rows; 0 for a table without a window.
 */
export function useRowWindow(box: RefObject<HTMLDivElement | null>, count: number): RowWindow | null {
  const isLong = count > LEAST;
  const [rowHeight, setRowHeight] = useState<number | null>(null);
  const latest = useRef(START);
  const virtual = useVirtualizer({
    count: isLong ? count : 0,
    enabled: isLong,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight ?? GUESSED_PX,
    overscan: 0,
    rangeExtractor: ({ startIndex, endIndex }) => {
      const { from, to } = windowAround(startIndex, endIndex);
      return Array.from({ length: Math.min(to, count) - from }, (_, at) => from + at);
    },
  });
  useLayoutEffect(() => {
    if (!isLong) return;
    const measure = (): void => {
      const row = box.current?.querySelector<HTMLElement>('tr[data-row]');
      const height = row?.getBoundingClientRect().height ?? 0;
      // Behind another tab a row has no height.
      if (height > 0) setRowHeight(height);
    };
    measure();
    // Another look has rows of another height.
    return onLook(measure);
  }, [box, isLong]);
  useLayoutEffect(() => {
    if (rowHeight !== null) virtual.measure();
  }, [rowHeight, virtual]);
  if (!isLong) return null;
  const items = virtual.getVirtualItems();
  // Behind another tab nothing is in sight: the window stays.
  if (items.length > 0) {
    const next = { from: items[0]!.index, to: items.at(-1)!.index + 1, rowHeight };
    const { from, to, rowHeight: height } = latest.current;
    if (from !== next.from || to !== next.to || height !== rowHeight) latest.current = next;
  }
  return latest.current;
}
