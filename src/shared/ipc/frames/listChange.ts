/**
 * Difference of two lists, and a list after it.
 *
 * Invariants  `applyListChange(old, findListChange(old, next))` has the rows of `next` in their order. A row that is the same object
 *             in both lists, among others in the same order, is not part of the change.
 * Errors      `applyListChange` throws BugError on a change that is not of this list.
 */
import { BugError } from '../../units/errors.ts';

/** Replaces `removed` rows of the old list from index `at` by `rows`. */
export interface ListSplice<T> {
  readonly at: number;
  readonly removed: number;
  readonly rows: readonly T[];
}

/** `length`: of the old list. Splices in the order of their index; each index is of the old list. */
export interface ListChange<T> {
  readonly length: number;
  readonly splices: readonly ListSplice<T>[];
}

export function findListChange<T extends object>(old: readonly T[], next: readonly T[]): ListChange<T> {
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const splices: ListSplice<T>[] = [];
  let [oldAt, nextAt] = [start, start];
  const addUntil = (oldEnd: number, nextEnd: number): void => {
    if (oldEnd > oldAt || nextEnd > nextAt) {
      splices.push({ at: oldAt, removed: oldEnd - oldAt, rows: next.slice(nextAt, nextEnd) });
    }
    [oldAt, nextAt] = [oldEnd + 1, nextEnd + 1];
  };
  for (const [oldIndex, nextIndex] of findKept(old, next, start, end)) addUntil(oldIndex, nextIndex);
  addUntil(old.length - end, next.length - end);
  return { length: old.length, splices };
}

export function applyListChange<T>(old: readonly T[], { length, splices }: ListChange<T>): readonly T[] {
  if (old.length !== length) throw new BugError(`Expected a change of ${old.length} rows, found one of ${length}`);
  if (splices.length === 0) return old;
  const rows: T[] = [];
  let at = 0;
  for (const splice of splices) {
    for (; at < splice.at; at += 1) rows.push(old[at]!);
    rows.push(...splice.rows);
    at += splice.removed;
  }
  for (; at < old.length; at += 1) rows.push(old[at]!);
  return rows;
}

/** Index pairs of rows that stay: the longest sequence of common rows that is in the same order in both lists. */
function findKept<T extends object>(
  old: readonly T[],
  next: readonly T[],
  start: number,
  end: number,
): readonly (readonly [number, number])[] {
  const indexOf = new Map<T, number>();
  for (let at = start; at < old.length - end; at += 1) indexOf.set(old[at]!, at);
  const pairs: { readonly oldAt: number; readonly nextAt: number; readonly before: number }[] = [];
  /** Index in `pairs` of the last pair of the best sequence of each length. */
  const tails: number[] = [];
  for (let nextAt = start; nextAt < next.length - end; nextAt += 1) {
    const oldAt = indexOf.get(next[nextAt]!);
    if (oldAt === undefined) continue;
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]!.oldAt < oldAt) low = middle + 1;
      else high = middle;
    }
    pairs.push({ oldAt, nextAt, before: low === 0 ? -1 : tails[low - 1]! });
    tails[low] = pairs.length - 1;
  }
  const kept: (readonly [number, number])[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = pairs[at]!.before) kept.push([pairs[at]!.oldAt, pairs[at]!.nextAt]);
  return kept.reverse();
}
