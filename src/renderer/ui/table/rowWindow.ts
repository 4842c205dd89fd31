/**
 * Row window of a long table: which of its rows have elements. The others are blank space of the same height.
 *
 * Units       Rows from 0; heights in CSS pixels.
 * Invariants  All rows of a table have one height. A table of at most LEAST rows renders fully. The row that the Tab key
 *             reaches always has an element: a scroll takes neither the focus nor the way into the table.
 */
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { onLook } from '../look.ts';

/** Shorter tables render fully; a longer one has as many rows behind another tab and before it is measured. */
const LEAST = 30;
/** Rows above and below those in sight. */
const BEYOND = 15;
/** A window moves by this many rows. */
const STEP = 10;

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

/** The rows with elements and the numbers of rows between them that have none. */
export function listSegments<T>(
  rows: readonly T[],
  { from, to }: Pick<RowWindow, 'from' | 'to'>,
  activeAt: number,
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
  addBlank(rows.length);
  return segments;
}

/**
 * The window of a table that scrolls in `box`; null while the table is whole.
 *
 * @param count number of rows; 0 for a table without a window.
 */
export function useRowWindow(box: RefObject<HTMLDivElement | null>, count: number): RowWindow | null {
  const isLong = count > LEAST;
  const [rows, setRows] = useState(START);
  const measure = useCallback(() => {
    const element = box.current;
    const body = element?.querySelector('tbody');
    const row = body?.querySelector<HTMLElement>('tr[data-row]');
    if (!element || !body || !row || element.clientHeight === 0) return;
    const rowHeight = row.getBoundingClientRect().height;
    const above = element.getBoundingClientRect().top - body.getBoundingClientRect().top;
    const next = windowAround(
      Math.floor(Math.max(0, above) / rowHeight),
      Math.floor(Math.max(0, above + element.clientHeight) / rowHeight),
    );
    setRows((old) =>
      old.from === next.from && old.to === next.to && old.rowHeight === rowHeight ? old : { ...next, rowHeight },
    );
  }, [box]);
  useLayoutEffect(() => {
    if (isLong) measure();
  }, [isLong, measure]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!isLong || element === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    // Another look has rows of another height.
    const stop = onLook(measure);
    return () => {
      stop();
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box, isLong, measure]);
  return isLong ? rows : null;
}
