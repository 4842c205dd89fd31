/**
 * Mirror of main's state on the page: mutable, outside React.
 *
 * Invariants  Holds the newest value of each part and marks its key dirty. Trades are in order, with a mark where some were
 *             lost. A market of the catalogue, an order and a fill are the same objects until something of them changes, and so
 *             are their parts.
 */
import type { AlertsView } from '#shared/alerts/view.ts';
import type { ConditionalsView } from '#shared/ipc/conditionals/conditionals.ts';
import { type AccountChange, applyAccountChange } from '#shared/ipc/frames/accountChange.ts';
import { EncodedBook } from '#shared/ipc/frames/bookCodec.ts';
import { changeCatalogue } from '#shared/ipc/frames/catalogueChange.ts';
import type { BookFrame, StartingView, TapeFrame, TickFrame } from '#shared/ipc/frames/frame.ts';
import type { ReceivedFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { HealthView } from '#shared/ipc/health.ts';
import type { AccountView, CatalogueView, WalletView } from '#shared/ipc/views.ts';
import type { PointedAt, WorkspacesView } from '#shared/ipc/workspaces.ts';
import type { Period } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import type { TapeGap, Trade } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type CandleMirror, openCandleSeries } from './candleSeries.ts';
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

const MAX_TRADES = 500;

export const feedKey = {
  book: (market: MarketId): string => `book:${market}`,
  tape: (market: MarketId): string => `tape:${market}`,
  candles: (market: MarketId, period: Period): string => `candles:${market}:${period}`,
  tick: (symbol: string): string => `tick:${symbol}`,
  catalogue: 'catalogue',
  listing: 'listing',
  starting: 'starting',
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
  /** What main does before it serves the page; null before and without it. */
  starting(): StartingView | null;
  clockOffsetMs(): number | null;
  /** This machine's time of the newest frame, null before the first. */
  lastFrameAtMs(): number | null;
}

export function openMirror(clock: FrameClock): Mirror {
  /** Decoded when something reads it: most of a flood is of markets that no pane shows. */
  const books = new Map<string, BookFrame | EncodedBook>();
  const tapes = new Map<string, TapeMirror>();
  const candles = openCandleSeries();
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
  let starting: StartingView | null = null;
  let clockOffsetMs: number | null = null;
  let lastFrameAtMs: number | null = null;

  return {
    clock,
    applyFrame(frame) {
      clockOffsetMs = frame.clockOffsetMs;
      if (frame.starting) {
        starting = frame.starting;
        clock.mark(feedKey.starting);
      }
      lastFrameAtMs = frame.sentAtMs;
      for (const book of frame.books ?? []) {
        books.set(book.market, book);
        clock.mark(feedKey.book(book.market));
      }
      for (const market of frame.ended?.tapes ?? []) {
        tapes.delete(market);
        clock.mark(feedKey.tape(market));
      }
      for (const { market, period } of frame.ended?.candles ?? []) {
        for (const key of candles.end(feedKey.candles(market, period))) clock.mark(key);
      }
      for (const part of frame.tapes ?? []) {
        applyTape(tapes, part);
        clock.mark(feedKey.tape(part.market));
      }
      for (const part of frame.candles ?? []) {
        const key = feedKey.candles(part.market, part.period);
        candles.apply(key, part);
        clock.mark(key);
      }
      for (const tick of frame.ticks ?? []) {
        ticks.set(tick.symbol, tick);
        clock.mark(feedKey.tick(tick.symbol));
      }
      const nextCatalogue = frame.catalogue ?? (catalogue && changeCatalogue(catalogue, frame));
      if (nextCatalogue && nextCatalogue !== catalogue) {
        const old = catalogue?.markets ?? [];
        const { markets } = nextCatalogue;
        catalogue = { ...nextCatalogue, markets: markets === old ? old : keepSame(old, markets, idOf) };
        clock.mark(feedKey.catalogue);
        if (!isSameListing(listing, catalogue.markets)) {
          listing = catalogue.markets;
          clock.mark(feedKey.listing);
        }
      }
      const nextAccount = frame.account ?? (account && changeAccount(account, frame.accountChange));
      if (nextAccount && nextAccount !== account) {
        const { orders, fills } = nextAccount;
        account = {
          ...nextAccount,
          orders: keepSame(account?.orders ?? [], orders, (order) => order.intentId ?? order.orderId),
          fills: keepSame(account?.fills ?? [], fills, (fill) => `${fill.id}/${fill.orderId}`),
        };
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
    candles: (market, period) => candles.find(feedKey.candles(market, period)),
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
    starting: () => starting,
    clockOffsetMs: () => clockOffsetMs,
    lastFrameAtMs: () => lastFrameAtMs,
  };
}

const changeAccount = (old: AccountView, change: AccountChange | undefined): AccountView =>
  change === undefined ? old : applyAccountChange(old, change);

const idOf = ({ id }: Market): MarketId => id;

/** The rows of `next`, as the objects that they were where nothing changed: what shows them need not render again. */
function keepSame<T extends object>(
  old: readonly T[],
  next: readonly T[],
  keyOf: (row: T) => string | null,
): readonly T[] {
  const known = new Map(old.map((row) => [keyOf(row), row]));
  const kept = next.map((row) => {
    const before = known.get(keyOf(row));
    if (before === undefined) return row;
    return isSame(before, row) ? before : keepParts(before, row);
  });
  return kept.length === old.length && kept.every((row, at) => row === old[at]) ? old : kept;
}

/** `row` with equal nested objects taken from `before`, so that older lists which a pane still holds share them. */
function keepParts<T extends object>(before: T, row: T): T {
  const kept = { ...row };
  for (const name of Object.keys(row) as (keyof T)[]) {
    if (typeof row[name] === 'object' && isSame(before[name], row[name])) kept[name] = before[name];
  }
  return kept;
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
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => isSame(left[name], right[name]));
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
