import { describe, expect, it } from 'vitest';
import { readLiveBook, readPrice, whyNotOpen } from '#shared/alerts/readings.ts';
import type { BookTop } from '#shared/market/mark.ts';

const TOP: BookTop = { health: { at: 'live' }, bestBid: 580_000, bestAsk: 610_000, lastPrice: 600_000 };

describe('readings of a book', () => {
  it.each([
    ['bid', 'yes', 580_000],
    ['ask', 'yes', 610_000],
    ['last', 'yes', 600_000],
    ['mid', 'yes', 595_000],
    ['bid', 'no', 390_000],
    ['ask', 'no', 420_000],
    ['last', 'no', 400_000],
    ['mid', 'no', 405_000],
  ] as const)('%s of %s is %i', (of, side, value) => {
    expect(readPrice(of, side, TOP)).toBe(value);
  });

  it('says why it reads nothing: no such price, a book that is not live or not watched; a quiet book changes nothing', () => {
    const read = (top: BookTop | null) => readLiveBook(top, ({ bestBid }) => bestBid);
    expect(read(TOP)).toBe(580_000);
    expect(read({ ...TOP, bestBid: null })).toEqual({ code: 'noPrice', parameters: {} });
    const stale = { at: 'stale', sinceMs: 1, reason: { code: 'crossed', parameters: {} } } as const;
    expect(read({ ...TOP, health: stale })).toEqual({ code: 'book', parameters: { at: 'stale' } });
    expect(read(null)).toEqual({ code: 'book', parameters: { at: 'waiting' } });
    const quiet = { at: 'quiet', sinceMs: 1, reason: { code: 'inconclusive', parameters: {} } } as const;
    expect(read({ ...TOP, health: quiet })).toBeNull();
  });
});

it('says why an account is not watched', () => {
  expect([whyNotOpen('live'), whyNotOpen(null)]).toEqual([null, null]);
  expect(whyNotOpen('stale')).toEqual({ code: 'account', parameters: { at: 'stale' } });
});
