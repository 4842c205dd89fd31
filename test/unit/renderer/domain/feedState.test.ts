import { describe, expect, it } from 'vitest';
import { findLostBook, readFeedState } from '#renderer/domain/feedState.ts';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { type Mirror, openMirror } from '#renderer/feed/mirror.ts';
import type { BookFrame, Frame } from '#shared/ipc/frames/frame.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { PublicInterest } from '#shared/market/events.ts';
import type { ReadFailure } from '#shared/market/readFailure.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { MARKET, makeMarket, OTHER_MARKET } from '#test/slice/makers.ts';

const NOW = 1_000_000;
const NONE = new Float64Array(0);
const NEEDS: PublicInterest = {
  books: [MARKET, OTHER_MARKET],
  tapes: [MARKET],
  candles: [{ market: MARKET, period: '1m' }],
  underlyings: ['BTC-USD'],
};
const SILENT = { code: 'silent', parameters: { limitMs: 3_000 } } as const;
const QUIET: BookHealth = { at: 'quiet', sinceMs: NOW, reason: SILENT };
const STALE: BookHealth = { at: 'stale', sinceMs: NOW, reason: { code: 'noContact', parameters: { failure: null } } };

function bookOf(market: BookFrame['market'], health: BookHealth): BookFrame {
  return {
    market,
    health,
    version: 1,
    sequence: 1,
    exchangeTimeMs: null,
    provedAtMs: NOW,
    bids: NONE,
    asks: NONE,
    traded: NONE,
    lastPrice: null,
  };
}

function openLive(change: Partial<Frame> = {}): Mirror {
  const mirror = openMirror(openFrameClock((callback) => callback()));
  const send = (parts: Partial<Frame>): void =>
    mirror.applyFrame({ seq: 1, sentAtMs: NOW, clockOffsetMs: 0, ...parts });
  send({
    catalogue: {
      at: 'live',
      markets: [makeMarket(), makeMarket({ id: OTHER_MARKET })],
      tick: DEFAULT_TICK,
      receivedAtMs: NOW,
      failure: null,
    },
    books: [bookOf(MARKET, { at: 'live' }), bookOf(OTHER_MARKET, { at: 'live' })],
    ticks: [{ symbol: 'BTC-USD', health: { at: 'live' }, tick: null, provedAtMs: NOW }],
  });
  send(change);
  return mirror;
}

const wordOf = (change: Partial<Frame>, needs = NEEDS): string => readFeedState(openLive(change), needs, NOW).text;

describe('the word of the top bar', () => {
  it('is live only if everything on screen is', () => {
    expect(readFeedState(openLive(), NEEDS, NOW)).toEqual({ tone: 'good', text: 'Live', details: [] });
    expect(wordOf({ books: [bookOf(OTHER_MARKET, QUIET)] })).toBe('Quiet');
    const gap = { code: 'missed', parameters: { cause: 'silent' } } as const;
    expect(wordOf({ tapes: [{ market: MARKET, fromSeq: 0, trades: [], lost: 0, gap }] })).toBe('Incomplete');
    const candles = { market: MARKET, period: '1m', kind: 'tail', rows: NONE, isIncomplete: true } as const;
    expect(wordOf({ candles: [candles] })).toBe('Incomplete');
    const health = { at: 'stale', sinceMs: NOW, reason: SILENT } as const;
    expect(wordOf({ ticks: [{ symbol: 'BTC-USD', health, tick: null, provedAtMs: NOW }] })).toBe('Stale');
    expect(wordOf({ account: { at: 'stale', reason: null, orders: [], fills: [] } as unknown as AccountView })).toBe(
      'Account stale',
    );
  });

  it('is the worst state, with one line for each part that is not live', () => {
    const state = readFeedState(openLive({ books: [bookOf(MARKET, STALE), bookOf(OTHER_MARKET, QUIET)] }), NEEDS, NOW);
    expect(state).toMatchObject({ tone: 'bad', text: 'Stale' });
    expect(state.details.some((line) => line.includes('stale') && line.includes('no answer'))).toBe(true);
    expect(state.details.some((line) => line.includes('quiet'))).toBe(true);
  });

  it('ignores what is not on screen', () => {
    expect(wordOf({ books: [bookOf(OTHER_MARKET, STALE)] }, { ...NEEDS, books: [MARKET] })).toBe('Live');
  });

  it('says so when the page or the catalogue receives nothing', () => {
    expect(readFeedState(openLive(), NEEDS, NOW + 5_000).text).toBe('No data for 5.0 s');
    const catalogue = { at: 'stale', markets: [], tick: DEFAULT_TICK, receivedAtMs: NOW, failure: null } as const;
    expect(wordOf({ catalogue })).toBe('Exchange does not answer');
    const wordOfFailure = (failure: ReadFailure) =>
      wordOf({ catalogue: { ...catalogue, failure: { code: 'readFailed', parameters: { failure } } } });
    expect(wordOfFailure({ code: 'unreachable', parameters: { fault: 'connect' } })).toBe('Exchange does not answer');
    expect(wordOfFailure({ code: 'refused', parameters: { status: 503, codes: [] } })).toBe('Markets are not read');
    const failure = { code: 'lastRun', parameters: { ageMs: 60_000, failure: null } } as const;
    const state = readFeedState(openLive({ catalogue: { ...catalogue, failure } }), NEEDS, NOW);
    expect(state).toMatchObject({ tone: 'warn', text: 'Connecting' });
    expect(state.details[0]).toContain('last run');
  });
});

describe('a lost book', () => {
  it('is named with its reason', () => {
    expect(findLostBook(openLive(), NEEDS.books)).toBeNull();
    expect(findLostBook(openLive({ books: [bookOf(MARKET, QUIET)] }), NEEDS.books)).toBeNull();
    expect(findLostBook(openLive({ books: [bookOf(MARKET, STALE)] }), NEEDS.books)).toMatch(
      /^The book of .* is stale\. /,
    );
  });
});
