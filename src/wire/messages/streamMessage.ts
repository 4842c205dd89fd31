/**
 * One text message of a socket, as a list of what it says.
 *
 * Shape       A JSON object keyed by stream name; `success` and `error` are not streams.
 * Errors      WireError when the text is not such an object; a stream's payload that can't be read is a message of
 *             kind 'unreadable', so that it disturbs no other stream.
 * Source      exchange-interface, Events; docs/assumptions.md#subscribed-message.
 */
import type { BookUpdate } from '#shared/market/book.ts';
import type { Candle, Period } from '#shared/market/candle.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { UnderlyingTick } from '#shared/market/tick.ts';
import type { Balance, ExchangeOrder, Fill, Position, UnreadableOrder } from '#shared/order/account.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseStreamBalance } from './balance.ts';
import { parseCandleRow } from './candleRow.ts';
import { parseTick } from './cryptoTick.ts';
import { parseFill } from './fill.ts';
import { isRefused, parseServedOrder } from './order.ts';
import { parseBookIncrement, parseBookSnapshot } from './orderBook.ts';
import { parsePosition } from './position.ts';
import { decodeJson, isRecord, JsonPath } from './reader.ts';
import type { SchemaDrift } from './schemaDrift.ts';
import { formatStream, parseStream, type StreamName } from './streamName.ts';
import { parseTrades, type TradeList } from './trade.ts';
import { refuse, WireError } from './wireError.ts';

export type StreamMessage =
  | { readonly kind: 'subscribed'; readonly streams: readonly string[] }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'snapshot'; readonly market: MarketId; readonly update: BookUpdate }
  | { readonly kind: 'increment'; readonly market: MarketId; readonly update: BookUpdate }
  | { readonly kind: 'trades'; readonly market: MarketId; readonly trades: readonly Trade[] }
  | { readonly kind: 'candle'; readonly market: MarketId; readonly period: Period; readonly candle: Candle }
  | { readonly kind: 'tick'; readonly tick: UnderlyingTick }
  | { readonly kind: 'order'; readonly order: ExchangeOrder }
  | { readonly kind: 'fill'; readonly fill: Fill }
  | { readonly kind: 'balance'; readonly balance: Balance }
  | { readonly kind: 'position'; readonly position: Position }
  | {
      readonly kind: 'unreadable';
      readonly stream: string;
      readonly market: MarketId | null;
      /** What could be read of it, where it was an order. */
      readonly order?: UnreadableOrder;
      readonly error: WireError;
    }
  /** A stream that we do not know: counted, not used. */
  | { readonly kind: 'other'; readonly stream: string };

const MAX_KEYS = 64;
const MAX_ITEMS = 10_000;
const MAX_STREAMS = 1_000;

/** The survey, where given, learns the fields that nobody asked for. */
export function parseStreamMessage(text: string, survey: SchemaDrift | null = null): StreamMessage[] {
  const decoded = decodeJson(text, 'message');
  if (!isRecord(decoded)) throw refuse('message', 'an object keyed by stream', decoded);
  const messages: StreamMessage[] = [];
  let keys = 0;
  for (const key in decoded) {
    keys += 1;
    if (keys > MAX_KEYS) throw refuse('message', `at most ${MAX_KEYS} streams in a message`, decoded);
    readKey(key, decoded[key], messages, survey);
  }
  return messages;
}

function readKey(key: string, payload: unknown, messages: StreamMessage[], survey: SchemaDrift | null): void {
  if (key === 'success') messages.push({ kind: 'subscribed', streams: readSubscribed(payload) });
  else if (key === 'error') messages.push({ kind: 'error', text: readErrorText(payload) });
  else {
    const stream = parseStream(key);
    if (stream === null) {
      messages.push({ kind: 'other', stream: key.slice(0, 160) });
      return;
    }
    try {
      readStream(stream, payload, new JsonPath(key, null, survey), messages);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      // What was read in part tells nothing about its fields.
      survey?.unknown();
      messages.push({ kind: 'unreadable', stream: key, market: 'market' in stream ? stream.market : null, error });
    }
  }
}

function readStream(stream: StreamName, payload: unknown, place: JsonPath, messages: StreamMessage[]): void {
  switch (stream.kind) {
    case 'ob-inc':
      messages.push({ kind: 'increment', market: stream.market, update: parseBookIncrement(payload, place) });
      return;
    case 'ob-snap':
      messages.push({ kind: 'snapshot', market: stream.market, update: parseBookSnapshot(payload, place) });
      return;
    case 'trades':
      readTrades(stream, parseTrades(payload, place), messages);
      return;
    case 'kline':
      for (const [row, at] of rowsOf(payload, place)) {
        const candle = parseCandleRow(row, at);
        if (candle !== null) messages.push({ kind: 'candle', market: stream.market, period: stream.period, candle });
      }
      return;
    case 'crypto':
      messages.push({ kind: 'tick', tick: parseTick(payload, place, stream.symbol) });
      return;
    case 'order':
      for (const [item, at] of itemsOf(payload, place)) {
        const order = parseServedOrder(item, at);
        if (!isRefused(order)) messages.push({ kind: 'order', order });
        else {
          const { unreadable, error } = order;
          messages.push({ kind: 'unreadable', stream: 'order', market: null, order: unreadable, error });
        }
      }
      return;
    case 'contract':
      for (const [item, at] of itemsOf(payload, place)) messages.push({ kind: 'fill', fill: parseFill(item, at) });
      return;
    case 'balance':
      for (const [item, at] of itemsOf(payload, place)) {
        messages.push({ kind: 'balance', balance: parseStreamBalance(item, at) });
      }
      return;
    case 'position':
      for (const [item, at] of itemsOf(payload, place)) {
        messages.push({ kind: 'position', position: parsePosition(item, at) });
      }
  }
}

/** The trades that can be read go on; the others are one hole. */
function readTrades(
  stream: Extract<StreamName, { readonly market: MarketId }>,
  { trades, unreadable }: TradeList,
  messages: StreamMessage[],
): void {
  const [error] = unreadable;
  if (error) messages.push({ kind: 'unreadable', stream: formatStream(stream), market: stream.market, error });
  if (trades.length > 0 || !error) messages.push({ kind: 'trades', market: stream.market, trades });
}

/** One item, or an array of them. */
function itemsOf(payload: unknown, place: JsonPath): (readonly [unknown, JsonPath])[] {
  if (Array.isArray(payload) && payload.length > MAX_ITEMS) {
    throw refuse(place, `at most ${MAX_ITEMS} items in a message`, payload);
  }
  return Array.isArray(payload) ? payload.map((item, index) => [item, place.at(index)] as const) : [[payload, place]];
}

/** A row is an array itself, so rows are told by their first entry. */
function rowsOf(payload: unknown, place: JsonPath): (readonly [unknown, JsonPath])[] {
  return Array.isArray(payload) && Array.isArray(payload[0]) ? itemsOf(payload, place) : [[payload, place]];
}

function readSubscribed(payload: unknown): string[] {
  const streams = isRecord(payload) ? payload.streams : null;
  return Array.isArray(streams)
    ? streams.slice(0, MAX_STREAMS).filter((name): name is string => typeof name === 'string' && name.length <= 200)
    : [];
}

function readErrorText(payload: unknown): string {
  const text = isRecord(payload) ? (payload.message ?? payload.error) : payload;
  return typeof text === 'string' ? text.slice(0, 200) : 'no text';
}
