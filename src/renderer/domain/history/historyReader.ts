/**
 * History reader: rows of any age behind those that the account view has, read in pages as they are needed.
 *
 * Shape       Newest first. The account view has the newest rows (`live`); pages follow behind a place. A row that leaves the account
 *             view stays: pages that were read before it do not have it.
 * Invariants  Between the newest row and `reachedMs` no row is missing: where the account view may have lost one, the pages are read
 *             again from the beginning. One page is read at a time. After `close` nothing changes any more.
 */
import type { BridgeError } from '#shared/ipc/errors.ts';
import type { Result } from '#shared/ipc/result.ts';

export type HistoryState =
  | { readonly at: 'more' | 'reading' | 'whole' }
  | { readonly at: 'failed'; readonly error: BridgeError };

export interface HistoryPage<Row, Place> {
  readonly rows: readonly Row[];
  /** Null at the end. */
  readonly next: Place | null;
}

export interface HistoryOptions<Row, Place> {
  /** The pages begin behind it; null: at the newest row. */
  readonly first: Place | null;
  keyOf(row: Row): string;
  /** By which the pages are ordered. */
  timeOfPlace(place: Place): number;
  /** True for a row that does not change any more. */
  isFinal(row: Row): boolean;
  readPage(after: Place | null): Promise<Result<HistoryPage<Row, Place>>>;
  onChange(): void;
}

export interface HistoryReader<Row> {
  /** The account view's rows are these now. */
  note(live: readonly Row[]): void;
  /** The account view's rows and those of the pages, once each, in no order; the same array until something changes. */
  rows(): readonly Row[];
  state(): HistoryState;
  /** No row from this time on is missing; null: none at all. */
  reachedMs(): number | null;
  /** Reads the next page, again where that failed; not while one is being read, or where there is none. */
  readMore(): void;
  close(): void;
}

export function createHistoryReader<Row extends object, Place>(
  options: HistoryOptions<Row, Place>,
): HistoryReader<Row> {
  const { keyOf } = options;
  let live: readonly Row[] = [];
  let liveKeys: ReadonlySet<string> = new Set();
  const read = new Map<string, Row>();
  let next = options.first;
  let state: HistoryState = { at: 'more' };
  let isClosed = false;
  /** Discards a page that was asked for before the pages began again. */
  let generation = 0;
  let merged: readonly Row[] | null = null;

  const change = (): void => {
    merged = null;
    options.onChange();
  };

  async function readPage(): Promise<void> {
    const own = generation;
    state = { at: 'reading' };
    change();
    const result = await options.readPage(next);
    if (isClosed || own !== generation) return;
    if (!result.ok) state = { at: 'failed', error: result.error };
    else {
      for (const row of result.value.rows) read.set(keyOf(row), row);
      next = result.value.next;
      state = { at: next === null ? 'whole' : 'more' };
    }
    change();
  }

  return {
    note(rows) {
      if (rows === live) return;
      const keys = new Set(rows.map(keyOf));
      let isLost = false;
      for (const row of live) {
        const key = keyOf(row);
        if (keys.has(key)) continue;
        if (options.isFinal(row)) read.set(key, row);
        else if (!read.has(key)) isLost = true;
      }
      [live, liveKeys] = [rows, keys];
      merged = null;
      if (!isLost) return;
      generation += 1;
      next = options.first;
      state = { at: 'more' };
    },
    rows() {
      merged ??= [...live, ...[...read].flatMap(([key, row]) => (liveKeys.has(key) ? [] : [row]))];
      return merged;
    },
    state: () => state,
    reachedMs: () =>
      state.at === 'whole' ? null : next === null ? Number.POSITIVE_INFINITY : options.timeOfPlace(next),
    readMore() {
      if ((state.at === 'more' || state.at === 'failed') && !isClosed) void readPage();
    },
    close() {
      isClosed = true;
      generation += 1;
    },
  };
}
