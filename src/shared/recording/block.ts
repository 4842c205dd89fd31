/**
 * Recorded block: records as bytes, each with its difference to the one before.
 *
 * Shape       A record is its code (128 added where it begins a batch), the ms since the record before, and its fields. Market
 *             ids and symbols are text once in a block and a number afterwards. A price is its distance, in slots of the book,
 *             from the price before in the same market. Facts are JSON text.
 * Invariants  A block is decoded without any other. Bytes that are cut off between two records decode to the records before.
 * Errors      Encoding throws RecordingError on a number that is no safe integer, and the record is then not in the block.
 *             Decoding throws RecordingError on bytes that no encoder made.
 * Source      docs/recording.md#format
 */
import { describeError } from '../base/describeError.ts';
import { decodeMessage, encodeMessage } from '../ipc/codec.ts';
import type { BookUpdate, LeftOutLevels, Level } from '../market/book.ts';
import { type Candle, PERIODS, type Period } from '../market/candle.ts';
import type { PublicEvent } from '../market/events.ts';
import type { TakerSide } from '../market/outcome.ts';
import type { Trade } from '../market/tape.ts';
import type { UnderlyingTick } from '../market/tick.ts';
import type { MarketId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import { type ByteReader, createByteReader, createByteWriter } from './bytes.ts';
import {
  type BookState,
  FACT_CODES,
  type FactKind,
  type Facts,
  type RecordBody,
  type RecordedEvent,
} from './record.ts';
import { RecordingError } from './recordingError.ts';

const SNAPSHOT = 1;
const INCREMENT = 2;
const TRADES = 3;
const CANDLE = 4;
const TICK = 5;
const BOOK_STATE = 6;
const BATCH = 0x80;

/** Step of a price in a block, in millionths; another price is written whole. */
const SLOT = 1_000;
/** Steps of a volume, in millionths of a share: ten shares, one, a hundredth, and none. */
const SCALES = [10_000_000, 1_000_000, 10_000, 1];
/** So many levels a side and more have their number after the shape. */
const MANY = 7;
/** Decimals of an underlying's price that are written as an integer. */
const TICK_SCALE = 1e8;
const TAKER_SIDES: readonly TakerSide[] = [null, 'yes', 'no'];
const PERIOD_NAMES = Object.keys(PERIODS) as readonly Period[];
const DECIMAL_ID = /^(0|[1-9]\d{0,30})$/;

/** What the next record of a market or underlying is a difference to. */
interface Context {
  readonly name: string;
  readonly index: number;
  sequence: number;
  slot: number;
  tradeId: bigint;
  tickPrice: number;
}

const buildContext = (name: string, index: number): Context => ({
  name,
  index,
  sequence: 0,
  slot: 0,
  tradeId: 0n,
  tickPrice: 0,
});

export interface BlockEncoder {
  /** Bytes so far. */
  length(): number;
  /** Records so far. */
  count(): number;
  market(event: PublicEvent, beginsBatch: boolean): void;
  bookState(book: BookState, atMs: number): void;
  fact<K extends FactKind>(kind: K, fact: Facts[K], atMs: number, beginsBatch: boolean): void;
  /** A copy of the bytes from this place on. */
  slice(from: number): Uint8Array;
  /** Begins the next block, also after a failed record, which ends the one before; `atMs` is the time that its first record is a difference to. */
  begin(atMs: number): void;
}

/** Time of a public event on this machine's clock. */
export function timeOf(event: PublicEvent): number {
  return 'receivedAtMs' in event ? event.receivedAtMs : event.atMs;
}

export function createBlockEncoder(): BlockEncoder {
  const out = createByteWriter(65_536);
  let contexts = new Map<string, Context>();
  let count = 0;
  let lastAtMs = 0;
  let isEnded = false;

  function head(code: number, atMs: number, beginsBatch: boolean): void {
    const time = Math.round(atMs);
    out.byte(beginsBatch ? code | BATCH : code);
    out.signed(time - lastAtMs);
    lastAtMs = time;
    count += 1;
  }

  /** The number of a name, from 1; 0 and the text for a new one. */
  function refer(name: string): Context {
    const known = contexts.get(name);
    if (known !== undefined) {
      out.unsigned(known.index);
      return known;
    }
    const context = buildContext(name, contexts.size + 1);
    contexts.set(name, context);
    out.byte(0);
    out.text(name);
    return context;
  }

  function price(context: Context, value: number): void {
    if (value % SLOT !== 0) {
      out.flagged(value, true);
      return;
    }
    const slot = value / SLOT;
    const distance = slot - context.slot;
    out.flagged(distance < 0 ? -distance * 2 - 1 : distance * 2, false);
    context.slot = slot;
  }

  function shares(value: number): void {
    let scale = 0;
    while (value % SCALES[scale]! !== 0) scale += 1;
    out.scaled(value / SCALES[scale]!, scale);
  }

  function levels(context: Context, side: readonly Level[]): void {
    for (let at = 0; at < side.length; at += 1) {
      const level = side[at]!;
      price(context, level.price);
      shares(level.shares);
    }
  }

  function update(context: Context, { bids, asks, sequence, leftOut }: BookUpdate): void {
    const isNext = sequence === context.sequence + 1;
    const bidShape = bids.length < MANY ? bids.length : MANY;
    const askShape = asks.length < MANY ? asks.length : MANY;
    out.byte((isNext ? 1 : 0) | (leftOut === undefined ? 0 : 2) | (bidShape << 2) | (askShape << 5));
    if (!isNext) out.signed(sequence);
    context.sequence = sequence;
    if (bidShape === MANY) out.unsigned(bids.length);
    if (askShape === MANY) out.unsigned(asks.length);
    levels(context, bids);
    levels(context, asks);
    if (leftOut !== undefined) out.text(encodeMessage(leftOut));
  }

  function trade(context: Context, { id, price: paid, shares: traded, takerSide, exchangeTimeMs }: Trade): void {
    if (DECIMAL_ID.test(id)) {
      const value = BigInt(id);
      out.byte(1);
      out.big(value - context.tradeId);
      context.tradeId = value;
    } else {
      out.byte(0);
      out.text(id);
    }
    price(context, paid);
    shares(traded);
    out.byte(TAKER_SIDES.indexOf(takerSide));
    out.signed(exchangeTimeMs - lastAtMs);
  }

  function candle(context: Context, period: Period, { openTimeMs, open, high, low, close, volume }: Candle): void {
    out.byte(PERIOD_NAMES.indexOf(period));
    out.signed(openTimeMs - lastAtMs);
    price(context, open);
    price(context, high);
    price(context, low);
    price(context, close);
    shares(volume);
  }

  function tickPrice(context: Context, value: number): void {
    const scaled = Math.round(value * TICK_SCALE);
    const isExact = Number.isSafeInteger(scaled) && scaled / TICK_SCALE === value && !Object.is(value, -0);
    out.byte(isExact ? 1 : 0);
    if (!isExact) {
      out.float(value);
      return;
    }
    out.signed(scaled - context.tickPrice);
    context.tickPrice = scaled;
  }

  function tick({
    symbol,
    price: value,
    exchangeTimeMs,
    bucketStartMs,
    bucketOpen,
    bucketSeconds,
  }: UnderlyingTick): void {
    const context = refer(symbol);
    const has = (bucketStartMs === null ? 0 : 1) | (bucketOpen === null ? 0 : 2) | (bucketSeconds === null ? 0 : 4);
    out.byte(has);
    tickPrice(context, value);
    out.signed(exchangeTimeMs - lastAtMs);
    if (bucketStartMs !== null) out.signed(bucketStartMs - lastAtMs);
    if (bucketOpen !== null) tickPrice(context, bucketOpen);
    if (bucketSeconds !== null) out.float(bucketSeconds);
  }

  function writeMarket(event: PublicEvent, beginsBatch: boolean): void {
    const atMs = timeOf(event);
    switch (event.kind) {
      case 'bookIncrement':
        head(INCREMENT, atMs, beginsBatch);
        update(refer(event.market), event.update);
        return;
      case 'bookSnapshot':
        head(SNAPSHOT, atMs, beginsBatch);
        update(refer(event.market), event.update);
        return;
      case 'trades': {
        head(TRADES, atMs, beginsBatch);
        const context = refer(event.market);
        out.unsigned(event.trades.length);
        for (const one of event.trades) trade(context, one);
        return;
      }
      case 'candle':
        head(CANDLE, atMs, beginsBatch);
        candle(refer(event.market), event.period, event.candle);
        return;
      case 'tick':
        head(TICK, atMs, beginsBatch);
        tick(event.tick);
        return;
      default:
        writeFact('stream', event, atMs, beginsBatch);
    }
  }

  function writeFact<K extends FactKind>(kind: K, fact: Facts[K], atMs: number, beginsBatch: boolean): void {
    const text = encodeMessage(fact);
    head(FACT_CODES[kind], atMs, beginsBatch);
    out.text(text);
  }

  function writeBookState({ market, sequence, bids, asks }: BookState, atMs: number): void {
    head(BOOK_STATE, atMs, false);
    const context = refer(market);
    out.byte(sequence === null ? 0 : 1);
    update(context, { bids, asks, sequence: sequence ?? 0 });
  }

  /** What a failed record changed here is unknown to a reader: the block ends before it. */
  function end(wholeBytes: number, wholeCount: number): void {
    out.cut(wholeBytes);
    count = wholeCount;
    isEnded = true;
  }

  function expectOpen(): void {
    if (isEnded) throw new RecordingError('Expected a block that is open, found one that a failed record ended');
  }

  return {
    length: out.length,
    count: () => count,
    market(event, beginsBatch) {
      expectOpen();
      const bytes = out.length();
      const before = count;
      try {
        writeMarket(event, beginsBatch);
      } catch (error) {
        end(bytes, before);
        throw error;
      }
    },
    bookState(book, atMs) {
      expectOpen();
      const bytes = out.length();
      const before = count;
      try {
        writeBookState(book, atMs);
      } catch (error) {
        end(bytes, before);
        throw error;
      }
    },
    fact(kind, fact, atMs, beginsBatch) {
      expectOpen();
      // The only step that fails is before the first byte.
      writeFact(kind, fact, atMs, beginsBatch);
    },
    slice: out.slice,
    begin(atMs) {
      out.cut(0);
      contexts = new Map();
      count = 0;
      lastAtMs = Math.round(atMs);
      isEnded = false;
    },
  };
}

/**
 * Calls `visit` with each record of a block, in order; it ends where `visit` returns false. `fromMs` is the time that the
 * block began at.
 */
export function decodeBlock(bytes: Uint8Array, fromMs: number, visit: (record: RecordedEvent) => unknown): void {
  const input = createByteReader(bytes);
  const contexts: Context[] = [];
  let atMs = Math.round(fromMs);
  while (!input.isAtEnd()) {
    const code = input.byte();
    atMs += input.signed();
    const body = readBody(input, contexts, code & ~BATCH, atMs);
    if (visit({ ...body, atMs, beginsBatch: code >= BATCH }) === false) return;
  }
}

const FACT_KINDS: ReadonlyMap<number, FactKind> = new Map(
  Object.entries(FACT_CODES).map(([kind, code]) => [code, kind as FactKind]),
);

function readBody(input: ByteReader, contexts: Context[], code: number, atMs: number): RecordBody {
  const kind = FACT_KINDS.get(code);
  if (kind !== undefined) {
    const fact = readJson(input);
    // A public event without a form of its own is one of the market's.
    if (kind === 'stream') return { kind: 'market', event: fact as PublicEvent };
    return { kind, fact } as RecordBody;
  }
  switch (code) {
    case SNAPSHOT:
    case INCREMENT: {
      const context = readContext(input, contexts);
      const update = readUpdate(input, context);
      const kind = code === SNAPSHOT ? 'bookSnapshot' : 'bookIncrement';
      return { kind: 'market', event: { kind, market: context.name as MarketId, update, receivedAtMs: atMs } };
    }
    case TRADES: {
      const context = readContext(input, contexts);
      const trades = readMany(input.unsigned(), () => readTrade(input, context, atMs));
      return {
        kind: 'market',
        event: { kind: 'trades', market: context.name as MarketId, trades, receivedAtMs: atMs },
      };
    }
    case CANDLE: {
      const context = readContext(input, contexts);
      const period = PERIOD_NAMES[input.byte()];
      if (period === undefined) throw new RecordingError('Expected a known period of a recorded candle, found another');
      const candle = readCandle(input, context, atMs);
      const market = context.name as MarketId;
      return { kind: 'market', event: { kind: 'candle', market, period, candle, receivedAtMs: atMs } };
    }
    case TICK:
      return { kind: 'market', event: { kind: 'tick', tick: readTick(input, contexts, atMs), receivedAtMs: atMs } };
    case BOOK_STATE: {
      const context = readContext(input, contexts);
      const hasSequence = input.byte() === 1;
      const { bids, asks, sequence } = readUpdate(input, context);
      return {
        kind: 'bookState',
        book: { market: context.name as MarketId, sequence: hasSequence ? sequence : null, bids, asks },
      };
    }
    default:
      throw new RecordingError(`Expected a known kind of record, found code ${code}`);
  }
}

function readJson(input: ByteReader): unknown {
  const text = input.text();
  try {
    return decodeMessage(text);
  } catch (error) {
    throw new RecordingError(`Expected JSON in a recorded fact, found another text (${describeError(error)})`);
  }
}

function readContext(input: ByteReader, contexts: Context[]): Context {
  const index = input.unsigned();
  if (index > 0) {
    const known = contexts[index - 1];
    if (known === undefined) throw new RecordingError(`Expected a name that a block has, found number ${index}`);
    return known;
  }
  const context = buildContext(input.text(), contexts.length + 1);
  contexts.push(context);
  return context;
}

/** A number that the bytes cannot hold is found at their end, before memory is taken for it. */
function readMany<T>(count: number, read: () => T): T[] {
  const items: T[] = [];
  for (let at = 0; at < count; at += 1) items.push(read());
  return items;
}

function readPrice(input: ByteReader, context: Context): Price {
  const value = input.flagged();
  if (input.flag()) return value as Price;
  context.slot += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  return (context.slot * SLOT) as Price;
}

function readShares(input: ByteReader): Shares {
  const value = input.scaled();
  const shares = value * SCALES[input.scale()]!;
  if (shares > Number.MAX_SAFE_INTEGER) {
    throw new RecordingError('Expected a volume that is a safe integer, found a larger one');
  }
  return shares as Shares;
}

function readUpdate(input: ByteReader, context: Context): BookUpdate {
  const shape = input.byte();
  const sequence = (shape & 1) === 1 ? context.sequence + 1 : input.signed();
  context.sequence = sequence;
  const bidShape = (shape >> 2) & MANY;
  const askShape = (shape >> 5) & MANY;
  const bidCount = bidShape === MANY ? input.unsigned() : bidShape;
  const askCount = askShape === MANY ? input.unsigned() : askShape;
  const readLevel = (): Level => ({ price: readPrice(input, context), shares: readShares(input) });
  const bids = readMany(bidCount, readLevel);
  const asks = readMany(askCount, readLevel);
  if ((shape & 2) === 0) return { bids, asks, sequence };
  return { bids, asks, sequence, leftOut: readJson(input) as LeftOutLevels };
}

function readTrade(input: ByteReader, context: Context, atMs: number): Trade {
  let id: string;
  if (input.byte() === 1) {
    context.tradeId += input.big();
    id = context.tradeId.toString();
  } else id = input.text();
  const price = readPrice(input, context);
  const shares = readShares(input);
  const takerSide = TAKER_SIDES[input.byte()];
  if (takerSide === undefined) throw new RecordingError('Expected a taker side of a recorded trade, found another');
  return { id, price, shares, takerSide, exchangeTimeMs: input.signed() + atMs };
}

function readCandle(input: ByteReader, context: Context, atMs: number): Candle {
  const openTimeMs = input.signed() + atMs;
  const open = readPrice(input, context);
  const high = readPrice(input, context);
  const low = readPrice(input, context);
  const close = readPrice(input, context);
  return { openTimeMs, open, high, low, close, volume: readShares(input) };
}

function readTickPrice(input: ByteReader, context: Context): number {
  if (input.byte() === 0) return input.float();
  context.tickPrice += input.signed();
  return context.tickPrice / TICK_SCALE;
}

function readTick(input: ByteReader, contexts: Context[], atMs: number): UnderlyingTick {
  const context = readContext(input, contexts);
  const has = input.byte();
  const price = readTickPrice(input, context);
  const exchangeTimeMs = input.signed() + atMs;
  return {
    symbol: context.name,
    price,
    exchangeTimeMs,
    bucketStartMs: (has & 1) === 0 ? null : input.signed() + atMs,
    bucketOpen: (has & 2) === 0 ? null : readTickPrice(input, context),
    bucketSeconds: (has & 4) === 0 ? null : input.float(),
  };
}
