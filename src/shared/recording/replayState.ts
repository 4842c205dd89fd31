/**
 * Replay state: what a replay rebuilds from records, by the reducers that main uses.
 *
 * Shape       Books, their health, the newest ticks, tapes, the account as the page had it, clock offset, interest.
 * Invariants  A record changes it as what it records changed main: `hashState` of both is equal after each block. Tapes have the
 *             stream's trades alone, and are not in the hash.
 * Errors      `applyRecord` throws RecordingError on a change of an account that no record before it has.
 */
import { encodeMessage } from '../ipc/codec.ts';
import { applyAccountChange } from '../ipc/frames/accountChange.ts';
import type { AccountView } from '../ipc/views.ts';
import { applyIncrement, applySnapshot, type Book, buildBook, copyLevels } from '../market/book.ts';
import { acceptsChanges, type BookHealth } from '../market/bookHealth.ts';
import type { PublicEvent, PublicInterest } from '../market/events.ts';
import { addTrade, buildTape, type Tape } from '../market/tape.ts';
import type { UnderlyingTick } from '../market/tick.ts';
import type { MarketId } from '../units/ids.ts';
import { createStateHash } from './hash.ts';
import type { RecordedEvent, RecordedState } from './record.ts';
import { RecordingError } from './recordingError.ts';

export interface StateBook {
  readonly book: Book;
  readonly health: BookHealth;
}

/** What a hash covers: of main's trackers, or of a replay. */
export interface TerminalState {
  readonly books: ReadonlyMap<MarketId, StateBook>;
  readonly ticks: ReadonlyMap<string, UnderlyingTick>;
  readonly account: AccountView | null;
  readonly clockOffsetMs: number | null;
}

interface MutableBook {
  readonly book: Book;
  health: BookHealth;
}

export interface ReplayState extends TerminalState {
  readonly books: Map<MarketId, MutableBook>;
  readonly ticks: Map<string, UnderlyingTick>;
  readonly tapes: Map<MarketId, Tape>;
  account: AccountView | null;
  clockOffsetMs: number | null;
  interest: PublicInterest;
}

const NO_INTEREST: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };
const WAITING: BookHealth = { at: 'waiting' };

export function buildReplayState(): ReplayState {
  return {
    books: new Map(),
    ticks: new Map(),
    tapes: new Map(),
    account: null,
    clockOffsetMs: null,
    interest: NO_INTEREST,
  };
}

export function applyRecord(state: ReplayState, record: RecordedEvent): void {
  switch (record.kind) {
    case 'market':
      applyMarket(state, record.event);
      return;
    case 'trust':
      bookOf(state, record.fact.market).health = record.fact.health;
      return;
    case 'interest':
      applyInterest(state, record.fact);
      return;
    case 'state':
      applyState(state, record.fact);
      return;
    case 'bookState': {
      const { market, sequence, bids, asks } = record.book;
      const { book } = bookOf(state, market);
      applySnapshot(book, { bids, asks, sequence: sequence ?? 0 });
      book.sequence = sequence;
      return;
    }
    case 'account':
      state.account = record.fact;
      return;
    case 'accountChange':
      if (state.account === null) throw new RecordingError('Expected an account before its change, found none');
      state.account = applyAccountChange(state.account, record.fact);
      return;
    case 'clock':
      state.clockOffsetMs = record.fact.offsetMs;
      return;
    default:
      return;
  }
}

function applyMarket(state: ReplayState, event: PublicEvent): void {
  switch (event.kind) {
    case 'bookSnapshot': {
      const entry = state.books.get(event.market);
      if (entry !== undefined) applySnapshot(entry.book, event.update);
      return;
    }
    case 'bookIncrement': {
      const entry = state.books.get(event.market);
      if (entry !== undefined && acceptsChanges(entry.health)) applyIncrement(entry.book, event.update);
      return;
    }
    case 'trades': {
      const tape = tapeOf(state, event.market);
      for (const trade of event.trades) addTrade(tape, trade);
      return;
    }
    case 'tick': {
      const { tick } = event;
      const last = state.ticks.get(tick.symbol);
      const isWatched = state.interest.underlyings.includes(tick.symbol);
      if (isWatched && (last === undefined || last.exchangeTimeMs <= tick.exchangeTimeMs))
        state.ticks.set(tick.symbol, tick);
      return;
    }
    default:
      return;
  }
}

function applyInterest(state: ReplayState, interest: PublicInterest): void {
  state.interest = interest;
  const books = new Set([...interest.books, ...(interest.unshownBooks ?? [])]);
  for (const market of state.books.keys()) if (!books.has(market)) state.books.delete(market);
  for (const market of books) bookOf(state, market);
  const symbols = new Set(interest.underlyings);
  for (const symbol of state.ticks.keys()) if (!symbols.has(symbol)) state.ticks.delete(symbol);
}

function applyState(state: ReplayState, recorded: RecordedState): void {
  state.books.clear();
  state.ticks.clear();
  applyInterest(state, recorded.interest);
  for (const { market, health } of recorded.health) bookOf(state, market).health = health;
  for (const tick of recorded.ticks) state.ticks.set(tick.symbol, tick);
  state.account = recorded.account;
  state.clockOffsetMs = recorded.clockOffsetMs;
}

function bookOf(state: ReplayState, market: MarketId): MutableBook {
  const known = state.books.get(market);
  if (known !== undefined) return known;
  const added: MutableBook = { book: buildBook(), health: WAITING };
  state.books.set(market, added);
  return added;
}

function tapeOf(state: ReplayState, market: MarketId): Tape {
  const known = state.tapes.get(market);
  if (known !== undefined) return known;
  const added = buildTape();
  state.tapes.set(market, added);
  return added;
}

/** Equal for equal books, health, ticks, account and clock offset, in whatever order they were watched: market data, then account. */
export function hashState(state: TerminalState): string {
  return `${hashMarketData(state)} ${hashAccount(state.account)}`;
}

function hashMarketData({ books, ticks, clockOffsetMs }: TerminalState): string {
  const hash = createStateHash();
  for (const [market, { book, health }] of sorted(books)) {
    hash.text(market);
    hash.text(JSON.stringify(health));
    hash.number(book.sequence ?? -1);
    for (const side of ['bid', 'ask'] as const) {
      const count = side === 'bid' ? book.bidCount : book.askCount;
      hash.number(count);
      if (levels.length < count * 2) levels = new Float64Array(count * 2);
      copyLevels(book, side, levels);
      for (let at = 0; at < count * 2; at += 1) hash.number(levels[at]!);
    }
  }
  for (const [symbol, tick] of sorted(ticks)) {
    hash.text(symbol);
    hash.number(tick.price);
    hash.number(tick.exchangeTimeMs);
  }
  hash.text(clockOffsetMs === null ? '' : String(clockOffsetMs));
  return hash.digest();
}

function hashAccount(account: AccountView | null): string {
  const hash = createStateHash();
  if (account !== null) hash.text(encodeAccount(account));
  return hash.digest();
}

/** Reused: a hash is taken at the end of every block. */
let levels = new Float64Array(256);

function sorted<K extends string, V>(entries: ReadonlyMap<K, V>): [K, V][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** With its parts in one order: a change puts new ones behind the others. */
function encodeAccount(account: AccountView): string {
  const parts = Object.entries(account).filter(([, part]) => part !== undefined);
  parts.sort(([a], [b]) => (a < b ? -1 : 1));
  return encodeMessage(Object.fromEntries(parts));
}
