/**
 * Messages of a WebSocket: one text contains a payload for each stream.
 *
 * Shape       A JSON object keyed by stream name; `success` and `error` are not streams.
 * Errors      WireError when the text is not such an object. An unreadable payload becomes a message of kind
 *             'unreadable' and does not affect the other streams.
 * Source      docs/exchange-interface.md#streams; docs/assumptions.md#subscribed-message.
 */
import type { BookUpdate } from '#shared/market/book.ts';
import type { Candle, Period } from '#shared/market/candle.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { UnderlyingTick } from '#shared/market/tick.ts';
import type { Balance, ExchangeOrder, Fill, Position, UnreadableOrder } from '#shared/order/account/account.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseStreamBalance } from './balance.ts';
import { parseCandleRow } from './candleRow.ts';
import { parseTick } from './cryptoTick.ts';
import { decodeJson, finish } from './decodeJson.ts';
import { parseFill } from './fill.ts';
import { JsonPath } from './jsonPath.ts';
import { isRecord, readOrUnreadable } from './jsonReader.ts';
import { isOrderFailure, parseOrderOrFailure } from './order.ts';
import { parseBookIncrement, parseBookSnapshot } from './orderBook.ts';
import { parsePlainIncrement } from './plainIncrement.ts';
import { parsePosition } from './position.ts';
import type { SchemaDrift } from './schemaDrift.ts';
import { cleanServed } from './servedText.ts';
import { formatStream, parseStream, STREAM_CHARACTERS, type StreamName } from './streamName.ts';
import { sliceTrades, type TradeList } from './trade.ts';
import { unexpectedValue, WireError } from './wireError.ts';

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
      /** The readable part, when the payload is an order. */
      readonly order?: UnreadableOrder;
      readonly error: WireError;
    }
  /** A stream that no parser knows. */
  | { readonly kind: 'other'; readonly stream: string };

const MAX_KEYS = 64;
const MAX_ITEMS = 10_000;
/** Unreadable rows of one payload: with more, the payload is unreadable. Each costs a multiple of a readable one. */
const MAX_UNREADABLE = 50;
const MAX_STREAMS = 1_000;

/** Parses one text; unknown fields and contradicted assumptions go to `drift`. */
export function parseStreamMessage(text: string, drift: SchemaDrift | null = null): StreamMessage[] {
  const plain = parsePlainIncrement(text);
  return plain === null ? parseAnyMessage(text, drift) : [{ kind: 'increment', ...plain }];
}

/** The general parser: a message of any form. */
export function parseAnyMessage(text: string, drift: SchemaDrift | null = null): StreamMessage[] {
  const decoded = decodeJson(text, 'message');
  if (!isRecord(decoded)) throw unexpectedValue('message', 'an object keyed by stream', decoded);
  const messages: StreamMessage[] = [];
  const keys = Object.keys(decoded);
  if (keys.length > MAX_KEYS) throw unexpectedValue('message', `at most ${MAX_KEYS} streams in a message`, decoded);
  // Of several payloads the length of each is not known; the connection bounds all together.
  const length = keys.length === 1 ? text.length : 0;
  for (const key of keys) parseKey(key, decoded[key], length, messages, drift);
  return messages;
}

function parseKey(
  key: string,
  payload: unknown,
  length: number,
  messages: StreamMessage[],
  drift: SchemaDrift | null,
): void {
  if (key === 'success') messages.push({ kind: 'subscribed', streams: parseSubscribed(payload) });
  else if (key === 'error') messages.push({ kind: 'error', text: parseErrorText(payload) });
  else {
    const stream = parseStream(key);
    if (stream === null) {
      messages.push({ kind: 'other', stream: cleanServed('slug', key) });
      return;
    }
    const count = messages.length;
    try {
      const most = STREAM_CHARACTERS[stream.kind];
      if (length > most) throw new WireError(key, `at most ${most} characters`, `${length}`);
      parsePayload(stream, payload, new JsonPath(key, null, drift), messages);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      // What was read of it is dropped with the rest.
      messages.length = count;
      // The parser stopped early: fields that it did not reach are not unknown.
      drift?.drainUnknownFields();
      drift?.leaveOut(error);
      messages.push({ kind: 'unreadable', stream: key, market: 'market' in stream ? stream.market : null, error });
    }
  }
}

function parsePayload(stream: StreamName, payload: unknown, path: JsonPath, messages: StreamMessage[]): void {
  switch (stream.kind) {
    case 'ob-inc':
      messages.push({ kind: 'increment', market: stream.market, update: parseBookIncrement(payload, path) });
      return;
    case 'ob-snap':
      messages.push({ kind: 'snapshot', market: stream.market, update: parseBookSnapshot(payload, path) });
      return;
    case 'trades':
      addTrades(stream, finish(sliceTrades(payload, path, MAX_UNREADABLE)), messages);
      return;
    case 'kline':
      addItems(stream, rowsOf(payload, path), messages, (row, at) => {
        const candle = parseCandleRow(row, at);
        return candle && { kind: 'candle', market: stream.market, period: stream.period, candle };
      });
      return;
    case 'crypto':
      messages.push({ kind: 'tick', tick: parseTick(payload, path, stream.symbol) });
      return;
    case 'order': {
      let unreadables = 0;
      for (const [item, at] of itemsOf(payload, path)) {
        const order = parseOrderOrFailure(item, at);
        if (!isOrderFailure(order)) messages.push({ kind: 'order', order });
        else {
          const { unreadable, error } = order;
          unreadables += 1;
          if (unreadables > MAX_UNREADABLE) throw error;
          messages.push({ kind: 'unreadable', stream: 'order', market: null, order: unreadable, error });
        }
      }
      return;
    }
    case 'contract':
      addItems(stream, itemsOf(payload, path), messages, (item, at) => ({ kind: 'fill', fill: parseFill(item, at) }));
      return;
    case 'balance':
      addItems(stream, itemsOf(payload, path), messages, (item, at) => ({
        kind: 'balance',
        balance: parseStreamBalance(item, at),
      }));
      return;
    case 'position':
      addItems(stream, itemsOf(payload, path), messages, (item, at) => ({
        kind: 'position',
        position: parsePosition(item, at),
      }));
  }
}

/** Adds each item on its own: an unreadable one becomes a message of its own and does not affect the others. */
function addItems(
  stream: StreamName,
  items: readonly (readonly [unknown, JsonPath])[],
  messages: StreamMessage[],
  parse: (item: unknown, at: JsonPath) => StreamMessage | null,
): void {
  const market = 'market' in stream ? stream.market : null;
  const read = readOrUnreadable<StreamMessage | null, StreamMessage>(parse, (error) => ({
    kind: 'unreadable',
    stream: formatStream(stream),
    market,
    error,
  }));
  let unreadables = 0;
  for (const [item, at] of items) {
    const message = read(item, at);
    if (message?.kind === 'unreadable') unreadables += 1;
    if (message?.kind === 'unreadable' && unreadables > MAX_UNREADABLE) throw message.error;
    if (message !== null) messages.push(message);
  }
}

/** Adds the readable trades, and one message for all unreadable ones. */
function addTrades(
  stream: Extract<StreamName, { readonly market: MarketId }>,
  { trades, unreadable }: TradeList,
  messages: StreamMessage[],
): void {
  const [error] = unreadable;
  if (error) messages.push({ kind: 'unreadable', stream: formatStream(stream), market: stream.market, error });
  if (trades.length > 0 || !error) messages.push({ kind: 'trades', market: stream.market, trades });
}

/** The payload as a list: one item, or an array of items. */
function itemsOf(payload: unknown, path: JsonPath): (readonly [unknown, JsonPath])[] {
  if (Array.isArray(payload) && payload.length > MAX_ITEMS) {
    throw unexpectedValue(path, `at most ${MAX_ITEMS} items in a message`, payload);
  }
  return Array.isArray(payload) ? payload.map((item, index) => [item, path.at(index)] as const) : [[payload, path]];
}

/** The payload as a list of rows; a row is an array, so the first entry shows whether there are several. */
function rowsOf(payload: unknown, path: JsonPath): (readonly [unknown, JsonPath])[] {
  return Array.isArray(payload) && Array.isArray(payload[0]) ? itemsOf(payload, path) : [[payload, path]];
}

function parseSubscribed(payload: unknown): string[] {
  const streams = isRecord(payload) ? payload.streams : null;
  return Array.isArray(streams)
    ? streams.slice(0, MAX_STREAMS).filter((name): name is string => typeof name === 'string' && name.length <= 200)
    : [];
}

function parseErrorText(payload: unknown): string {
  const text = isRecord(payload) ? (payload.message ?? payload.error) : payload;
  return typeof text === 'string' ? cleanServed('errorText', text) : 'no text';
}
