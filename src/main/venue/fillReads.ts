/**
 * Reads of the member's fills since the last proven page.
 *
 * Shape       A fill's *rank* is its place counted from the oldest one, from 0: it never changes, because new fills come at the
 *             beginning of the list. A proof has a range of ranks that was read without a gap; a read extends it upwards to
 *             the newest fill, then downwards to the oldest, and reads again a few pages whose fills may have another state.
 * Invariants  The requests of one read do not depend on the number of fills. A list that contradicts the order it is taken to
 *             have, or states no total, is read whole each time.
 * Errors      Passes on what the reads throw.
 * Source      docs/assumptions.md#list-order
 */
import type { Now } from '#shared/base/clock.ts';
import type { PartialListing } from '#shared/base/listing.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { FillProof, FillRequest } from '#shared/order/account/fillProof.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePageHeaders } from '#wire/messages/page.ts';
import { isRowFailure, type RowFailure } from '#wire/messages/rowFailure.ts';
import type { HttpResponse } from './http.ts';
import type { VenueProfile } from './profile.ts';

/** Pages that one read extends the proof by at most: ten thousand fills. */
const MAX_PAGES = 100;
/** Pages that one read reads again. */
const AGAIN_PAGES = 4;
/** Fills of a list at most. */
const MAX_RANKS = 1_000_000;
/** Ranks whose state is recorded together. */
const BLOCK = 100;
/** Whole reads of a list without a usable order before the order is looked for again. */
const WHOLE_READS = 20;

type Row = Fill | RowFailure;

export interface FillReadOptions {
  readonly bounds: VenueProfile['listing'];
  /** Monotonic clock, ms. */
  readonly steadyMs: Now;
  fetchPage(pageQuery: string): Promise<HttpResponse>;
  parsePage(response: HttpResponse): Promise<readonly Row[]>;
  keyOf(row: Row): string;
}

/** What is known of the ranks of a block. */
interface Block {
  /** Markets with a fill that is not settled. */
  readonly unsettled: ReadonlySet<MarketId>;
  /** By their keys. */
  readonly failures: ReadonlyMap<string, RowFailure>;
}

/** A proof as this module makes it. */
interface OrderProof extends FillProof {
  readonly by: 'order';
  /** Ranks from `low` to before `high` were read. */
  readonly low: number;
  readonly high: number;
  /** Keys of the highest ranks, the highest first. */
  readonly newest: readonly string[];
  readonly blocks: ReadonlyMap<number, Block>;
  /** Block that was read again last. */
  readonly again: number;
}

/** The list has no order that a proof could use: it is read whole, this number of times more. */
interface WholeProof extends FillProof {
  readonly by: 'whole';
  readonly left: number;
}

export interface FillRows {
  readonly rows: readonly Row[];
  /** Unreadable rows of this read, and of earlier ones that were not seen again. */
  readonly failures: readonly RowFailure[];
  readonly total: number;
  readonly partial: PartialListing | null;
  readonly proof: FillProof;
}

interface Page {
  readonly total: number;
  readonly perPage: number;
  readonly rows: readonly Row[];
  /** Rank of the first row; the others follow downwards. */
  readonly rank: number;
}

/** The proof of a list that was read whole. */
export function proveWhole(before: FillProof | null): FillProof {
  const proof: WholeProof = { by: 'whole', left: isWholeProof(before) ? before.left - 1 : WHOLE_READS };
  return proof;
}

/** Null: the list has to be read whole, and proved by `proveWhole`. */
export async function readFills(options: FillReadOptions, request: FillRequest): Promise<FillRows | null> {
  if (isWholeProof(request.proof) && request.proof.left > 0) return null;
  const { bounds, steadyMs, keyOf } = options;
  const known = request.proof?.by === 'order' ? (request.proof as OrderProof) : null;
  const startedAtMs = steadyMs();
  let bytes = 0;
  const rows = new Map<number, Row>();
  const keys = new Map<string, number>();
  const pages = new Set<number>();
  let isOrdered = true;

  const fetchPage = async (page: number): Promise<Page | null> => {
    pages.add(page);
    const response = await options.fetchPage(`page=${page}&limit=${bounds.pageSize}`);
    bytes += Buffer.byteLength(response.text);
    const headers = parsePageHeaders((name) => response.header(name));
    const found = await options.parsePage(response);
    const { total, perPage } = headers;
    if (total === null || perPage === null || perPage < 1 || (headers.page !== null && headers.page !== page))
      return null;
    const rank = total - 1 - (page - 1) * perPage;
    const isWhole = found.length === Math.min(perPage, rank + 1);
    if (found.length > 0 && !isWhole) return null;
    return { total, perPage, rows: found, rank };
  };

  /** False where a row contradicts the order. */
  const add = (page: Page): void => {
    let before: number | null = null;
    page.rows.forEach((row, at) => {
      const rank = page.rank - at;
      const key = keyOf(row);
      if ((keys.get(key) ?? rank) !== rank) isOrdered = false;
      keys.set(key, rank);
      rows.set(rank, row);
      if (isRowFailure(row)) return;
      if (before !== null && row.exchangeTimeMs > before) isOrdered = false;
      before = row.exchangeTimeMs;
    });
  };

  const first = await fetchPage(1);
  if (first === null || first.total > MAX_RANKS) return null;
  add(first);
  const high = first.total;
  const { perPage } = first;

  /** True while the newest fills of an earlier proof still have their ranks in the pages that were read. */
  const isStillTrue = (proof: OrderProof): boolean =>
    proof.newest.every((key, at) => {
      const row = rows.get(proof.high - 1 - at);
      return row === undefined || keyOf(row) === key;
    });

  /** Reads pages downwards until this rank is read; answers the lowest rank read without a gap. */
  const readDown = async (from: number, to: number): Promise<number> => {
    let low = from;
    let { total } = first;
    while (low > to && isOrdered) {
      const left = MAX_PAGES - pages.size;
      if (left <= 0 || bytes > bounds.maxBytes || steadyMs() - startedAtMs >= bounds.maxMs) break;
      const page = Math.floor((total - low) / perPage) + 1;
      const wanted = Math.min(bounds.pagesAtOnce, left, Math.ceil((low - to) / perPage));
      const found = await Promise.all(Array.from({ length: wanted }, (_, at) => fetchPage(page + at)));
      for (const one of found) {
        if (one === null) {
          isOrdered = false;
          continue;
        }
        add(one);
        total = Math.max(total, one.total);
      }
      const before = low;
      while (low > to && rows.has(low - 1)) low -= 1;
      if (low === before) isOrdered = false;
    }
    return low;
  };

  let low = high;
  while (low > 0 && rows.has(low - 1)) low -= 1;
  // A list with fewer fills than before is another one.
  let base = known !== null && known.high <= high ? known : null;
  if (base !== null && low > base.high - 1) {
    low = await readDown(low, Math.max(0, base.high - 1));
    if (low > Math.max(0, base.high - 1)) base = null;
  }
  if (base !== null && !isStillTrue(base)) base = null;
  if (base !== null) low = Math.min(low, base.low);
  if (low > 0) low = await readDown(low, 0);
  if (!isOrdered) return null;

  const blocks = new Map(base?.blocks ?? []);
  noteBlocks(blocks, rows, high, keyOf);
  let again = base?.again ?? 0;
  const isRead = (block: number): boolean =>
    rows.has(block * BLOCK) && rows.has(Math.min(high, (block + 1) * BLOCK) - 1);
  for (const block of base === null ? [] : chooseAgain(blocks, again, request.isEnded, isRead, perPage)) {
    const [top, bottom] = [Math.min(high, (block + 1) * BLOCK) - 1, block * BLOCK];
    // From the page of the highest rank to that of the lowest.
    const from = Math.floor((high - 1 - top) / perPage) + 1;
    const to = Math.floor((high - 1 - bottom) / perPage) + 1;
    for (let page = from; page <= to; page += 1) {
      if (pages.has(page)) continue;
      const read = await fetchPage(page);
      if (read === null) return null;
      add(read);
    }
    again = block;
  }
  if (!isOrdered) return null;
  noteBlocks(blocks, rows, high, keyOf);
  const failures = [...blocks.values()].flatMap((block) => [...block.failures.values()]);
  const newest: string[] = [];
  for (let rank = high - 1; rank >= 0 && newest.length < perPage && rows.has(rank); rank -= 1)
    newest.push(keyOf(rows.get(rank)!));
  const proof: OrderProof = { by: 'order', low, high, newest, blocks, again };
  return {
    rows: [...rows.values()],
    failures,
    total: high,
    partial: low === 0 ? null : { bound: 'pages', limit: MAX_PAGES, rows: high - low },
    proof,
  };
}

/** Blocks to read again: with an unreadable row, of an ended market, else in turns; a page bound ends the choice. */
function chooseAgain(
  blocks: ReadonlyMap<number, Block>,
  after: number,
  isEnded: FillRequest['isEnded'],
  isRead: (block: number) => boolean,
  perPage: number,
): readonly number[] {
  const rankOf = ({ unsettled, failures }: Block): number =>
    failures.size > 0 ? 0 : [...unsettled].some(isEnded) ? 1 : unsettled.size > 0 ? 2 : 3;
  const turn = (block: number): number => (block < after ? after - block : Number.MAX_SAFE_INTEGER - block);
  const open = [...blocks]
    .map(([block, state]) => ({ block, rank: isRead(block) ? 3 : rankOf(state) }))
    .filter(({ rank }) => rank < 3);
  open.sort((a, b) => a.rank - b.rank || turn(a.block) - turn(b.block));
  return open
    .slice(0, Math.max(1, Math.floor(AGAIN_PAGES / (Math.ceil(BLOCK / perPage) + 1))))
    .map(({ block }) => block);
}

/** Records the state of every block whose ranks were all read, and adds to that of others. */
function noteBlocks(
  blocks: Map<number, Block>,
  rows: ReadonlyMap<number, Row>,
  high: number,
  keyOf: FillReadOptions['keyOf'],
): void {
  const touched = new Set([...rows.keys()].map((rank) => Math.floor(rank / BLOCK)));
  for (const block of touched) {
    const unsettled = new Set<MarketId>();
    const failures = new Map<string, RowFailure>();
    let isWhole = true;
    for (let rank = block * BLOCK; rank < Math.min(high, (block + 1) * BLOCK); rank += 1) {
      const row = rows.get(rank);
      if (row === undefined) isWhole = false;
      else if (isRowFailure(row)) failures.set(keyOf(row), row);
      else if (row.state === null || row.state === 'active') unsettled.add(row.market);
    }
    const before = isWhole ? undefined : blocks.get(block);
    for (const market of before?.unsettled ?? []) unsettled.add(market);
    for (const [key, row] of before?.failures ?? []) failures.set(key, row);
    if (unsettled.size + failures.size > 0) blocks.set(block, { unsettled, failures });
    else blocks.delete(block);
  }
}

function isWholeProof(proof: FillProof | null): proof is WholeProof {
  return proof?.by === 'whole';
}
