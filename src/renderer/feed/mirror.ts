/**
 * Mirror of main's state on the page: mutable, outside React.
 *
 * Invariants  Holds the newest value of each part and marks its key dirty. Trades are in order, with a mark where some were
 *             lost. A market of the catalogue is the same object until something of it changes.
 */
import type { AlertsView } from '#shared/alerts/view.ts';
import { EncodedBook } from '#shared/ipc/bookCodec.ts';
import type { ConditionalsView } from '#shared/ipc/conditionals.ts';
import type { BookFrame, CandleFrame, TapeFrame, TickFrame } from '#shared/ipc/frame.ts';
import type { ReceivedFrame } from '#shared/ipc/frameCodec.ts';
import type { HealthView } from '#shared/ipc/health.ts';
import type { AccountView, CatalogueView, WalletView } from '#shared/ipc/views.ts';
import type { PointedAt, WorkspacesView } from '#shared/ipc/workspaces.ts';
import type { Period } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import type { TapeGap, Trade } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { FrameClock } from './frameClock.ts';

export interface TapeMirror {
  /** Newest first, at most MAX_TRADES. */
  readonly trades: Trade[];
  /** Ids of trades directly before (older than) which some were lost. */
  readonly gapsBefore: Set<string>;
  nextSeq: number;
  /** Why trades are missing, or null. */
  gap: TapeGap | null;
}

export interface CandleMirror {
  /** Rows of six, oldest first: openTimeMs, o, h, l, c, volume (millionths). */
  rows: number[][];
  /** Rises when the series was replaced, or a row before its newest one changed or was added. */
  generation: number;
  /** Candles of a time without the stream have not been read. */
  isIncomplete: boolean;
}

const MAX_TRADES = 500;
/** Candles of a series: above the first number the oldest go, down to the second. Main sends at most as many at once. */
const MAX_ROWS = 4_000;
const KEPT_ROWS = 2_000;

export const feedKey = {
  book: (market: MarketId): string => `book:${market}`,
  tape: (market: MarketId): string => `tape:${market}`,
  candles: (market: MarketId, period: Period): string => `candles:${market}:${period}`,
  tick: (symbol: string): string => `tick:${symbol}`,
  catalogue: 'catalogue',
  listing: 'listing',
  account: 'account',
  wallet: 'wallet',
  health: 'health',
  alerts: 'alerts',
  conditionals: 'conditionals',
  workspaces: 'workspaces',
  pointedAt: 'pointedAt',
} as const;

export interface Mirror {
  readonly clock: FrameClock;
  applyFrame(frame: ReceivedFrame): void;
  book(market: MarketId): BookFrame | null;
  tape(market: MarketId): TapeMirror | null;
  candles(market: MarketId, period: Period): CandleMirror | null;
  tick(symbol: string): TickFrame | null;
  catalogue(): CatalogueView | null;
  /** Markets for their names, times and states: another array only when one of these changes. Their prices may be old. */
  listing(): readonly Market[];
  account(): AccountView | null;
  wallet(): WalletView | null;
  health(): HealthView | null;
  alerts(): AlertsView | null;
  conditionals(): ConditionalsView | null;
  workspaces(): WorkspacesView | null;
  /** Crosshair that was moved last in any window. */
  pointedAt(): PointedAt | null;
  clockOffsetMs(): number | null;
  /** This machine's time of the newest frame, null before the first. */
  lastFrameAtMs(): number | null;
}

export function openMirror(clock: FrameClock): Mirror {
  /** Decoded when something reads it: most of a flood is of markets that no pane shows. */
  const books = new Map<string, BookFrame | EncodedBook>();
  const tapes = new Map<string, TapeMirror>();
  const candles = new Map<string, CandleMirror>();
  const ticks = new Map<string, TickFrame>();
  let catalogue: CatalogueView | null = null;
  let listing: readonly Market[] = [];
  let account: AccountView | null = null;
  let wallet: WalletView | null = null;
  let health: HealthView | null = null;
  let alerts: AlertsView | null = null;
  let conditionals: ConditionalsView | null = null;
  let workspaces: WorkspacesView | null = null;
  let pointedAt: PointedAt | null = null;
  let clockOffsetMs: number | null = null;
  let lastFrameAtMs: number | null = null;

  return {
    clock,
    applyFrame(frame) {
      clockOffsetMs = frame.clockOffsetMs;
      lastFrameAtMs = frame.sentAtMs;
      for (const book of frame.books ?? []) {
        books.set(book.market, book);
        clock.mark(feedKey.book(book.market));
      }
      for (const part of frame.tapes ?? []) {
        applyTape(tapes, part);
        clock.mark(feedKey.tape(part.market));
      }
      for (const part of frame.candles ?? []) {
        applyCandles(candles, part);
        clock.mark(feedKey.candles(part.market, part.period));
      }
      for (const tick of frame.ticks ?? []) {
        ticks.set(tick.symbol, tick);
        clock.mark(feedKey.tick(tick.symbol));
      }
      const nextCatalogue = frame.catalogue ?? (catalogue && replaceMarkets(catalogue, frame.changedMarkets));
      if (nextCatalogue && nextCatalogue !== catalogue) {
        catalogue = { ...nextCatalogue, markets: keepSame(catalogue?.markets ?? [], nextCatalogue.markets) };
        clock.mark(feedKey.catalogue);
        if (!isSameListing(listing, catalogue.markets)) {
          listing = catalogue.markets;
          clock.mark(feedKey.listing);
        }
      }
      if (frame.account) {
        account = frame.account;
        clock.mark(feedKey.account);
      }
      if (frame.wallet) {
        wallet = frame.wallet;
        clock.mark(feedKey.wallet);
      }
      if (frame.health) {
        health = frame.health;
        clock.mark(feedKey.health);
      }
      if (frame.alerts) {
        alerts = frame.alerts;
        clock.mark(feedKey.alerts);
      }
      if (frame.conditionals) {
        conditionals = frame.conditionals;
        clock.mark(feedKey.conditionals);
      }
      if (frame.workspaces) {
        workspaces = frame.workspaces;
        clock.mark(feedKey.workspaces);
      }
      if (frame.pointedAt) {
        pointedAt = frame.pointedAt;
        clock.mark(feedKey.pointedAt);
      }
    },
    book(market) {
      const newest = books.get(market) ?? null;
      if (!(newest instanceof EncodedBook)) return newest;
      const book = newest.decode();
      books.set(market, book);
      return book;
    },
    tape: (market) => tapes.get(market) ?? null,
    candles: (market, period) => candles.get(feedKey.candles(market, period)) ?? null,
    tick: (symbol) => ticks.get(symbol) ?? null,
    catalogue: () => catalogue,
    listing: () => listing,
    account: () => account,
    wallet: () => wallet,
    health: () => health,
    alerts: () => alerts,
    conditionals: () => conditionals,
    workspaces: () => workspaces,
    pointedAt: () => pointedAt,
    clockOffsetMs: () => clockOffsetMs,
    lastFrameAtMs: () => lastFrameAtMs,
  };
}

function replaceMarkets(old: CatalogueView, changed: readonly Market[] | undefined): CatalogueView {
  if (changed === undefined) return old;
  const byId = new Map(changed.map((market) => [market.market, market]));
  return { ...old, markets: old.markets.map((market) => byId.get(market.market) ?? market) };
}

/** The markets of `next`, as the objects that they were where nothing changed: what shows them need not render again. */
function keepSame(old: readonly Market[], next: readonly Market[]): readonly Market[] {
  const known = new Map(old.map((market) => [market.market, market]));
  const kept = next.map((market) => {
    const before = known.get(market.market);
    return before !== undefined && isSame(before, market) ? before : market;
  });
  return kept.length === old.length && kept.every((market, at) => market === old[at]) ? old : kept;
}

/** Fields that change with the trading. */
const QUOTES: ReadonlySet<string> = new Set([
  'lastPrice',
  'yesPrice',
  'noPrice',
  'volume24h',
] satisfies (keyof Market)[]);

function isSameListing(old: readonly Market[], next: readonly Market[]): boolean {
  return old === next || (old.length === next.length && old.every((market, at) => isSameButQuotes(market, next[at]!)));
}

function isSameButQuotes(a: Market, b: Market): boolean {
  return a === b || (Object.keys(a) as (keyof Market)[]).every((name) => QUOTES.has(name) || isSame(a[name], b[name]));
}

/** Compares values of messages: primitives, arrays and plain objects. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  const other = b as Readonly<Record<string, unknown>>;
  return left.length === right.length && left.every(([name, value]) => isSame(value, other[name]));
}

function applyTape(tapes: Map<string, TapeMirror>, part: TapeFrame): void {
  let tape = tapes.get(part.market);
  if (!tape || part.fromSeq < tape.nextSeq) {
    tape = { trades: [], gapsBefore: new Set(), nextSeq: part.fromSeq, gap: null };
    tapes.set(part.market, tape);
  }
  const oldestNew = part.trades[0];
  if (oldestNew && (part.lost > 0 || part.fromSeq > tape.nextSeq) && tape.trades.length > 0) {
    tape.gapsBefore.add(oldestNew.id);
  }
  for (const trade of part.trades) {
    // A trade that was missing and read later belongs among older ones.
    const at = tape.trades.findIndex((other) => other.exchangeTimeMs <= trade.exchangeTimeMs);
    tape.trades.splice(at < 0 ? tape.trades.length : at, 0, trade);
  }
  for (const dropped of tape.trades.splice(MAX_TRADES)) tape.gapsBefore.delete(dropped.id);
  for (const id of part.holesBefore ?? []) if (tape.trades.some((trade) => trade.id === id)) tape.gapsBefore.add(id);
  tape.nextSeq = part.fromSeq + part.trades.length;
  tape.gap = part.gap ?? null;
}

function applyCandles(candles: Map<string, CandleMirror>, part: CandleFrame): void {
  const key = feedKey.candles(part.market, part.period);
  const incoming: number[][] = [];
  for (let at = 0; at + 5 < part.rows.length; at += 6) incoming.push([...part.rows.subarray(at, at + 6)]);
  const series = candles.get(key);
  if (!series || part.kind === 'reset') {
    const generation = (series?.generation ?? 0) + 1;
    candles.set(key, { rows: incoming, generation, isIncomplete: part.isIncomplete ?? false });
    return;
  }
  const newest = series.rows.length - 1;
  for (const row of incoming) {
    let at = series.rows.length;
    while (at > 0 && series.rows[at - 1]![0]! >= row[0]!) at -= 1;
    const replaces = series.rows[at]?.[0] === row[0];
    series.rows.splice(at, replaces ? 1 : 0, row);
    if (at < newest || (at === newest && !replaces)) series.generation += 1;
  }
  series.isIncomplete = part.isIncomplete ?? false;
  if (series.rows.length <= MAX_ROWS) return;
  series.rows.splice(0, series.rows.length - KEPT_ROWS);
  series.generation += 1;
}
