import { describe, expect, it } from 'vitest';
import type { AlertCondition } from '#shared/alerts/alert.ts';
import { readBook, readStream, readTimeToClose, readVolume } from '#shared/alerts/readings.ts';
import type { BookTop } from '#shared/market/mark.ts';

const TOP: BookTop = { health: { at: 'live' }, bestBid: 580_000, bestAsk: 610_000, lastPrice: 600_000 };
const price = (of: 'bid' | 'ask' | 'last' | 'mid', side: 'yes' | 'no') =>
  ({ kind: 'price', of, side, crosses: 'above', level: 1 }) as const satisfies AlertCondition;

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
    expect(readBook(price(of, side), TOP)).toMatchObject({ kind: 'value', value });
  });

  it('reads the spread', () => {
    expect(readBook({ kind: 'spread', crosses: 'above', level: 1 }, TOP)).toMatchObject({ value: 30_000 });
  });

  it('says why it reads nothing: no such price, a book that is not live or not watched; a quiet book changes nothing', () => {
    const noBid = { ...TOP, bestBid: null };
    expect(readBook(price('bid', 'yes'), noBid)).toMatchObject({ kind: 'unwatched', reason: { code: 'noPrice' } });
    expect(readBook({ kind: 'spread', crosses: 'above', level: 1 }, noBid)).toMatchObject({
      reason: { code: 'noPrice' },
    });
    const reason = { code: 'crossed', parameters: {} } as const;
    const stale = { ...TOP, health: { at: 'stale', sinceMs: 1, reason } } as const;
    expect(readBook(price('bid', 'yes'), stale)).toMatchObject({
      reason: { code: 'book', parameters: { at: 'stale' } },
    });
    expect(readBook(price('bid', 'yes'), null)).toMatchObject({
      reason: { code: 'book', parameters: { at: 'waiting' } },
    });
    const quiet = {
      ...TOP,
      health: { at: 'quiet', sinceMs: 1, reason: { code: 'inconclusive', parameters: {} } },
    } as const;
    expect(readBook(price('bid', 'yes'), quiet)).toBeNull();
    expect(readVolume({ kind: 'volume', level: 1, windowMs: 1 }, 5, quiet)).toBeNull();
  });

  it('reads volume, the time to the close and the age of a stream', () => {
    expect(readVolume({ kind: 'volume', level: 1, windowMs: 1 }, 5, TOP)).toMatchObject({ value: 5 });
    expect(readTimeToClose({ closeAtMs: 5_000 }, 2_000)).toMatchObject({ value: 3_000 });
    expect(readTimeToClose({ closeAtMs: 2_000 }, 2_000)).toMatchObject({ reason: { code: 'closed' } });
    expect(readTimeToClose({ closeAtMs: null }, 2_000)).toMatchObject({ reason: { code: 'closed' } });
    expect(readStream({ kind: 'stream', of: 'book', forMs: 1 }, 7)).toMatchObject({ value: 7 });
  });
});
