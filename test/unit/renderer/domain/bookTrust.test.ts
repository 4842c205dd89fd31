import { describe, expect, it } from 'vitest';
import { evaluateBook, evaluateStream, FEED_LOST_MS } from '#renderer/domain/bookTrust.ts';
import { formatTrust } from '#renderer/ui/TrustMark.tsx';
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

describe('trust in a book', () => {
  it('is live with the age of its newest message', () => {
    const trust = evaluateBook(bookOf({ at: 'live' }), NOW, NOW);
    expect(formatTrust(trust)).toBe('live · 0.2 s');
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

  it('is waiting before the first frame and snapshot', () => {
    expect(evaluateBook(null, NOW, NOW).at).toBe('waiting');
    expect(evaluateBook(bookOf({ at: 'waiting' }), NOW, NOW).at).toBe('waiting');
    expect(evaluateBook(bookOf({ at: 'live' }), null, NOW).at).toBe('waiting');
  });

  it('shows a live book as unchecked, but not its tape and chart', () => {
    const book = bookOf({ at: 'live', unchecked: { code: 'restWithoutSequence', parameters: {} } });
    const trust = evaluateBook(book, NOW, NOW);
    expect(trust).toMatchObject({ at: 'live', reason: expect.stringContaining('has no sequence') });
    expect(formatTrust(trust)).toBe('unchecked · 0.2 s');
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
