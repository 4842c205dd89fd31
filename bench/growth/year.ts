/**
 * A year of trading as files: an order journal, an equity history, and the fills of the account, of any size.
 *
 * Units       Times in Unix ms; amounts in millionths. Orders and fills are spread evenly over a year that ends at `END_MS`.
 * Invariants  The same size gives the same rows. Nothing of it is committed: each use generates it.
 */
import { DatabaseSync } from 'node:sqlite';
import { openEquityHistory } from '../../src/main/storage/equityHistory.ts';
import { createJournalTables, openJournal } from '../../src/main/storage/journal.ts';
import { encodeMessage } from '../../src/shared/ipc/codec.ts';
import type { ExchangeOrder, Fill } from '../../src/shared/order/account/account.ts';
import type { JournalEntry } from '../../src/shared/order/journalEntry.ts';
import {
  parseAddress,
  parseHex32,
  parseIntentId,
  parseMarketId,
  parseOrderId,
  parseTokenId,
} from '../../src/shared/units/ids.ts';
import { toPrice } from '../../src/shared/units/price.ts';
import { toShares } from '../../src/shared/units/shares.ts';
import { toUsd } from '../../src/shared/units/usd.ts';

export const END_MS = Date.UTC(2026, 10, 1);
export const YEAR_MS = 365 * 86_400_000;
export const WALLET = parseAddress(`0x${'5a'.repeat(20)}`);
const MARKETS = 400;
const MINUTE_MS = 60_000;

const marketOf = (at: number) => parseMarketId(`market-${(at * 7) % MARKETS}`);

/** Lines of order `at` of `count`: signed, sent, accepted, ended. The newest twenty rest. */
function listLines(at: number, count: number): JournalEntry[] {
  const atMs = END_MS - YEAR_MS + Math.floor((at * YEAR_MS) / count);
  const intentId = parseIntentId(`${(at * 2654435761) % 4294967296}-order-${at}`);
  const price = toPrice(10_000 * (1 + ((at * 13) % 98)));
  const shares = toShares(10_000_000);
  const side = at % 2 === 0 ? 'yes' : 'no';
  const direction = at % 3 === 0 ? 'sell' : 'buy';
  const isFilled = at % 5 === 0;
  const order: ExchangeOrder = {
    id: parseOrderId(`${100_000 + at}`),
    market: marketOf(at),
    side,
    direction,
    ordType: 'limit',
    price,
    state: 'wait',
    originShares: shares,
    remainingShares: shares,
    filledShares: toShares(0),
    contractsCount: 0,
    locked: toUsd(BigInt(price) * 10n),
    createdAtMs: atMs + 5,
    updatedAtMs: atMs + 5,
  };
  const ended: ExchangeOrder = {
    ...order,
    state: isFilled ? 'done' : 'cancel',
    remainingShares: isFilled ? toShares(0) : shares,
    filledShares: isFilled ? shares : toShares(0),
    locked: toUsd(0n),
    updatedAtMs: atMs + 20,
  };
  const event = (event: Extract<JournalEntry, { kind: 'event' }>['event'], isLast: boolean): JournalEntry => ({
    kind: 'event',
    intentId,
    atMs: event.atMs,
    event,
    isLast,
  });
  return [
    {
      kind: 'signed',
      intentId,
      atMs,
      exchangeTimeMs: atMs,
      intent: {
        intentId,
        market: marketOf(at),
        side,
        direction,
        price,
        shares,
        postOnly: false,
        bookVersion: at,
      },
      maker: WALLET,
      tokenId: parseTokenId('111'),
      salt: BigInt(at) * 7_919n + 1n,
      digest: parseHex32(`0x${'ab'.repeat(32)}`),
      expiresAtMs: atMs + 7 * 86_400_000,
      risk: { notional: toUsd(BigInt(price) * 10n), givenAway: toUsd(0n) },
    },
    event({ kind: 'sent', atMs: atMs + 1 }, false),
    event({ kind: 'exchange', atMs: atMs + 6, order, source: 'answer' }, false),
    ...(at >= count - 20 ? [] : [event({ kind: 'exchange', atMs: atMs + 21, order: ended, source: 'stream' }, true)]),
  ];
}

/** Writes a journal of `orders` orders at `path`, which does not exist yet. */
export function writeJournal(path: string, orders: number): void {
  openJournal(path).close();
  writeLines(path, orders);
  // The first open of a journal without its derived tables builds them.
  openJournal(path).close();
}

/** The same as version 6 wrote it, without the seals. */
export function writeOldJournal(path: string, orders: number): void {
  const database = new DatabaseSync(path);
  createJournalTables(database, 6);
  database.close();
  writeLines(path, orders);
}

function writeLines(path: string, orders: number): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  const insert = database.prepare('INSERT INTO entry (intent_id, kind, at_ms, is_last, body) VALUES (?, ?, ?, ?, ?)');
  for (let at = 0; at < orders; at += 1) {
    for (const line of listLines(at, orders)) {
      insert.run(
        line.intentId,
        line.kind,
        line.atMs,
        line.kind === 'event' && line.isLast ? 1 : 0,
        encodeMessage(line),
      );
    }
  }
  database.exec('COMMIT');
  database.close();
}

/** Writes one row a minute, the newest at the end of the year. */
export function writeEquity(path: string, rows: number): void {
  openEquityHistory(path, () => END_MS).close();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  const insert = database.prepare('INSERT INTO equity VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (let at = 0; at < rows; at += 1) {
    const wave = BigInt(Math.floor(1_000_000 * (((at * 7_919) % 10_007) - 5_000)));
    insert.run(WALLET, END_MS - (rows - at) * MINUTE_MS, 1_000_000_000n + wave, 500_000_000n, wave, wave, 1_000n, 0n);
  }
  database.exec('COMMIT');
  database.close();
}

/** Fill `at` of `count`, oldest first. */
export function makeFill(at: number, count: number): Fill {
  const price = toPrice(10_000 * (1 + ((at * 13) % 98)));
  const shares = toShares(10_000_000);
  return {
    id: `${1 + at}`,
    orderId: parseOrderId(`${100_000 + at * 5}`),
    market: marketOf(at),
    side: at % 2 === 0 ? 'yes' : 'no',
    direction: at % 3 === 0 ? 'sell' : 'buy',
    price,
    shares,
    value: toUsd(BigInt(price) * 10n),
    fee: toUsd(1_000n),
    takerSide: 'yes',
    state: 'active',
    exchangeTimeMs: END_MS - YEAR_MS + Math.floor((at * YEAR_MS) / count),
  };
}
