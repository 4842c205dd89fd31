import { describe, expect, it } from 'vitest';
import type { Market } from '#shared/market/market.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import { type ExposedAccount, type ExposureMarkets, listExposures } from '#shared/order/exposure/account.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { bookOf, marketOf, positionOf, restingOf } from '../../../renderer/panes/facts.ts';

const M = 'm' as MarketId;
const account: ExposedAccount = {
  positions: [positionOf('m', { averagePrice: parsePrice('0.45') })],
  ledger: { ...EMPTY_LEDGER, isComplete: true },
  orders: [],
  feeRateMicros: 0,
};
const book = bookOf('m', { bids: Float64Array.of(600_000, 100_000_000), asks: Float64Array.of(620_000, 1_000_000) });
const markets = (listed: Market | null, part: Partial<ExposureMarkets> = {}): ExposureMarkets => ({
  tick: 10_000 as Tick,
  listedAtMs: 55,
  find: () => listed,
  book: () => book,
  ...part,
});

describe('exposure of an account', () => {
  it('values what is held at the middle of the book, and closes it without own orders', () => {
    const [one] = listExposures(account, markets(marketOf('m')));
    expect(one).toMatchObject({ market: M, atMiddle: { result: parseUsd('16'), asOfMs: null } });
    expect(one?.closedNow?.result).toBe(parseUsd('15'));
    const bid = restingOf('o', { price: parsePrice('0.60'), remaining: parseShares('40') });
    const [own] = listExposures({ ...account, orders: [bid] }, markets(marketOf('m')));
    expect(own?.closedNow).toMatchObject({ result: parseUsd('36') - parseUsd('45'), left: parseShares('40') });
  });

  it('says when the mark was true: that of the list, or that of a book which is not live', () => {
    const [listed] = listExposures(account, markets(marketOf('m'), { book: () => null }));
    expect(listed).toMatchObject({ closedNow: null, atMiddle: { result: parseUsd('5'), asOfMs: 55 } });
    const stale = {
      ...book,
      health: { at: 'resyncing', sinceMs: 1, reason: { code: 'crossed', parameters: {} } } as const,
      provedAtMs: 9,
    };
    const [old] = listExposures(account, markets(marketOf('m'), { book: () => stale }));
    expect([old?.atMiddle?.asOfMs, old?.closedNow?.asOfMs]).toEqual([9, 9]);
  });

  it('takes the result of a decided market', () => {
    const [won] = listExposures(account, markets(marketOf('m', { result: 'yes' })));
    expect([won?.atMiddle?.result, won?.closedNow?.result]).toEqual([parseUsd('55'), parseUsd('55')]);
  });
});
