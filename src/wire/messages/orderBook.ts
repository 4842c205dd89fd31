/**
 * Order books in YES terms, from REST, stream snapshots and increments.
 *
 * Invariants  Depth is never doubled: a NO array is used only where the YES array it mirrors is empty.
 * Source      docs/exchange-interface.md#order-book; docs/assumptions.md#ob-streams-are-yes, #book-mirrors.
 */
import type { BookUpdate } from '#shared/market/book.ts';
import type { BookConflict } from '#shared/market/schemaDrift.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields } from './jsonReader.ts';
import { type Column, type Levels, mirrorLevels, readLevels } from './levels.ts';
import { readWhole } from './plausible.ts';

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
  const side = (name: string, column: Column): Levels =>
    withVolume(readLevels(fields.raw(name), path.at(name), column, true));
  const yesBids = fields.has('yes_bids') ? side('yes_bids', 'bid') : side('bids', 'bid');
  const yesAsks = fields.has('yes_asks') ? side('yes_asks', 'ask') : side('asks', 'ask');
  const fromNoAsks = mirrorLevels(side('no_asks', 'ask'));
  const fromNoBids = mirrorLevels(side('no_bids', 'bid'));
  const sequence = fields.optional('sequence', readWhole('sequence')) ?? NO_SEQUENCE;
  return {
    update: buildUpdate(chooseSide(yesBids, fromNoAsks), chooseSide(yesAsks, fromNoBids), sequence),
    conflict: findConflict('yes_bids', yesBids, fromNoAsks) ?? findConflict('yes_asks', yesAsks, fromNoBids),
  };
}

/** Parses `{market}.ob-snap`: whole sides and a sequence. */
export function parseBookSnapshot(value: unknown, path: JsonPath): BookUpdate {
  const fields = new Fields(value, path);
  const sequence = fields.required('sequence', readWhole('sequence'));
  if (fields.has('yes_bids') || fields.has('yes_asks') || fields.has('no_bids') || fields.has('no_asks')) {
    return { ...parseOrderBook(value, path).update, sequence };
  }
  return buildUpdate(
    withVolume(readLevels(fields.raw('bids'), path.at('bids'), 'bid', true)),
    withVolume(readLevels(fields.raw('asks'), path.at('asks'), 'ask', true)),
    sequence,
  );
}

/** Parses `{market}.ob-inc`; an absent side has not changed. */
export function parseBookIncrement(value: unknown, path: JsonPath): BookUpdate {
  const fields = new Fields(value, path);
  return buildUpdate(
    readLevels(fields.raw('bids'), path.at('bids'), 'bid', false),
    readLevels(fields.raw('asks'), path.at('asks'), 'ask', false),
    fields.required('sequence', readWhole('sequence')),
  );
}

function buildUpdate(bids: Levels, asks: Levels, sequence: number): BookUpdate {
  const update = { bids: bids.levels, asks: asks.levels, sequence };
  const problem = bids.leftOut?.problem ?? asks.leftOut?.problem;
  if (problem === undefined) return update;
  const count = (bids.leftOut?.count ?? 0) + (asks.leftOut?.count ?? 0);
  return { ...update, leftOut: { count, bid: bids.leftOut?.best ?? null, ask: asks.leftOut?.best ?? null, problem } };
}

/** The array of the other outcome counts only where this one says nothing. */
function chooseSide(served: Levels, mirrored: Levels): Levels {
  return served.levels.length > 0 || mirrored.levels.length === 0 ? served : mirrored;
}

function withVolume({ levels, leftOut }: Levels): Levels {
  return { levels: levels.filter((level) => level.shares > 0), leftOut };
}

function findConflict(array: BookConflict['array'], served: Levels, mirrored: Levels): BookConflict | null {
  if (served.levels.length === 0 || mirrored.levels.length === 0 || served.leftOut !== null) return null;
  const volumes = new Map(served.levels.map((level) => [level.price, level.shares]));
  for (const { price, shares } of mirrored.levels) {
    const volume = volumes.get(price);
    if (volume !== shares) return { array, price, served: volume ?? null, mirrored: shares };
  }
  return null;
}
