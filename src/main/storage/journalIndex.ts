/**
 * Index of the order journal: one row per signed order, derived from the lines and never read instead of them.
 *
 * Shape       Table `known_order` and the number of the newest line that it covers. `update` adds the lines written since, in steps of
 *             one transaction each; it is not part of a line's own write.
 * Invariants  A query visits at most `MAX_VISITED` rows, however many orders there are. A tampered index can hide an old order from a view
 *             or from `load`; orders of the last day are found by an index of the lines themselves.
 * Source      docs/decisions/0034-authenticated-stores.md
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { OrderPlace } from '#shared/order/account/history.ts';
import type { OrderId } from '#shared/units/ids.ts';

/**
 * Statements of version 7, in the place of the exchange ids of version 2; each may have run before, in an upgrade that was cut
 * off. The rows of the tables are added by `update`.
 */
export const INDEX_SCHEMA = {
  create: [
    'CREATE INDEX IF NOT EXISTS entry_by_intent ON entry (intent_id)',
    `CREATE INDEX IF NOT EXISTS signed_by_time ON entry (at_ms) WHERE kind = 'signed'`,
    `CREATE TABLE IF NOT EXISTS known_order (
      number INTEGER PRIMARY KEY, intent_id TEXT NOT NULL UNIQUE, at_ms REAL NOT NULL, market TEXT NOT NULL, side TEXT NOT NULL,
      direction TEXT NOT NULL, order_id TEXT, filled INTEGER NOT NULL, is_ended INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX IF NOT EXISTS known_order_by_time ON known_order (at_ms)',
    'CREATE INDEX IF NOT EXISTS known_order_by_market ON known_order (market, at_ms)',
    'CREATE INDEX IF NOT EXISTS known_order_by_id ON known_order (order_id) WHERE order_id IS NOT NULL',
    'CREATE INDEX IF NOT EXISTS unended_order ON known_order (number) WHERE is_ended = 0',
    'CREATE TABLE IF NOT EXISTS known_to (number INTEGER NOT NULL) STRICT',
    'INSERT INTO known_to SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM known_to)',
  ],
  drop: [
    'DROP TRIGGER IF EXISTS own_order_of_entry',
    'DROP TABLE IF EXISTS own_order',
    'DROP INDEX IF EXISTS entry_of_intent',
  ],
} as const;

/** Lines of one transaction. */
const STEP = 20_000;

/** Rows that one query visits at most: some ten milliseconds. */
export const MAX_VISITED = 2_000;

/** NOT INDEXED: the new lines are found by their number, whatever the statistics say. */
const UPDATE = [
  `INSERT INTO known_order
     SELECT number, intent_id, at_ms, coalesce(intent ->> '$.market', ''), coalesce(intent ->> '$.side', ''),
       coalesce(intent ->> '$.direction', ''), NULL, 0, 0
     FROM (SELECT number, intent_id, at_ms, CASE WHEN json_valid(body) THEN body -> '$.intent' END AS intent
       FROM entry NOT INDEXED WHERE number > :from AND number <= :to AND kind = 'signed' ORDER BY number)
     WHERE true ON CONFLICT DO NOTHING`,
  `UPDATE known_order SET order_id = coalesce(news.order_id, known_order.order_id), filled = coalesce(news.filled, 0)
     FROM (SELECT intent_id, max(number), body ->> '$.event.order.id' AS order_id, body ->> '$.event.order.filledShares' AS filled
       FROM entry NOT INDEXED WHERE number > :from AND number <= :to AND kind = 'event' AND json_valid(body) AND body ->> '$.event.kind' = 'exchange'
       GROUP BY intent_id) AS news
     WHERE known_order.intent_id = news.intent_id`,
  `UPDATE known_order SET is_ended = 1
     WHERE intent_id IN (SELECT intent_id FROM entry NOT INDEXED WHERE number > :from AND number <= :to AND is_last = 1)`,
];

/** An order as the index has it. */
export interface KnownOrder extends OrderPlace {
  readonly intentId: string;
  readonly market: string;
  readonly side: Side;
  readonly direction: Direction;
  readonly orderId: OrderId | null;
  /** Millionths of a share, of the newest report of the exchange. */
  readonly filled: number;
  readonly isEnded: boolean;
}

export interface KnownOrders {
  /** At most the wanted number, in the order of the list. */
  readonly orders: readonly KnownOrder[];
  /** Place from which the list continues; null at its end. */
  readonly next: OrderPlace | null;
}

export interface KnownOrderQuery {
  /** Signed from `fromMs` and before `toMs`; null: no bound. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Null: every market. */
  readonly market: string | null;
  readonly first: 'oldest' | 'newest';
  /** Null: from the beginning. */
  readonly after: OrderPlace | null;
  readonly limit: number;
  /** Null: every order. */
  isWanted: ((order: KnownOrder) => boolean) | null;
}

export interface JournalIndex {
  /** Covers the lines up to this one. */
  update(newest: number): void;
  /** Number of the newest line that the index covers. */
  coveredTo(): number;
  list(query: KnownOrderQuery): KnownOrders;
}

/** Covers some lines more, in one transaction; false when it covers all up to this one. */
export function updateIndexStep(database: DatabaseSync, newest: number): boolean {
  const from = readCovered(database);
  return from < newest && prepareStep(database)(from, newest) < newest;
}

function readCovered(database: DatabaseSync): number {
  return database.prepare('SELECT number FROM known_to').get()?.number as number;
}

/** The step answers the line that the index then covers. */
function prepareStep(database: DatabaseSync): (from: number, newest: number) => number {
  const statements = UPDATE.map((sql) => database.prepare(sql));
  const setTo = database.prepare('UPDATE known_to SET number = :to');
  return (from, newest) => {
    const to = Math.min(from + STEP, newest);
    database.exec('BEGIN IMMEDIATE');
    try {
      for (const statement of statements) statement.run({ from, to });
      setTo.run({ to });
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
    return to;
  };
}

export function openJournalIndex(database: DatabaseSync): JournalIndex {
  const step = prepareStep(database);
  let coveredTo = readCovered(database);
  const lists = new Map(
    (['oldest', 'newest'] as const).flatMap((first) =>
      [false, true].map((hasMarket) => [nameList(first, hasMarket), database.prepare(buildList(first, hasMarket))]),
    ),
  );
  return {
    coveredTo: () => coveredTo,
    update(newest) {
      while (coveredTo < newest) coveredTo = step(coveredTo, newest);
    },
    list({ fromMs, toMs, market, first, after, limit, isWanted }) {
      const isOldest = first === 'oldest';
      const orders: KnownOrder[] = [];
      const edge: OrderPlace = isOldest
        ? { atMs: fromMs ?? 0, number: 0 }
        : { atMs: toMs ?? Number.MAX_VALUE, number: 0 };
      const { atMs, number } = after ?? edge;
      const bound = isOldest ? (toMs ?? Number.MAX_VALUE) : (fromMs ?? 0);
      let visited = 0;
      for (const row of lists
        .get(nameList(first, market !== null))!
        .iterate({ atMs, number, bound, ...(market === null ? {} : { market }) })) {
        const order = parseRow(row);
        visited += 1;
        if (isWanted === null || isWanted(order)) orders.push(order);
        if (orders.length >= limit || visited >= MAX_VISITED) return { orders, next: order };
      }
      return { orders, next: null };
    },
  };
}

const nameList = (first: KnownOrderQuery['first'], hasMarket: boolean): string => `${first} ${hasMarket}`;

/** `atMs` and `number` are those of the order before the first one. */
function buildList(first: KnownOrderQuery['first'], hasMarket: boolean): string {
  const [after, within, direction] =
    first === 'oldest' ? ['>', 'at_ms < :bound', 'ASC'] : ['<', 'at_ms >= :bound', 'DESC'];
  return `SELECT * FROM known_order
     WHERE ${hasMarket ? 'market = :market AND' : ''} (at_ms, number) ${after} (:atMs, :number) AND ${within}
     ORDER BY at_ms ${direction}, number ${direction} LIMIT ${MAX_VISITED}`;
}

function parseRow(row: Readonly<Record<string, unknown>>): KnownOrder {
  return {
    number: row.number as number,
    atMs: row.at_ms as number,
    intentId: row.intent_id as string,
    market: row.market as string,
    side: row.side as Side,
    direction: row.direction as Direction,
    orderId: row.order_id as OrderId | null,
    filled: row.filled as number,
    isEnded: row.is_ended === 1,
  };
}
