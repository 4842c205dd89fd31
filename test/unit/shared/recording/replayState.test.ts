import { describe, expect, it } from 'vitest';
import { applySnapshot, buildBook } from '#shared/market/book.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { PublicEvent } from '#shared/market/events.ts';
import type { RecordBody } from '#shared/recording/record.ts';
import { applyRecord, buildReplayState, hashState } from '#shared/recording/replayState.ts';
import { levels, MARKET, makeBook, OTHER_MARKET } from '#test/slice/makers.ts';

const NO_INTEREST = { books: [], tapes: [], candles: [], underlyings: [] };
const LIVE: BookHealth = { at: 'live' };

function replay(bodies: readonly RecordBody[]) {
  const state = buildReplayState();
  for (const body of bodies) applyRecord(state, { ...body, atMs: 1, beginsBatch: true });
  return state;
}
const interest: RecordBody = { kind: 'interest', fact: { ...NO_INTEREST, books: [MARKET] } };
const snapshot = (sequence: number): RecordBody => ({
  kind: 'market',
  event: { kind: 'bookSnapshot', market: MARKET, update: makeBook(sequence), receivedAtMs: 1 },
});
const increment = (sequence: number): RecordBody => {
  const update = { bids: levels(['0.61', '5']), asks: [], sequence };
  const event: PublicEvent = { kind: 'bookIncrement', market: MARKET, update, receivedAtMs: 1 };
  return { kind: 'market', event };
};
const trust = (health: BookHealth): RecordBody => ({ kind: 'trust', fact: { market: MARKET, health } });

describe('applyRecord', () => {
  it('applies increments to a book that is trusted, and drops those before and after', () => {
    expect(replay([interest, snapshot(1), increment(2)]).books.get(MARKET)!.book.sequence).toBe(1);
    expect(replay([interest, snapshot(1), trust(LIVE), increment(2)]).books.get(MARKET)!.book.sequence).toBe(2);
    const lost: BookHealth = { at: 'suspect', sinceMs: 1, reason: { code: 'crossed', parameters: {} } };
    const state = replay([interest, snapshot(1), trust(LIVE), increment(2), trust(lost), increment(3)]);
    expect(state.books.get(MARKET)).toMatchObject({ health: lost, book: { sequence: 2 } });
  });

  it('has no book of a market that is not watched', () => {
    expect(replay([snapshot(1)]).books.size).toBe(0);
    const state = replay([
      interest,
      snapshot(1),
      { kind: 'interest', fact: { ...NO_INTEREST, books: [OTHER_MARKET] } },
    ]);
    expect([...state.books.keys()]).toEqual([OTHER_MARKET]);
  });

  it('starts from a state as from the records before it', () => {
    const whole = replay([interest, snapshot(1), trust(LIVE), increment(2)]);
    const bids = levels(['0.61', '5'], ['0.60', '100'], ['0.59', '50']);
    const state = replay([
      {
        kind: 'state',
        fact: {
          interest: { ...NO_INTEREST, books: [MARKET] },
          health: [{ market: MARKET, health: LIVE }],
          ticks: [],
          account: null,
          clockOffsetMs: null,
        },
      },
      { kind: 'bookState', book: { market: MARKET, sequence: 2, bids, asks: levels(['0.62', '80']) } },
    ]);
    expect(hashState(state)).toBe(hashState(whole));
  });

  it('refuses a change of an account that it does not have', () => {
    const change = { parts: {}, absent: [], orders: null as never, fills: null as never };
    expect(() => replay([{ kind: 'accountChange', fact: change }])).toThrow('Expected an account before its change');
  });

  it('keeps the newest tick of a watched underlying', () => {
    const tick = {
      symbol: 'BTC',
      price: 1.5,
      exchangeTimeMs: 9,
      bucketStartMs: null,
      bucketOpen: null,
      bucketSeconds: null,
    };
    const at = (price: number, exchangeTimeMs: number): RecordBody => ({
      kind: 'market',
      event: { kind: 'tick', tick: { ...tick, price, exchangeTimeMs }, receivedAtMs: 1 },
    });
    const watched: RecordBody = { kind: 'interest', fact: { ...NO_INTEREST, underlyings: ['BTC'] } };
    expect(replay([watched, at(1.5, 9), at(2.5, 8)]).ticks.get('BTC')!.price).toBe(1.5);
    expect(replay([at(1.5, 9)]).ticks.size).toBe(0);
  });
});

describe('hashState', () => {
  const book = buildBook();
  applySnapshot(book, makeBook(1));
  const other = buildBook();
  applySnapshot(other, makeBook(2));
  const EMPTY = { ticks: new Map(), account: null, clockOffsetMs: null };

  it('is the same in whatever order the books were watched', () => {
    const a = { book, health: LIVE };
    const b = { book: other, health: LIVE };
    const first = {
      ...EMPTY,
      books: new Map([
        [MARKET, a],
        [OTHER_MARKET, b],
      ]),
    };
    const second = {
      ...EMPTY,
      books: new Map([
        [OTHER_MARKET, b],
        [MARKET, a],
      ]),
    };
    expect(hashState(first)).toBe(hashState(second));
  });

  it('differs by one sequence, one health, one volume, one clock offset', () => {
    const changed = buildBook();
    applySnapshot(changed, makeBook(1, { bids: levels(['0.60', '100'], ['0.59', '50.000001']) }));
    const hashes = [
      { ...EMPTY, books: new Map([[MARKET, { book, health: LIVE }]]) },
      { ...EMPTY, books: new Map([[MARKET, { book: other, health: LIVE }]]) },
      { ...EMPTY, books: new Map([[MARKET, { book, health: { at: 'waiting' } as const }]]) },
      { ...EMPTY, books: new Map([[MARKET, { book: changed, health: LIVE }]]) },
      { ...EMPTY, books: new Map([[MARKET, { book, health: LIVE }]]), clockOffsetMs: 3 },
    ].map(hashState);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
