/** *Book*: parse, check and apply one increment, then read the best 20 levels of both sides. */
import { applyIncrement, applySnapshot, buildBook, copyLevels, levelsOf } from '../../src/shared/market/book.ts';
import { createSchemaDrift } from '../../src/wire/messages/schemaDrift.ts';
import { parseStreamMessage } from '../../src/wire/messages/streamMessage.ts';
import { checkSame, compare } from '../measure.ts';
import type { Measured } from '../row.ts';
import type { Size } from './size.ts';

// The package does not export its book; the file is the one that its exchanges use.
const { OrderBook } = (await import(
  new URL('../node_modules/ccxt/js/src/base/ws/OrderBook.js', import.meta.url).href
)) as { OrderBook: new () => PeerBook };

interface PeerSide extends Array<readonly [number, number]> {
  storeArray(level: [number, number]): void;
}
interface PeerBook {
  readonly bids: PeerSide;
  readonly asks: PeerSide;
  nonce: number | undefined;
}
type Pair = readonly [string, string];

const BEST = 20;
const INCREMENTS = 4_000;

function buildTexts(levels: number): { readonly snapshot: string; readonly increments: readonly string[] } {
  let seed = 7;
  const below = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };
  const half = Math.floor(levels / 2);
  const price = (slot: number): string => (slot / 1_000).toFixed(3);
  const shares = (): string => (below(900_000) / 100 + 1).toFixed(2);
  const bids = Array.from({ length: half }, (_, at): Pair => [price(500 - at), shares()]);
  const asks = Array.from({ length: half }, (_, at): Pair => [price(501 + at), shares()]);
  const increments = Array.from({ length: INCREMENTS }, (_, at) => {
    const isBid = below(2) === 0;
    const slot = isBid ? 500 - below(half) : 501 + below(half);
    const level: Pair = [price(slot), below(5) === 0 ? '0' : shares()];
    const sides = isBid ? { bids: [level], asks: [] } : { bids: [], asks: [level] };
    return JSON.stringify({ '101.ob-inc': { ...sides, sequence: at + 2 } });
  });
  return { snapshot: JSON.stringify({ '101.ob-snap': { bids, asks, sequence: 1 } }), increments };
}

function openOwn(snapshot: string) {
  const book = buildBook();
  // As on a connection, where unknown fields are counted.
  const drift = createSchemaDrift();
  const [bids, asks] = [new Float64Array(BEST * 2), new Float64Array(BEST * 2)];
  const [first] = parseStreamMessage(snapshot, drift);
  if (first?.kind !== 'snapshot') throw new Error('Expected a book');
  applySnapshot(book, first.update);
  return {
    apply(text: string) {
      for (const message of parseStreamMessage(text, drift)) {
        if (message.kind !== 'increment' || applyIncrement(book, message.update) !== 'applied')
          throw new Error(`Expected an increment, found ${text}`);
      }
      drift.drainUnknownFields();
      return copyLevels(book, 'bid', bids) + copyLevels(book, 'ask', asks);
    },
    list: () => (['bid', 'ask'] as const).map((side) => pairUp(levelsOf(book, side))),
  };
}

const pairUp = (flat: Float64Array): number[][] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2]!, flat[at * 2 + 1]!]);

/** Not `slice`, which would build a whole side of the peer's class. */
function copyBest(side: PeerSide, target: Float64Array): number {
  const count = Math.min(BEST, side.length);
  for (let at = 0; at < count; at += 1) {
    target[at * 2] = side[at]![0];
    target[at * 2 + 1] = side[at]![1];
  }
  return count;
}

function openPeer(snapshot: string) {
  const book = new OrderBook();
  const [bids, asks] = [new Float64Array(BEST * 2), new Float64Array(BEST * 2)];
  const store = (side: PeerSide, levels: readonly Pair[]): void => {
    for (const [price, size] of levels) side.storeArray([Number.parseFloat(price), Number.parseFloat(size)]);
  };
  const apply = (text: string) => {
    const message = JSON.parse(text) as Record<string, { bids: Pair[]; asks: Pair[]; sequence: number }>;
    for (const key in message) {
      const update = message[key]!;
      if (book.nonce !== undefined && update.sequence !== book.nonce + 1) throw new Error('Expected the next sequence');
      store(book.bids, update.bids);
      store(book.asks, update.asks);
      book.nonce = update.sequence;
    }
    return copyBest(book.bids, bids) + copyBest(book.asks, asks);
  };
  apply(snapshot);
  const toMicros = (value: number): number => Math.round(value * 1_000_000);
  return { apply, list: () => [book.bids, book.asks].map((side) => [...side].map((level) => level.map(toMicros))) };
}

export async function measureBook(size: Size): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const levels of [50, 998]) {
    const { snapshot, increments } = buildTexts(levels);
    const [own, peer] = [openOwn(snapshot), openPeer(snapshot)];
    for (const text of increments) {
      own.apply(text);
      peer.apply(text);
    }
    checkSame('book', own.list(), peer.list());
    const play = (open: typeof openOwn | typeof openPeer) => () => {
      const { apply } = open(snapshot);
      const start = performance.now();
      for (const text of increments) apply(text);
      return ((performance.now() - start) * 1_000) / increments.length;
    };
    const contenders = [
      { name: 'adyton', run: play(openOwn) },
      { name: 'ccxt', run: play(openPeer) },
    ];
    const name = `book of ${levels} levels, parse, validate and apply`;
    rows.push(...(await compare(name, contenders, { ...size.book, idleMs: 0 })));
  }
  return rows;
}
