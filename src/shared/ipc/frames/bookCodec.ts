/**
 * Book codec: the books of a frame in few bytes, each read only when something shows it.
 *
 * Shape       In the frame's head: `$books`, the ids of the markets, and where the record of each ends. A record: flags · version ·
 *             sequence · times · last price · health as JSON unless it is plainly live · bids, asks, traded. An array: count of its
 *             pairs · a byte for what its prices and its shares are multiples of · for each pair, the distance from the price
 *             before and the shares. Whole numbers are in groups of seven bits, the least significant first.
 * Units       As BookFrame.
 * Invariants  A book comes back as it was, or `encodeBooks` returns null: it takes whole numbers from 0 to 2^53 - 1 only.
 *             A thousand levels and their frame are one object on the page until they are read.
 * Errors      Throws BugError on bytes that `encodeBooks` did not make.
 */
import type { BookHealth } from '../../market/bookHealth.ts';
import { BugError } from '../../units/errors.ts';
import type { MarketId } from '../../units/ids.ts';
import { decodeText, encodeText } from './bytes.ts';
import type { BookFrame } from './frame.ts';

/** The part of a frame's head. */
export interface BooksHead {
  readonly $books: readonly string[];
  /** Offsets from the first record. */
  readonly ends: readonly number[];
}

const FIELDS: ReadonlySet<string> = new Set<keyof BookFrame>([
  'market',
  'health',
  'version',
  'sequence',
  'exchangeTimeMs',
  'provedAtMs',
  'bids',
  'asks',
  'traded',
  'lastPrice',
]);
const HAS_SEQUENCE = 1;
const HAS_EXCHANGE_TIME = 2;
const HAS_PROOF = 4;
const HAS_LAST_PRICE = 8;
const IS_PLAINLY_LIVE = 16;
const PRICE_UNIT = 1_000;
const SHARES_UNIT = 10_000;
const HAS_PRICE_UNIT = 1;
const HAS_SHARES_UNIT = 2;
const LIVE: BookHealth = { at: 'live' };

/** Bytes that are being written: kept, because frames are written many times a second. */
let target = new Uint8Array(4_096);
let at = 0;

function writeByte(byte: number): void {
  if (at === target.length) {
    const larger = new Uint8Array(target.length * 2);
    larger.set(target);
    target = larger;
  }
  target[at] = byte;
  at += 1;
}

/** False for what is not a whole number from 0 to 2^53 - 1. */
function writeNumber(value: number): boolean {
  if (!Number.isSafeInteger(value) || value < 0 || Object.is(value, -0)) return false;
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) writeByte((rest % 128) | 128);
  writeByte(rest);
  return true;
}

function isMultiple(array: Float64Array, first: number, unit: number): boolean {
  for (let index = first; index < array.length; index += 2) if (array[index]! % unit !== 0) return false;
  return true;
}

function writeLevels(levels: unknown): boolean {
  if (!(levels instanceof Float64Array) || levels.length % 2 !== 0) return false;
  writeNumber(levels.length / 2);
  const priceUnit = isMultiple(levels, 0, PRICE_UNIT) ? PRICE_UNIT : 1;
  const sharesUnit = isMultiple(levels, 1, SHARES_UNIT) ? SHARES_UNIT : 1;
  writeByte((priceUnit > 1 ? HAS_PRICE_UNIT : 0) | (sharesUnit > 1 ? HAS_SHARES_UNIT : 0));
  let before = 0;
  for (let index = 0; index < levels.length; index += 2) {
    const price = levels[index]! / priceUnit;
    const distance = price - before;
    const isWritten =
      price >= 0 &&
      !Object.is(price, -0) &&
      writeNumber(distance < 0 ? -distance * 2 - 1 : distance * 2) &&
      writeNumber(levels[index + 1]! / sharesUnit);
    if (!isWritten) return false;
    before = price;
  }
  return true;
}

function isPlainlyLive(health: BookHealth): boolean {
  return health.at === 'live' && Object.keys(health).length === 1;
}

function writeBook(book: BookFrame): boolean {
  for (const name in book) if (!FIELDS.has(name)) return false;
  const { health, version, sequence, exchangeTimeMs, provedAtMs, lastPrice } = book;
  if (typeof health !== 'object' || health === null) return false;
  const isLive = isPlainlyLive(health);
  writeByte(
    (sequence === null ? 0 : HAS_SEQUENCE) |
      (exchangeTimeMs === null ? 0 : HAS_EXCHANGE_TIME) |
      (provedAtMs === null ? 0 : HAS_PROOF) |
      (lastPrice === null ? 0 : HAS_LAST_PRICE) |
      (isLive ? IS_PLAINLY_LIVE : 0),
  );
  const isWritten =
    writeNumber(version) &&
    (sequence === null || writeNumber(sequence)) &&
    (exchangeTimeMs === null || writeNumber(exchangeTimeMs)) &&
    (provedAtMs === null || writeNumber(provedAtMs)) &&
    (lastPrice === null || writeNumber(lastPrice));
  if (!isWritten) return false;
  if (!isLive) {
    const text = encodeText(JSON.stringify(health));
    writeNumber(text.length);
    for (const byte of text) writeByte(byte);
  }
  return writeLevels(book.bids) && writeLevels(book.asks) && writeLevels(book.traded);
}

/** The records, valid until the next call, and their part of the head; null where a book has what no record can hold. */
export function encodeBooks(
  books: readonly BookFrame[],
): { readonly head: BooksHead; readonly bytes: Uint8Array } | null {
  at = 0;
  const ends: number[] = [];
  for (const book of books) {
    if (typeof book.market !== 'string' || !writeBook(book)) return null;
    ends.push(at);
  }
  return { head: { $books: books.map(({ market }) => market), ends }, bytes: target.subarray(0, at) };
}

/** Reads one record. */
class Reader {
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  byte(): number {
    if (this.#at >= this.#end) throw new BugError('Expected another byte of a book, found its end');
    const byte = this.#bytes[this.#at]!;
    this.#at += 1;
    return byte;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      if (scale > Number.MAX_SAFE_INTEGER) throw new BugError('Expected a number below 2^53, found more groups');
    }
  }

  health(): BookHealth {
    const text = this.#text();
    try {
      return JSON.parse(text) as BookHealth;
    } catch {
      throw new BugError('Expected the health of a book in JSON, found other text');
    }
  }

  #text(): string {
    const length = this.number();
    if (length > this.#end - this.#at) throw new BugError('Expected a text inside a book, found a longer one');
    const text = decodeText(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return text;
  }

  levels(): Float64Array {
    const count = this.number();
    // Each pair has two bytes at least.
    if (count * 2 > this.#end - this.#at) throw new BugError(`Expected the levels of a book, found ${count} announced`);
    const units = this.byte();
    const priceUnit = units & HAS_PRICE_UNIT ? PRICE_UNIT : 1;
    const sharesUnit = units & HAS_SHARES_UNIT ? SHARES_UNIT : 1;
    const levels = new Float64Array(count * 2);
    let price = 0;
    for (let index = 0; index < levels.length; index += 2) {
      const distance = this.number();
      price += distance % 2 === 1 ? -(distance + 1) / 2 : distance / 2;
      levels[index] = price * priceUnit;
      levels[index + 1] = this.number() * sharesUnit;
    }
    return levels;
  }

  finish(): void {
    if (this.#at !== this.#end) throw new BugError(`Expected the end of a book, found ${this.#end - this.#at} bytes`);
  }
}

/** A book of a frame that nothing has read yet. */
export class EncodedBook {
  readonly market: MarketId;
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;

  constructor(market: MarketId, bytes: Uint8Array, start: number, end: number) {
    this.market = market;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  /** Throws BugError on a broken record. */
  decode(): BookFrame {
    const reader = new Reader(this.#bytes, this.#start, this.#end);
    const flags = reader.byte();
    const read = (flag: number): number | null => ((flags & flag) === 0 ? null : reader.number());
    const book: BookFrame = {
      market: this.market,
      version: reader.number(),
      sequence: read(HAS_SEQUENCE),
      exchangeTimeMs: read(HAS_EXCHANGE_TIME),
      provedAtMs: read(HAS_PROOF),
      lastPrice: read(HAS_LAST_PRICE),
      health: flags & IS_PLAINLY_LIVE ? LIVE : reader.health(),
      bids: reader.levels(),
      asks: reader.levels(),
      traded: reader.levels(),
    };
    reader.finish();
    return book;
  }
}

/** The books whose records begin at `start`. */
export function listBooks({ $books, ends }: BooksHead, bytes: Uint8Array, start: number): EncodedBook[] {
  if (!Array.isArray($books) || !Array.isArray(ends) || $books.length !== ends.length) {
    throw new BugError('Expected as many ends of books as markets, found others');
  }
  const books: EncodedBook[] = [];
  let from = start;
  for (let index = 0; index < ends.length; index += 1) {
    const end = start + ends[index]!;
    if (!Number.isInteger(end) || end < from || end > bytes.length) {
      throw new BugError(`Expected a book inside ${bytes.length} bytes, found its end at ${end}`);
    }
    books.push(new EncodedBook($books[index] as MarketId, bytes, from, end));
    from = end;
  }
  return books;
}
