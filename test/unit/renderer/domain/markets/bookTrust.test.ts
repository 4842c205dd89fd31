import { describe, expect, it } from 'vitest';
import {
  evaluateBook,
  evaluateCandles,
  evaluateStream,
  evaluateTape,
  evaluateTick,
  FEED_LOST_MS,
} from '#renderer/domain/markets/bookTrust.ts';
import { formatTrust } from '#renderer/ui/marks/TrustMark.tsx';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { MarketId } from '#shared/units/ids.ts';

const NOW = 1_000_000;
const NONE = new Float64Array(0);

function bookOf(health: BookHealth, provedAtMs: number | null = NOW - 200): BookFrame {
  return {
    market: 'm' as MarketId,
    health,
    version: 1,
    sequence: 1,
    exchangeTimeMs: null,
    provedAtMs,
    bids: NONE,
    asks: NONE,
    traded: NONE,
    lastPrice: null,
  };
}

describe('trust in a book', () => {
  it('is live with the age of its newest message', () => {
    const trust = evaluateBook(bookOf({ at: 'live' }), NOW, NOW);
    expect(formatTrust(trust)).toBe('live · <1 s');
  });

  it('is stale when no frame arrives, even if the book was live', () => {
    expect(evaluateBook(bookOf({ at: 'live' }), NOW - FEED_LOST_MS, NOW).at).toBe('live');
    expect(evaluateBook(bookOf({ at: 'live' }), NOW - FEED_LOST_MS - 1, NOW)).toMatchObject({
      at: 'stale',
      ageMs: 4_001,
    });
  });

  it('has the age and the reason of a problem', () => {
    const trust = evaluateBook(
      bookOf({ at: 'suspect', sinceMs: NOW - 4_100, reason: { code: 'crossed', parameters: {} } }),
      NOW,
      NOW,
    );
    expect(trust.reason).toBe('The book is crossed: its best bid is not below its best ask');
    expect(formatTrust(trust)).toBe('suspect 4.1 s');
  });

  it('is quiet with the age of the last proof, which does not start again', () => {
    const health = { at: 'quiet', sinceMs: NOW, reason: { code: 'silent', parameters: { limitMs: 3_200 } } } as const;
    const trust = evaluateBook(bookOf(health, NOW - 3_200), NOW, NOW);
    expect(formatTrust(trust)).toBe('quiet 3.2 s');
    expect(trust.reason).toContain('longer than 3.2 s');
    expect(evaluateStream(bookOf(health, NOW - 3_200), NOW, NOW).at).toBe('quiet');
  });

  it('keeps its age when the page receives nothing', () => {
    const book = bookOf({ at: 'live' }, NOW - 9_000);
    expect(evaluateBook(book, NOW, NOW).ageMs).toBe(9_000);
    expect(evaluateBook(book, NOW - FEED_LOST_MS - 1, NOW)).toMatchObject({ at: 'stale', ageMs: 9_000 });
  });

  it('is waiting before the first frame and snapshot', () => {
    expect(evaluateBook(null, NOW, NOW).at).toBe('waiting');
    expect(evaluateBook(bookOf({ at: 'waiting' }), NOW, NOW).at).toBe('waiting');
    expect(evaluateBook(bookOf({ at: 'live' }), null, NOW).at).toBe('waiting');
  });

  it('shows a live book as unchecked, but not its tape and chart', () => {
    const book = bookOf({ at: 'live', unchecked: { code: 'restWithoutSequence', parameters: {} } });
    const trust = evaluateBook(book, NOW, NOW);
    expect(trust).toMatchObject({ at: 'live', reason: expect.stringContaining('has no sequence') });
    expect(formatTrust(trust)).toBe('unchecked · <1 s');
    expect(evaluateStream(book, NOW, NOW)).toMatchObject({ at: 'live', reason: null });
  });

  it('keeps tape and chart live while only the book is invalid, but not when the stream is disconnected', () => {
    expect(
      evaluateStream(bookOf({ at: 'resyncing', sinceMs: NOW, reason: { code: 'crossed', parameters: {} } }), NOW, NOW)
        .at,
    ).toBe('live');
    expect(
      evaluateStream(bookOf({ at: 'stale', sinceMs: NOW, reason: { code: 'crossed', parameters: {} } }), NOW, NOW).at,
    ).toBe('stale');
  });
});

describe('trust in tape, candles and ticks', () => {
  const live = evaluateStream(bookOf({ at: 'live' }), NOW, NOW);
  const stale = { at: 'stale', ageMs: 1, reason: 'gone' } as const;

  it('is not live over trades or candles that were missed', () => {
    const gap = { code: 'missed', parameters: { cause: 'silent' } } as const;
    expect(evaluateTape(live, null).at).toBe('live');
    expect(evaluateTape(live, gap)).toMatchObject({ at: 'incomplete', reason: expect.stringContaining('silent') });
    expect(evaluateTape(stale, gap)).toEqual(stale);
    expect(evaluateCandles(live, false).at).toBe('live');
    expect(formatTrust(evaluateCandles(live, true))).toBe('incomplete 0.2 s');
    expect(evaluateCandles(stale, true)).toEqual(stale);
  });

  it('has the state and age of an underlying', () => {
    const tick = { symbol: 'BTC-USD', health: { at: 'live' }, tick: null, provedAtMs: NOW - 700 } as const;
    expect(evaluateTick(null, NOW, NOW).at).toBe('waiting');
    expect(formatTrust(evaluateTick(tick, NOW, NOW))).toBe('live · <1 s');
    expect(evaluateTick(tick, NOW - FEED_LOST_MS - 1, NOW).at).toBe('stale');
    const reason = { code: 'silent', parameters: { limitMs: 3_000 } } as const;
    const quiet = { ...tick, health: { at: 'quiet', sinceMs: NOW, reason } } as const;
    expect(evaluateTick(quiet, NOW, NOW)).toMatchObject({ at: 'quiet', ageMs: 700 });
  });
});
