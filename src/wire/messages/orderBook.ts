/**
 * Order books in YES terms, from the REST book, the snapshot and the increments of the stream.
 *
 * Invariants  Depth is never doubled: each YES array as served wins, its NO mirror serves only where it is empty.
 * Source      exchange-interface, Order book object; protocol-facts §1 and §3; docs/assumptions.md#ob-streams-are-yes, #book-mirrors.
 */
import type { BookUpdate, Level } from '#shared/market/book.ts';
import { formatPrice } from '#shared/units/price.ts';
import { formatShares } from '#shared/units/shares.ts';
import { mirrorLevels, readLevels } from './levels.ts';
import { Fields, JsonPath, readInteger } from './reader.ts';

/** The REST book may come without a sequence (only the copy inside a market is promised one). */
export const NO_SEQUENCE = -1;

export interface RestBook {
  readonly update: BookUpdate;
  /** Where a served NO array contradicts the YES array that it should mirror. */
  readonly conflict: string | null;
}

/** Reads the four-array book, or plain `bids` and `asks` of the YES leg. */
export function parseOrderBook(value: unknown, place: JsonPath = new JsonPath('order-book')): RestBook {
  const fields = new Fields(value, place);
  const side = (name: string): Level[] => occupied(readLevels(fields.raw(name), place.at(name)));
  const yesBids = fields.has('yes_bids') ? side('yes_bids') : side('bids');
  const yesAsks = fields.has('yes_asks') ? side('yes_asks') : side('asks');
  const fromNoAsks = mirrorLevels(side('no_asks'));
  const fromNoBids = mirrorLevels(side('no_bids'));
  const update: BookUpdate = {
    bids: yesBids.length > 0 ? yesBids : fromNoAsks,
    asks: yesAsks.length > 0 ? yesAsks : fromNoBids,
    sequence: fields.maybe('sequence', readInteger) ?? NO_SEQUENCE,
  };
  return {
    update,
    conflict: findConflict('yes_bids', yesBids, fromNoAsks) ?? findConflict('yes_asks', yesAsks, fromNoBids),
  };
}

/** Reads `{m}.ob-snap`: like an increment, but a sequence and whole sides. */
export function parseBookSnapshot(value: unknown, place: JsonPath): BookUpdate {
  const fields = new Fields(value, place);
  if (fields.has('yes_bids') || fields.has('yes_asks') || fields.has('no_bids') || fields.has('no_asks')) {
    return { ...parseOrderBook(value, place).update, sequence: fields.take('sequence', readInteger) };
  }
  return {
    bids: occupied(readLevels(fields.raw('bids'), place.at('bids'))),
    asks: occupied(readLevels(fields.raw('asks'), place.at('asks'))),
    sequence: fields.take('sequence', readInteger),
  };
}

/** Reads `{m}.ob-inc`; a side that is missing has not changed. */
export function parseBookIncrement(value: unknown, place: JsonPath): BookUpdate {
  const fields = new Fields(value, place);
  return {
    bids: readLevels(fields.raw('bids'), place.at('bids')),
    asks: readLevels(fields.raw('asks'), place.at('asks')),
    sequence: fields.take('sequence', readInteger),
  };
}

function occupied(levels: readonly Level[]): Level[] {
  return levels.filter((level) => level.shares > 0);
}

function findConflict(name: string, served: readonly Level[], mirrored: readonly Level[]): string | null {
  if (served.length === 0 || mirrored.length === 0) return null;
  const volumes = new Map(served.map((level) => [level.price, level.shares]));
  for (const { price, shares } of mirrored) {
    const found = volumes.get(price);
    if (found !== shares) {
      const there = found === undefined ? 'nothing' : formatShares(found);
      return `${name} at ${formatPrice(price)}: ${there} served, ${formatShares(shares)} on the other outcome's mirror`;
    }
  }
  return null;
}
