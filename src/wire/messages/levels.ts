/**
 * Price levels of an order book, in each form that the exchange may serve.
 *
 * Shape       `{price, volume}` objects, `[price, volume]` pairs, one flat pair, null or nothing.
 * Units       Volumes are absolute; "", "0" and "0.0" mean no volume and remove the level.
 * Source      docs/assumptions.md#level-shapes, #level-removal.
 */
import type { Level } from '#shared/market/book.ts';
import { mirrorPrice, parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import type { JsonPath } from './jsonPath.ts';
import { isRecord, toWireError } from './jsonReader.ts';
import { unexpectedValue } from './wireError.ts';

/** Far above the number of prices of a side. */
const MAX_LEVELS = 20_000;

/** Reads one side of the book; an absent side is empty. */
export function readLevels(value: unknown, path: JsonPath): Level[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw unexpectedValue(path, 'an array of levels', value);
  if (value.length > MAX_LEVELS) throw unexpectedValue(path, `at most ${MAX_LEVELS} levels`, value);
  if (value.length > 0 && typeof value[0] === 'string') return [readPair(value, path)];
  const levels: Level[] = [];
  for (let index = 0; index < value.length; index += 1) levels.push(readLevel(value[index], path, index));
  return levels;
}

function readLevel(value: unknown, side: JsonPath, index: number): Level {
  if (Array.isArray(value)) return readPair(value, side, index);
  if (!isRecord(value)) throw unexpectedValue(side.at(index), 'a level', value);
  return readNumbers(value.price, value.volume, side, index, 'price', 'volume');
}

function readPair(value: readonly unknown[], side: JsonPath, index?: number): Level {
  if (value.length !== 2)
    throw unexpectedValue(index === undefined ? side : side.at(index), 'a pair of price and volume', value);
  return readNumbers(value[0], value[1], side, index, 0, 1);
}

/** Builds paths only for errors, because it runs for every level of every increment. */
function readNumbers(
  price: unknown,
  volume: unknown,
  side: JsonPath,
  index: number | undefined,
  priceKey: string | number,
  volumeKey: string | number,
): Level {
  const pathAt = (key: string | number): JsonPath => (index === undefined ? side.at(key) : side.at(index).at(key));
  if (typeof price !== 'string') throw unexpectedValue(pathAt(priceKey), 'a price as text', price);
  if (typeof volume !== 'string') throw unexpectedValue(pathAt(volumeKey), 'a volume as text', volume);
  let at = priceKey;
  try {
    const parsedPrice = parsePrice(price);
    at = volumeKey;
    return { price: parsedPrice, shares: volume === '' ? ZERO_SHARES : parseShares(volume) };
  } catch (error) {
    throw toWireError(error, pathAt(at));
  }
}

/** The same levels for the other outcome: a NO bid at p is a YES ask at 1 − p. */
export function mirrorLevels(levels: readonly Level[]): Level[] {
  return levels.map(({ price, shares }) => ({ price: mirrorPrice(price), shares }));
}
