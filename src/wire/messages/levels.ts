/**
 * Price levels in every form the exchange may serve them.
 *
 * Shape       `{price, volume}` objects, `[price, volume]` pairs, one flat pair, null or nothing.
 * Units       Volumes are absolute; "", "0" and "0.0" are no volume, which removes a level.
 * Source      docs/assumptions.md#level-shapes, #level-removal.
 */
import type { Level } from '#shared/market/book.ts';
import { mirrorPrice, parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { asWireError, isRecord, type JsonPath } from './reader.ts';
import { refuse } from './wireError.ts';

/** Far above 999 prices a side: a longer list is not a book. */
const MAX_LEVELS = 20_000;

/** Reads one side; an absent side is empty. */
export function readLevels(value: unknown, place: JsonPath): Level[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw refuse(place, 'an array of levels', value);
  if (value.length > MAX_LEVELS) throw refuse(place, `at most ${MAX_LEVELS} levels`, value);
  if (value.length > 0 && typeof value[0] === 'string') return [readPair(value, place)];
  const levels: Level[] = [];
  for (let index = 0; index < value.length; index += 1) levels.push(readLevel(value[index], place, index));
  return levels;
}

function readLevel(value: unknown, side: JsonPath, index: number): Level {
  if (Array.isArray(value)) return readPair(value, side, index);
  if (!isRecord(value)) throw refuse(side.at(index), 'a level', value);
  return readNumbers(value.price, value.volume, side, index, 'price', 'volume');
}

function readPair(value: readonly unknown[], side: JsonPath, index?: number): Level {
  if (value.length !== 2)
    throw refuse(index === undefined ? side : side.at(index), 'a pair of price and volume', value);
  return readNumbers(value[0], value[1], side, index, 0, 1);
}

/** Places are made only on failure: this runs for every level of every increment. */
function readNumbers(
  price: unknown,
  volume: unknown,
  side: JsonPath,
  index: number | undefined,
  priceKey: string | number,
  volumeKey: string | number,
): Level {
  const place = (key: string | number): JsonPath => (index === undefined ? side.at(key) : side.at(index).at(key));
  if (typeof price !== 'string') throw refuse(place(priceKey), 'a price as text', price);
  if (typeof volume !== 'string') throw refuse(place(volumeKey), 'a volume as text', volume);
  let at = priceKey;
  try {
    const parsedPrice = parsePrice(price);
    at = volumeKey;
    return { price: parsedPrice, shares: volume === '' ? ZERO_SHARES : parseShares(volume) };
  } catch (error) {
    throw asWireError(error, place(at));
  }
}

/** The same liquidity seen from the other outcome: a NO bid at p is a YES ask at 1 − p. */
export function mirrorLevels(levels: readonly Level[]): Level[] {
  return levels.map(({ price, shares }) => ({ price: mirrorPrice(price), shares }));
}
