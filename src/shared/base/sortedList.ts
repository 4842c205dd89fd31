/**
 * Sorted list: items added in any order, sorted when the list is read.
 *
 * Invariants  Adding an item after all others costs one comparison. A read sorts in all items added since the last one. Items
 *             that compare as equal are the same item.
 */
export interface SortedList<T> {
  /** All items in their order. */
  items(): readonly T[];
  count(): number;
  add(item: T): void;
  /** `before` and `after` compare as equal, so that nothing moves. */
  replace(before: T, after: T): void;
  remove(item: T): void;
  clear(): void;
}

/** `onMove`: items from this index on are about to move, be added or removed. An added last item is not reported. */
export function createSortedList<T>(
  compare: (a: T, b: T) => number,
  onMove: (from: number) => void = () => {},
): SortedList<T> {
  const items: T[] = [];
  let added: T[] = [];

  const sortIn = (): void => {
    if (added.length === 0) return;
    const sorted = added.sort(compare);
    added = [];
    const from = findPlace(items, sorted[0]!, compare);
    onMove(from);
    for (const item of merge(items.splice(from), sorted, compare)) items.push(item);
  };

  const find = (item: T): number => {
    sortIn();
    const at = findPlace(items, item, compare);
    // An order that is not transitive may put an item elsewhere.
    return items[at] === item ? at : items.indexOf(item);
  };

  return {
    items() {
      sortIn();
      return items;
    },
    count: () => items.length + added.length,
    add(item) {
      const last = items.at(-1);
      if (added.length === 0 && (last === undefined || compare(last, item) < 0)) items.push(item);
      else added.push(item);
    },
    replace(before, after) {
      const at = find(before);
      if (at >= 0) items[at] = after;
    },
    remove(item) {
      const at = find(item);
      if (at < 0) return;
      onMove(at);
      items.splice(at, 1);
    },
    clear() {
      items.length = 0;
      added = [];
    },
  };
}

/** Index of the first item that does not come before this one. */
export function findPlace<T, K>(items: readonly T[], key: K, compare: (item: T, key: K) => number): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(items[middle]!, key) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function merge<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): T[] {
  const merged: T[] = [];
  let atA = 0;
  let atB = 0;
  while (atA < a.length && atB < b.length) {
    merged.push(compare(a[atA]!, b[atB]!) <= 0 ? a[atA++]! : b[atB++]!);
  }
  while (atA < a.length) merged.push(a[atA++]!);
  while (atB < b.length) merged.push(b[atB++]!);
  return merged;
}
