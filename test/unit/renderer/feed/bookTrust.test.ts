import { describe, expect, it } from 'vitest';
import { evaluateBook, evaluateStream, FEED_LOST_MS } from '#renderer/feed/bookTrust.ts';
import { showTrust } from '#renderer/ui/TrustMark.tsx';
import type { BookFrame } from '#shared/ipc/frame.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { MarketId } from '#shared/units/ids.ts';

const NOW = 1_000_000;
const NONE = new Float64Array(0);

function bookOf(health: BookHealth, receivedAtMs: number | null = NOW - 200): BookFrame {
  return {
    market: 'm' as MarketId,
    health,
    version: 1,
    sequence: 1,
    exchangeTimeMs: null,
    receivedAtMs,
    bids: NONE,
    asks: NONE,
    traded: NONE,
    lastPrice: null,
  };
}

describe('the trust of a book', () => {
  it('is live with the age of its newest message', () => {
    const trust = evaluateBook(bookOf({ at: 'live' }), NOW, NOW);
    expect(showTrust(trust)).toBe('live · 0.2 s');
  });

  it('is stale although the book says live, once no frame has come for longer than a healthy pause', () => {
    expect(evaluateBook(bookOf({ at: 'live' }), NOW - FEED_LOST_MS, NOW).at).toBe('live');
    expect(evaluateBook(bookOf({ at: 'live' }), NOW - FEED_LOST_MS - 1, NOW)).toMatchObject({
      at: 'stale',
      ageMs: 4_001,
    });
  });

  it('tells how long the trouble lasts and why', () => {
    const trust = evaluateBook(bookOf({ at: 'suspect', sinceMs: NOW - 4_100, why: 'It is crossed' }), NOW, NOW);
    expect(trust.why).toBe('It is crossed');
    expect(showTrust(trust)).toBe('suspect 4.1 s');
  });

  it('waits while there is no book or no snapshot yet', () => {
    expect(evaluateBook(null, NOW, NOW).at).toBe('waiting');
    expect(evaluateBook(bookOf({ at: 'waiting' }), NOW, NOW).at).toBe('waiting');
    expect(evaluateBook(bookOf({ at: 'live' }), null, NOW).at).toBe('waiting');
  });

  it('says of a live book that it can not be checked, but not of tape and chart', () => {
    const book = bookOf({ at: 'live', unchecked: 'too old to compare' });
    const trust = evaluateBook(book, NOW, NOW);
    expect(trust).toMatchObject({ at: 'live', why: 'too old to compare' });
    expect(showTrust(trust)).toBe('unchecked · 0.2 s');
    expect(evaluateStream(book, NOW, NOW)).toMatchObject({ at: 'live', why: null });
  });

  it('leaves tape and chart live while only the book does not add up, and not when the stream is cut', () => {
    expect(evaluateStream(bookOf({ at: 'resyncing', sinceMs: NOW, why: '' }), NOW, NOW).at).toBe('live');
    expect(evaluateStream(bookOf({ at: 'stale', sinceMs: NOW, why: '' }), NOW, NOW).at).toBe('stale');
  });
});
