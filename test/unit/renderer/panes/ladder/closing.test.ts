import { describe, expect, it } from 'vitest';
import { buildCloseHint, buildClosing } from '#renderer/panes/ladder/closing.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { Stake } from '#shared/order/exposure/exposure.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { bookOf } from '../facts.ts';

const TICK = 10_000 as Tick;
const RATE = 20_000;
const stake = (yes: string, no: string, cost: string): Stake => ({
  yes: parseShares(yes),
  no: parseShares(no),
  cost: parseUsd(cost),
});
const book = bookOf('m', { bids: Float64Array.of(600_000, 120_000_000) });
const hint = (one: Stake | null, price: string) =>
  buildCloseHint(buildClosing(one, 'yes', parsePrice(price), TICK), one, book, RATE, 2);

describe('a click on the P&L of a row', () => {
  it('prepares the sale of what is not paired, at the price of the row', () => {
    const long = buildClosing(stake('300', '100', '226.935'), 'yes', parsePrice('0.65'), TICK);
    expect(long).toEqual({ side: 'yes', direction: 'sell', price: 650_000, shares: parseShares('200') });
    const short = buildClosing(stake('0', '50', '20'), 'yes', parsePrice('0.65'), TICK);
    expect(short).toEqual({ side: 'no', direction: 'sell', price: 350_000, shares: parseShares('50') });
    expect(buildClosing(stake('0', '50', '20'), 'no', parsePrice('0.35'), TICK)).toEqual(short);
  });

  it('has no order for complete sets, for less than a lot and without a position', () => {
    expect(buildClosing(stake('100', '100', '100.5'), 'yes', parsePrice('0.5'), TICK)).toBeNull();
    expect(buildClosing(stake('0.00005', '0', '0'), 'yes', parsePrice('0.5'), TICK)).toBeNull();
    expect(buildClosing(null, 'yes', parsePrice('0.5'), TICK)).toBeNull();
  });

  it('says what the order would do now, and what it brings if all of it fills', () => {
    expect(hint(stake('300', '100', '226.935'), '0.60')).toEqual({
      text: 'To the ticket: sell 200 yes at 0.60',
      // 120 trade for 72.00 less a fee of 0.576; 80 rest at 0.60 without one; 100 for the sets.
      more: 'Trades now: 120 at 0.6000 · −7.52 if all of it fills',
      tone: 'plain',
    });
    expect(hint(stake('300', '100', '226.935'), '0.65')?.more).toBe(
      'Trades now: nothing, rests · +3.06 if all of it fills',
    );
    expect(hint(stake('100', '100', '100.5'), '0.60')?.text).toBe('100 complete sets: a dollar each at every price');
    expect(hint(null, '0.60')).toBeNull();
  });
});
