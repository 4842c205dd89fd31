import { describe, expect, it } from 'vitest';
import type { Level } from '#shared/market/book.ts';
import { findWaysToHold, findWaysToLeave, type MarketAsks } from '#shared/order/eventWays.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';

const level = (price: string, shares: string): Level => ({ price: parsePrice(price), shares: parseShares(shares) });
const asksOf = (market: string, yes: readonly Level[], no: readonly Level[]): MarketAsks => ({
  id: market as MarketId,
  yes,
  no,
});

const OWN = asksOf('own', [level('0.50', '100')], [level('0.52', '100')]);
const FIRST = asksOf('first', [level('0.35', '100')], [level('0.70', '100')]);
const SECOND = asksOf('second', [level('0.25', '100')], [level('0.75', '40')]);
const input = { market: OWN, shares: parseShares('100'), feeRateMicros: 0 };

describe('ways to hold and to leave an outcome', () => {
  it('holds yes through no of the other markets while they are cheaper, and buys the rest', () => {
    const { best, direct, others } = findWaysToHold({ ...input, side: 'yes', others: [FIRST, SECOND] });
    // Through both: 0.70 + 0.75 − 1 = 0.45 for 40; through the first alone: 0.70, more than 0.50.
    expect(best?.orders).toMatchObject([
      { market: 'own', side: 'yes', direction: 'buy', shares: parseShares('60') },
      { market: 'first', side: 'no', direction: 'buy', shares: parseShares('40') },
      { market: 'second', side: 'no', direction: 'buy', shares: parseShares('40') },
    ]);
    expect(best).toMatchObject({ paid: 88_000_000n, returned: 40_000_000n, net: 48_000_000n });
    expect(direct).toMatchObject({ net: 50_000_000n });
    expect(others).toMatchObject({ net: 60_000_000n, shares: parseShares('100') });
  });

  it('uses no other market where the event is not known to have one winner', () => {
    const { best, others } = findWaysToHold({ ...input, side: 'yes', others: [] });
    expect(best?.orders).toMatchObject([{ market: 'own' }]);
    expect(others).toBeNull();
  });

  it('holds no in its own market only: yes of the others pays nothing when no outcome wins', () => {
    const { best, others } = findWaysToHold({ ...input, side: 'no', others: [FIRST, SECOND] });
    expect(best?.orders).toMatchObject([{ market: 'own', side: 'no' }]);
    expect(others).toBeNull();
  });

  it('sells what is free and buys the other outcome for the rest, which stays locked as sets', () => {
    const terms = { ...input, side: 'yes' as const, others: [], sellable: parseShares('30') };
    const { best } = findWaysToLeave(terms);
    expect(best?.orders).toMatchObject([
      { side: 'yes', direction: 'sell', shares: parseShares('30'), limit: parsePrice('0.48') },
      { side: 'no', direction: 'buy', shares: parseShares('70'), limit: parsePrice('0.52') },
    ]);
    // Both bring 0.48 a share.
    expect(best).toMatchObject({ net: -48_000_000n, returned: 70_000_000n });
  });

  it('answers what the depth offers, and null without any', () => {
    expect(findWaysToHold({ ...input, shares: parseShares('500'), side: 'yes', others: [] }).best?.shares).toBe(
      parseShares('100'),
    );
    const empty = { ...input, market: asksOf('own', [], []), side: 'yes' as const, others: [] };
    expect(findWaysToHold(empty)).toEqual({ best: null, direct: null, others: null });
  });
});
