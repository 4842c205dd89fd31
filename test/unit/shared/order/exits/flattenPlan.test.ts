import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import {
  findExcess,
  type LegInput,
  listLiquidity,
  listMarketsToFlatten,
  matchesOwnOrder,
  type OpenOrder,
  planLeg,
} from '#shared/order/exits/flattenPlan.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { parsePrice, toPrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeMarket, makePosition, OTHER_MARKET } from '#test/slice/makers.ts';

const depth = {
  health: { at: 'live' as const },
  bids: [600_000, 100_000_000, 550_000, 500_000_000],
  asks: [620_000, 100_000_000],
};

function orderOf(part: Partial<OpenOrder> = {}): OpenOrder {
  const shares = part.shares ?? parseShares('50');
  const orderId = parseOrderId('7');
  return {
    orderId,
    market: MARKET,
    side: 'yes',
    direction: 'sell',
    price: parsePrice('0.65'),
    shares,
    remaining: shares,
    locked: parseUsd('0'),
    life: { at: 'resting', orderId },
    ...part,
  };
}

function input(part: Partial<LegInput> = {}): LegInput {
  return {
    market: MARKET,
    listed: makeMarket(),
    positions: [makePosition('200')],
    orders: [],
    depth,
    tick: DEFAULT_TICK,
    feeRateMicros: 20_000,
    exchangeTimeMs: START_MS,
    cancelsOrders: true,
    ...part,
  };
}

describe('the plan of a flatten', () => {
  it('exits the shares that are not paired with the other outcome', () => {
    const positions = [makePosition('200'), makePosition('40', { outcome: 'no' })];
    expect(planLeg(input({ positions }))).toMatchObject({
      side: 'yes',
      quantity: parseShares('200'),
      paired: parseShares('40'),
      toExit: parseShares('160'),
      route: 'sell',
      sell: { shares: parseShares('160'), limit: parsePrice('0.55') },
      buyOther: { shares: parseShares('160'), limit: parsePrice('0.45') },
      block: null,
    });
    expect(planLeg(input({ positions: [makePosition('40'), makePosition('40', { outcome: 'no' })] }))).toBeNull();
    expect(findExcess(positions, MARKET)).toEqual({
      side: 'yes',
      shares: parseShares('160'),
      paired: parseShares('40'),
    });
  });

  it('buys the other outcome where a resting sell that stays locks the shares', () => {
    const locked = input({
      positions: [makePosition('200', { sellable: parseShares('0'), locked: parseShares('200') })],
      orders: [orderOf({ shares: parseShares('200') })],
      cancelsOrders: false,
    });
    expect(planLeg(locked)).toMatchObject({ sell: null, route: 'buyOther', sellable: 0, orders: [{ orderId: '7' }] });
    expect(planLeg({ ...locked, cancelsOrders: true })).toMatchObject({
      sell: { shares: parseShares('200') },
      route: 'sell',
    });
  });

  it('counts no order of our own as liquidity, and does not trade with one that stays', () => {
    const bid = orderOf({ direction: 'buy', price: parsePrice('0.60'), shares: parseShares('100') });
    expect(listLiquidity(depth, 'yes', [bid])).toEqual([{ price: parsePrice('0.55'), shares: parseShares('500') }]);
    expect(planLeg(input({ orders: [bid] }))).toMatchObject({ sell: { best: parsePrice('0.55') }, block: null });
    expect(planLeg(input({ orders: [bid], cancelsOrders: false }))).toMatchObject({ block: 'matchesOwnOrder' });
    expect(matchesOwnOrder('sell', parsePrice('0.61'), 'yes', [bid])).toBe(false);
    expect(matchesOwnOrder('buyOther', parsePrice('0.40'), 'yes', [bid])).toBe(true);
    expect(matchesOwnOrder('buyOther', parsePrice('0.39'), 'yes', [bid])).toBe(false);
    const noAsk = orderOf({ side: 'no', direction: 'sell', price: parsePrice('0.40') });
    expect(matchesOwnOrder('sell', parsePrice('0.60'), 'yes', [noAsk])).toBe(true);
  });

  it('says why nothing can be placed', () => {
    expect(planLeg(input({ listed: null }))?.block).toBe('marketClosed');
    expect(planLeg(input({ depth: null }))?.block).toBe('noBook');
    expect(planLeg(input({ depth: { ...depth, bids: [] } }))?.block).toBe('bookEmpty');
    expect(planLeg(input({ positions: [makePosition('0.00005')] }))?.block).toBe('dust');
    // A book that is not live may be empty on screen only: a typed price is offered.
    const stale = { at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } } as const;
    expect(planLeg(input({ depth: { health: stale, bids: [], asks: [] } }))).toMatchObject({
      book: 'stale',
      route: null,
      block: null,
    });
  });

  it('lists the markets of its scope that are not flat', () => {
    const positions = [
      makePosition('200'),
      makePosition('10', { market: OTHER_MARKET, outcome: 'no' }),
      makePosition('0'),
    ];
    const eventOf = (market: string) => (market === MARKET ? 1 : 2);
    expect(listMarketsToFlatten({ kind: 'all' }, positions, eventOf)).toEqual([MARKET, OTHER_MARKET]);
    expect(listMarketsToFlatten({ kind: 'event', eventId: 2 }, positions, eventOf)).toEqual([OTHER_MARKET]);
    expect(listMarketsToFlatten({ kind: 'market', market: MARKET }, positions, eventOf)).toEqual([MARKET]);
    const no = { kind: 'position', market: MARKET, side: 'no' } as const;
    expect(listMarketsToFlatten(no, positions, eventOf)).toEqual([]);
  });

  it('never plans more than is held, nor than the depth offers, whatever is open', () => {
    const shares = fc.integer({ min: 0, max: 300_000_000 }).map(toShares);
    const order = fc.record({
      side: fc.constantFrom('yes' as const, 'no' as const),
      direction: fc.constantFrom('buy' as const, 'sell' as const, null),
      price: fc.integer({ min: 1, max: 99 }).map((cents) => toPrice(cents * 10_000)),
      shares,
    });
    fc.assert(
      fc.property(
        shares,
        shares,
        fc.array(order, { maxLength: 5 }),
        fc.boolean(),
        (yes, no, open, cancelsOrders): void => {
          const positions = [
            { ...makePosition('0'), quantity: yes, sellable: yes },
            { ...makePosition('0', { outcome: 'no' }), quantity: no, sellable: no },
          ];
          const leg = planLeg(input({ positions, orders: open.map((one) => orderOf(one)), cancelsOrders }));
          if (leg === null) {
            expect(yes).toBe(no);
            return;
          }
          expect(leg.toExit).toBeLessThanOrEqual(Math.abs(yes - no));
          for (const quote of [leg.sell, leg.buyOther]) expect(quote?.shares ?? 0).toBeLessThanOrEqual(leg.toExit);
          if (!cancelsOrders) expect(leg.sell?.shares ?? 0).toBeLessThanOrEqual(leg.sellable);
        },
      ),
    );
  });
});
