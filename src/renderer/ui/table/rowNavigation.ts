/** Row navigation of a table: one row takes the focus of the Tab key; arrow keys, Home and End move it. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface RowNavigation {
  /** Place of the row that the Tab key reaches; -1 without rows. */
  readonly activeAt: number;
  onKey(event: KeyboardEvent<HTMLElement>): void;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onBlur(): void;
}

const ROWS = 'tr[data-row]';

type Rows = readonly { readonly id: string }[];

/**
 * @param box around the table, also while it is empty.
 * @param rows in their order, also those that are out of sight and have no element.
 */
export function useRowNavigation(box: RefObject<HTMLDivElement | null>, rows: Rows): RowNavigation {
  const [chosen, setActive] = useState<string | null>(null);
  /** Row that has the focus, or had it when it or its button went. */
  const focused = useRef<{ readonly id: string; readonly at: number } | null>(null);
  /** Row without an element to which a key went. */
  const wanted = useRef<string | null>(null);
  // React keeps functions of earlier renderings: they read the rows from here, so that they keep no older ones.
  const latest = useRef(rows);
  latest.current = rows;
  const activeAt = rows.length === 0 ? -1 : Math.max(0, indexOf(rows, chosen));

  useLayoutEffect(() => {
    const row = wanted.current === null ? null : findRow(box.current, wanted.current);
    wanted.current = null;
    row?.focus();
  });

  // An element that goes takes the focus with it, without an event.
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const at = rowAfter(latest.current, focused.current);
    const id = at === null ? null : latest.current[at]!.id;
    const row = id === null ? null : findRow(box.current, id);
    if (row === null && id !== null && at !== activeAt) {
      // It has an element as the active row.
      setActive(id);
      return;
    }
    if (row === null) focused.current = null;
    (row ?? box.current)?.focus({ preventScroll: true });
  });

  return {
    activeAt,
    onKey(event) {
      const at = indexOf(latest.current, idOf(event.target));
      const next = stepRow(event.key, at, latest.current.length);
      if (at < 0 || next === null) return;
      event.preventDefault();
      const { id } = latest.current[next]!;
      const row = findRow(box.current, id);
      if (row !== null) return row.focus();
      // An off-screen row has an element only while active.
      wanted.current = id;
      setActive(id);
    },
    onFocus(event) {
      const id = idOf(event.target);
      if (id === null) return;
      focused.current = { id, at: indexOf(latest.current, id) };
      setActive(id);
    },
    onBlur() {
      focused.current = null;
    },
  };
}

function findRow(box: Element | null, id: string): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`) ?? null;
}

const indexOf = (rows: Rows, wanted: string | null): number => rows.findIndex(({ id }) => id === wanted);

function idOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>(ROWS)?.dataset.row ?? null) : null;
}

export function stepRow(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Where the focus goes: the same row, the one at its place, or the last one; null without rows. */
export function rowAfter(rows: Rows, { id, at }: { readonly id: string; readonly at: number }): number | null {
  if (rows.length === 0) return null;
  const now = indexOf(rows, id);
  return now >= 0 ? now : Math.min(Math.max(0, at), rows.length - 1);
}
