import { describe, expect, it } from 'vitest';
import { type BookObservationsOptions, createBookObservations } from '#main/trading/conditionals/bookObservations.ts';
import type { WatchedBook } from '#main/trading/conditionals/ports.ts';
import type { OrderRecord } from '#main/trading/orders/orderRecord.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { levels, MARKET } from '#test/slice/makers.ts';

const WATCHED: WatchedBook = {
  health: { at: 'live' },
  version: 1,
  sequence: 7,
  provedAtMs: 900,
  bids: [600_000, 100_000_000, 590_000, 50_000_000],
  asks: [620_000, 80_000_000],
};

const OWN = {
  market: MARKET,
  side: 'yes',
  direction: 'buy',
  price: parsePrice('0.60'),
  remaining: parseShares('40'),
  life: { at: 'resting', orderId: '1' },
} as unknown as OrderRecord;

/** This machine's clock at 1,000 ms, the exchange's 5,000 ms ahead. */
function open(book: WatchedBook | null, ordersOf: BookObservationsOptions['ordersOf'] = () => []) {
  const now = { book };
  const clock = { now: () => 1_000, exchangeTimeMs: () => 6_000 };
  return { now, observations: createBookObservations({ clock, book: () => now.book, ordersOf }) };
}

describe('book observations', () => {
  it('have times of the exchange and no own orders that rest in the market', () => {
    const orders = [OWN, { ...OWN, life: { at: 'cancelled' }, remaining: parseShares('2') }] as OrderRecord[];
    const asked: MarketId[] = [];
    const { observations } = open(WATCHED, (market) => {
      asked.push(market);
      return orders;
    });
    expect(observations.observe(MARKET)).toEqual({
      version: 1,
      book: {
        market: MARKET,
        epoch: 0,
        sequence: 7,
        provedAtMs: 5_900,
        health: 'live',
        bids: levels(['0.60', '60'], ['0.59', '50']),
        asks: levels(['0.62', '80']),
      },
    });
    // Orders of other markets are not even visited.
    expect(asked).toEqual([MARKET]);
  });

  it('are null before the first snapshot and before the first proof', () => {
    expect(open(null).observations.observe(MARKET)).toBeNull();
    expect(open({ ...WATCHED, sequence: null }).observations.observe(MARKET)).toBeNull();
    expect(open({ ...WATCHED, provedAtMs: null }).observations.observe(MARKET)).toBeNull();
  });

  it('are built once for each version', () => {
    const { observations, now } = open(WATCHED);
    const first = observations.observe(MARKET);
    expect(observations.observe(MARKET)).toBe(first);
    now.book = { ...WATCHED, version: 2, sequence: 8 };
    expect(observations.observe(MARKET)?.book.sequence).toBe(8);
  });

  it('begin an epoch with each snapshot, and a negative one with a book read by REST', () => {
    const { observations } = open(WATCHED, () => [OWN]);
    observations.noteSnapshot(MARKET);
    expect(observations.observe(MARKET)?.book.epoch).toBe(1);
    const read = { sequence: 9, provedAtMs: 950, bids: [600_000, 100_000_000], asks: [620_000, 80_000_000] };
    expect(observations.observeRead(MARKET, read)).toEqual({
      market: MARKET,
      epoch: -2,
      sequence: 9,
      provedAtMs: 5_950,
      health: 'live',
      isRest: true,
      bids: levels(['0.60', '60']),
      asks: levels(['0.62', '80']),
    });
  });

  it('have at most 25 levels a side', () => {
    const bids = Array.from({ length: 40 }, (_, at) => [600_000 - at * 10_000, 1_000_000]).flat();
    expect(open({ ...WATCHED, bids }).observations.observe(MARKET)?.book.bids).toHaveLength(25);
  });
});
