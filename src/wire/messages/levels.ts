/**
 * Price levels of an order book, in each form that the exchange may serve.
 *
 * Shape       `{price, volume}` objects, `[price, volume]` pairs, one flat pair, null or nothing.
 * Units       Volumes are absolute; "", "0" and "0.0" mean no volume and remove the level.
 * Invariants  An unreadable level is left out and does not affect the others; more than MAX_LEFT_OUT make the message unreadable.
 * Source      docs/assumptions.md#level-shapes, #level-removal, #plausible-values.
 */
import type { ParseProblem } from '#shared/base/parseProblem.ts';
import type { Level } from '#shared/market/book.ts';
import { MAX_PRICE, MIN_PRICE, mirrorPrice, type Price, parsePrice } from '#shared/units/price.ts';
import { parseShares, type Shares, ZERO_SHARES } from '#shared/units/shares.ts';
import type { JsonPath } from './jsonPath.ts';
import { isRecord, toWireError } from './jsonReader.ts';
import { MAX_LEVEL_SHARES } from './plausible.ts';
import { toProblem, unexpectedValue, WireError } from './wireError.ts';

/** Above the number of slots of a side. */
const MAX_LEVELS = 2_000;
const MAX_LEFT_OUT = 20;

/** The prices that make a level better than another one: bids rise, asks fall. */
export type Column = 'bid' | 'ask';

export interface Levels {
  readonly levels: readonly Level[];
  readonly leftOut: LeftOutSide | null;
}

interface LeftOutSide {
  readonly count: number;
  /** The best price that one of them may have. */
  readonly best: Price;
  readonly problem: ParseProblem;
}

/** What is known of the price of an unreadable level: the price itself, or the level that it follows. */
interface Unread {
  readonly error: WireError;
  readonly price: Price | null;
  readonly before: Level | null;
}

/**
 * Reads one side of a book; an absent side is empty. `isWhole`: the side is listed from its best level on, so that a level
 * without a readable price is not better than the one before it.
 */
export function readLevels(value: unknown, path: JsonPath, column: Column, isWhole: boolean): Levels {
  if (value === undefined || value === null) return NOTHING;
  const unread: Unread[] = [];
  const levels: Level[] = [];
  const read = (entry: unknown, index?: number): void => {
    const level = readLevel(entry, path, index);
    if ('shares' in level) {
      levels.push(level);
      return;
    }
    if (unread.length === MAX_LEFT_OUT) throw unread[0]!.error;
    path.drift?.leaveOut(level.error);
    unread.push({ ...level, before: levels.at(-1) ?? null });
  };
  if (!Array.isArray(value)) read(value);
  else if (value.length > MAX_LEVELS) throw unexpectedValue(path, `at most ${MAX_LEVELS} levels`, value);
  else if (value.length > 0 && typeof value[0] === 'string') read(value);
  else for (let index = 0; index < value.length; index += 1) read(value[index], index);
  return unread.length === 0
    ? { levels, leftOut: null }
    : { levels, leftOut: describe(unread, levels, column, isWhole) };
}

const NOTHING: Levels = { levels: [], leftOut: null };

function describe(unread: readonly Unread[], levels: readonly Level[], column: Column, isWhole: boolean): LeftOutSide {
  const isSorted =
    isWhole && levels.every(({ price }, at) => at === 0 || isBetter(levels[at - 1]!.price, price, column));
  const unknown = column === 'bid' ? MAX_PRICE : MIN_PRICE;
  const bounds = unread.map(({ price, before }) => price ?? (isSorted ? before?.price : null) ?? unknown);
  return {
    count: unread.length,
    best: bounds.reduce((best, bound) => (isBetter(bound, best, column) ? bound : best)),
    problem: toProblem(unread[0]!.error),
  };
}

function isBetter(price: Price, than: Price, column: Column): boolean {
  return column === 'bid' ? price > than : price < than;
}

type Found = Level | { readonly error: WireError; readonly price: Price | null };

/** The level, or what is wrong with it. Builds paths only for errors, because it runs for every level of every increment. */
function readLevel(value: unknown, side: JsonPath, index: number | undefined): Found {
  const isPair = Array.isArray(value);
  const at = (): JsonPath => (index === undefined ? side : side.at(index));
  let price: Price | null = null;
  let key: string | number = isPair ? 0 : 'price';
  try {
    if (!isPair && (!isRecord(value) || index === undefined)) {
      throw unexpectedValue(at(), index === undefined ? 'an array of levels' : 'a level', value);
    }
    if (isPair && value.length !== 2) throw unexpectedValue(at(), 'a pair of price and volume', value);
    const priceText: unknown = isPair ? value[0] : value.price;
    if (typeof priceText !== 'string') throw unexpectedValue(at().at(key), 'a price as text', priceText);
    price = parsePrice(priceText);
    key = isPair ? 1 : 'volume';
    const volume: unknown = isPair ? value[1] : value.volume;
    if (typeof volume !== 'string') throw unexpectedValue(at().at(key), 'a volume as text', volume);
    const shares = readVolume(volume);
    if (shares === null) throw unexpectedValue(at().at(key), `a volume up to ${MAX_LEVEL_SHARES / 1_000_000}`, volume);
    return { price, shares };
  } catch (error) {
    const problem = toWireError(error, at().at(key));
    if (!(problem instanceof WireError)) throw problem;
    return { error: problem, price };
  }
}

function readVolume(volume: string): Shares | null {
  const shares = volume === '' ? ZERO_SHARES : parseShares(volume);
  return shares > MAX_LEVEL_SHARES ? null : shares;
}

/** The same levels for the other outcome: a NO bid at p is a YES ask at 1 − p. */
export function mirrorLevels({ levels, leftOut }: Levels): Levels {
  return {
    levels: levels.map(({ price, shares }) => ({ price: mirrorPrice(price), shares })),
    leftOut: leftOut && { ...leftOut, best: mirrorPrice(leftOut.best) },
  };
}
