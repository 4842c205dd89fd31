/**
 * One line of the order journal: what was signed, and every step of its life after that.
 *
 * Invariants  `signed` is on disk before a byte leaves. The signature itself is never kept: a copied journal can place nothing.
 * Errors      `parseJournalEntry` throws UnitError on anything that this program did not write.
 */

import type { Direction } from '../market/outcome.ts';
import { quoteFound, UnitError } from '../units/errors.ts';
import type { Address, Hex32, IntentId, TokenId } from '../units/ids.ts';
import { parseAddress, parseHex32, parseIntentId, parseMarketId, parseOrderId, parseTokenId } from '../units/ids.ts';
import { toPrice } from '../units/price.ts';
import { toShares } from '../units/shares.ts';
import { toUsd } from '../units/usd.ts';
import type { ExchangeOrder, ExchangeOrderState } from './account.ts';
import type { OrderIntent } from './intent.ts';
import type { OrderEvent } from './life.ts';

export interface SignedEntry {
  readonly kind: 'signed';
  readonly intentId: IntentId;
  readonly atMs: number;
  /** The exchange's clock at the same moment: its order's creation is compared with this one. */
  readonly exchangeTimeMs: number;
  readonly intent: OrderIntent;
  readonly maker: Address;
  readonly tokenId: TokenId;
  readonly salt: bigint;
  readonly digest: Hex32;
  /** Exchange's clock; from then on the signed order is void. */
  readonly expiresAtMs: number;
}

export interface EventEntry {
  readonly kind: 'event';
  readonly intentId: IntentId;
  readonly atMs: number;
  readonly event: OrderEvent;
  /** True when this step ended the order's life. */
  readonly isLast: boolean;
}

export type JournalEntry = SignedEntry | EventEntry;

const DIRECTIONS: readonly Direction[] = ['buy', 'sell'];
const STATES: readonly ExchangeOrderState[] = ['pending', 'wait', 'done', 'cancel', 'reject'];

/** Reads an entry back, whatever came from the disk. */
export function parseJournalEntry(value: unknown): JournalEntry {
  const entry = readRecord(value, 'a journal entry');
  const base = { intentId: parseIntentId(readText(entry, 'intentId')), atMs: readNumber(entry, 'atMs') };
  if (entry.kind === 'event') {
    return { kind: 'event', ...base, event: readEvent(entry.event), isLast: readFlag(entry, 'isLast') };
  }
  if (entry.kind !== 'signed') throw new UnitError('a journal entry of a known kind', quoteFound(entry.kind));
  const { salt } = entry;
  if (typeof salt !== 'bigint') throw new UnitError('a salt as a bigint', quoteFound(salt));
  return {
    kind: 'signed',
    ...base,
    exchangeTimeMs: readNumber(entry, 'exchangeTimeMs'),
    intent: readIntent(entry.intent),
    maker: parseAddress(readText(entry, 'maker')),
    tokenId: parseTokenId(readText(entry, 'tokenId')),
    salt,
    digest: parseHex32(readText(entry, 'digest')),
    expiresAtMs: readNumber(entry, 'expiresAtMs'),
  };
}

function readIntent(value: unknown): OrderIntent {
  const intent = readRecord(value, 'an intent');
  const { bookVersion } = intent;
  return {
    intentId: parseIntentId(readText(intent, 'intentId')),
    market: parseMarketId(readText(intent, 'market')),
    side: readWord(intent, 'side', ['yes', 'no']),
    direction: readWord(intent, 'direction', ['buy', 'sell']),
    price: toPrice(readNumber(intent, 'price')),
    shares: toShares(readNumber(intent, 'shares')),
    postOnly: readFlag(intent, 'postOnly'),
    bookVersion: bookVersion === null ? null : readNumber(intent, 'bookVersion'),
  };
}

function readEvent(value: unknown): OrderEvent {
  const event = readRecord(value, 'an order event');
  const atMs = readNumber(event, 'atMs');
  switch (event.kind) {
    case 'sent':
    case 'cancelSent':
      return { kind: event.kind, atMs };
    case 'lost':
    case 'vanished':
    case 'cancelFailed':
    case 'provedAbsent':
      return { kind: event.kind, atMs, why: readText(event, 'why') };
    case 'refused':
      return { kind: 'refused', atMs, code: readText(event, 'code') };
    case 'resolved':
      return {
        kind: 'resolved',
        atMs,
        orderId: event.orderId === null ? null : parseOrderId(readText(event, 'orderId')),
      };
    case 'exchange':
      return { kind: 'exchange', atMs, order: readOrder(event.order) };
    default:
      throw new UnitError('an order event of a known kind', quoteFound(event.kind));
  }
}

function readOrder(value: unknown): ExchangeOrder {
  const order = readRecord(value, 'an order');
  const { locked, state } = order;
  if (typeof locked !== 'bigint') throw new UnitError('a locked amount as a bigint', quoteFound(locked));
  return {
    id: parseOrderId(readText(order, 'id')),
    market: parseMarketId(readText(order, 'market')),
    side: readWord(order, 'side', ['yes', 'no']),
    direction: order.direction === null ? null : readWord(order, 'direction', DIRECTIONS),
    ordType: readText(order, 'ordType'),
    price: toPrice(readNumber(order, 'price')),
    state:
      typeof state === 'string'
        ? readWord(order, 'state', STATES)
        : { unknown: readText(readRecord(state, 'a state'), 'unknown') },
    originShares: toShares(readNumber(order, 'originShares')),
    remainingShares: toShares(readNumber(order, 'remainingShares')),
    filledShares: toShares(readNumber(order, 'filledShares')),
    contractsCount: readNumber(order, 'contractsCount'),
    locked: toUsd(locked),
    createdAtMs: readNumber(order, 'createdAtMs'),
    updatedAtMs: readNumber(order, 'updatedAtMs'),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function readRecord(value: unknown, expected: string): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new UnitError(expected, quoteFound(value));
  }
  return value as Fields;
}

function readText(record: Fields, name: string): string {
  const value = record[name];
  if (typeof value !== 'string') throw new UnitError(`text as ${name}`, quoteFound(value));
  return value;
}

function readFlag(record: Fields, name: string): boolean {
  const value = record[name];
  if (typeof value !== 'boolean') throw new UnitError(`true or false as ${name}`, quoteFound(value));
  return value;
}

/** Any number from 0: times may have a fraction, the units refuse it themselves. */
function readNumber(record: Fields, name: string): number {
  const value = record[name];
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new UnitError(`a number from 0 as ${name}`, quoteFound(value));
  }
  return value;
}

function readWord<W extends string>(record: Fields, name: string, words: readonly W[]): W {
  const word = words.find((item) => item === record[name]);
  if (word === undefined) throw new UnitError(`${words.join(', ')} as ${name}`, quoteFound(record[name]));
  return word;
}
