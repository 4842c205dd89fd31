/**
 * Order books in YES terms, from REST, stream snapshots and increments.
 *
 * Invariants  Depth is never doubled: a NO array is used only where the YES array it mirrors is empty.
 * Source      docs/exchange-interface.md#order-book; docs/assumptions.md#ob-streams-are-yes, #book-mirrors.
 */
import type { BookUpdate, Level } from '#shared/market/book.ts';
import type { BookConflict } from '#shared/market/schemaDrift.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, readInteger } from './jsonReader.ts';
import { mirrorLevels, readLevels } from './levels.ts';

/** Sequence of a REST book without one (only the copy inside a market is promised one). */
export const NO_SEQUENCE = -1;

export interface RestBook {
  readonly update: BookUpdate;
  /** The first level where a NO array contradicts the YES array it mirrors. */
  readonly conflict: BookConflict | null;
}

/** Parses the four-array book, or plain `bids` and `asks` in YES terms. */
export function parseOrderBook(value: unknown, path: JsonPath = new JsonPath('order-book')): RestBook {
  const fields = new Fields(value, path);
  const side = (name: string): Level[] => withVolume(readLevels(fields.raw(name), path.at(name)));
  const yesBids = fields.has('yes_bids') ? side('yes_bids') : side('bids');
  const yesAsks = fields.has('yes_asks') ? side('yes_asks') : side('asks');
  const fromNoAsks = mirrorLevels(side('no_asks'));
  const fromNoBids = mirrorLevels(side('no_bids'));
  const update: BookUpdate = {
    bids: yesBids.length > 0 ? yesBids : fromNoAsks,
    asks: yesAsks.length > 0 ? yesAsks : fromNoBids,
    sequence: fields.optional('sequence', readInteger) ?? NO_SEQUENCE,
  };
  return {
    update,
    conflict: findConflict('yes_bids', yesBids, fromNoAsks) ?? findConflict('yes_asks', yesAsks, fromNoBids),
  };
}

/** Parses `{market}.ob-snap`: whole sides and a sequence. */
export function parseBookSnapshot(value: unknown, path: JsonPath): BookUpdate {
  const fields = new Fields(value, path);
  if (fields.has('yes_bids') || fields.has('yes_asks') || fields.has('no_bids') || fields.has('no_asks')) {
    return { ...parseOrderBook(value, path).update, sequence: fields.required('sequence', readInteger) };
  }
  return {
    bids: withVolume(readLevels(fields.raw('bids'), path.at('bids'))),
    asks: withVolume(readLevels(fields.raw('asks'), path.at('asks'))),
    sequence: fields.required('sequence', readInteger),
  };
}

/** Parses `{market}.ob-inc`; an absent side has not changed. */
export function parseBookIncrement(value: unknown, path: JsonPath): BookUpdate {
  const fields = new Fields(value, path);
  return {
    bids: readLevels(fields.raw('bids'), path.at('bids')),
    asks: readLevels(fields.raw('asks'), path.at('asks')),
    sequence: fields.required('sequence', readInteger),
  };
}

function withVolume(levels: readonly Level[]): Level[] {
  return levels.filter((level) => level.shares > 0);
}

function findConflict(
  array: BookConflict['array'],
  served: readonly Level[],
  mirrored: readonly Level[],
): BookConflict | null {
  if (served.length === 0 || mirrored.length === 0) return null;
  const volumes = new Map(served.map((level) => [level.price, level.shares]));
  for (const { price, shares } of mirrored) {
    const volume = volumes.get(price);
    if (volume !== shares) return { array, price, served: volume ?? null, mirrored: shares };
  }
  return null;
}
