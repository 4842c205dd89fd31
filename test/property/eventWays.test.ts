import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from '#shared/market/book.ts';
import { otherSide, type Side } from '#shared/market/outcome.ts';
import { findWaysToHold, findWaysToLeave, type MarketAsks, type Way } from '#shared/order/eventWays.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { costCeil } from '#shared/units/usd.ts';

const RATE = 20_000;
const WHOLE = 1_000_000;

const contracts = (count: number): Shares => toShares(count * WHOLE);

/** Asks of one outcome, best first, in whole contracts on whole cents, so that no amount is rounded. */
const asks = fc
  .array(fc.record({ cents: fc.integer({ min: 1, max: 99 }), shares: fc.integer({ min: 1, max: 3 }) }), {
    maxLength: 3,
  })
  .map((levels): Level[] =>
    levels
      .toSorted((a, b) => a.cents - b.cents)
      .map(({ cents, shares }) => ({ price: (cents * 10_000) as Price, shares: contracts(shares) })),
  );
const event = fc
  .array(fc.record({ yes: asks, no: asks }), { minLength: 1, maxLength: 4 })
  .map((books) => books.map((book, at): MarketAsks => ({ ...book, id: `m${at}` as MarketId })));
const wanted = fc.integer({ min: 1, max: 6 });

function costOf(levels: readonly Level[], count: number): bigint | null {
  let left = contracts(count) as number;
  let sum = 0n;
  for (const { price, shares } of levels) {
    const part = toShares(Math.min(left, shares));
    left -= part;
    sum += costCeil(price, part) + maxTakerFee(price, part, RATE);
  }
  return left > 0 ? null : sum;
}

const depthOf = (levels: readonly Level[]): number => levels.reduce((sum, { shares }) => sum + shares, 0) / WHOLE;

/** The lowest cost of `count` contracts of `own` in every split between it and no of the others. */
function searchAll(own: readonly Level[], others: readonly (readonly Level[])[], count: number): bigint | null {
  let lowest: bigint | null = null;
  for (let through = 0; through <= count; through += 1) {
    const direct = costOf(own, count - through);
    if (direct === null) continue;
    const visit = (at: number, sum: bigint, bought: number, most: number): void => {
      if (at < others.length) {
        for (let part = 0; part <= Math.min(through, depthOf(others[at]!)); part += 1) {
          visit(at + 1, sum + costOf(others[at]!, part)!, bought + part, Math.max(most, part));
        }
        return;
      }
      if (most !== through) return;
      const net = direct + sum - BigInt(bought - through) * BigInt(WHOLE);
      if (lowest === null || net < lowest) lowest = net;
    };
    visit(0, 0n, 0, 0);
  }
  return lowest;
}

/** What the orders of a way pay, less what they take away, if market `winner` resolves to yes and all others to no. */
function payoff(way: Way, winner: MarketId | null): bigint {
  return way.orders.reduce((sum, { market, side, direction, shares }) => {
    const wins = (side === 'yes') === (market === winner);
    return wins ? sum + BigInt(direction === 'buy' ? shares : -shares) : sum;
  }, 0n);
}

function expectWithinDepth(way: Way, books: readonly MarketAsks[]): void {
  for (const { market, side, direction, shares } of way.orders) {
    const book = books.find((one) => one.id === market)!;
    const levels = direction === 'buy' ? book[side] : book[otherSide(side)];
    expect(shares / WHOLE).toBeLessThanOrEqual(depthOf(levels));
  }
}

describe('ways across the outcomes of an event', () => {
  it('holds yes at the lowest cost that any split of orders has', () => {
    fc.assert(
      fc.property(event, wanted, ([market, ...others], count) => {
        const input = { market: market!, side: 'yes' as const, shares: contracts(count), others, feeRateMicros: RATE };
        const { best } = findWaysToHold(input);
        const found = best !== null && best.shares === contracts(count) ? best.net : null;
        expect(found).toBe(
          searchAll(
            market!.yes,
            others.map(({ no }) => no),
            count,
          ),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('pays its shares if the outcome wins, and what it returns in every result', () => {
    fc.assert(
      fc.property(event, wanted, fc.constantFrom<Side>('yes', 'no'), ([market, ...others], count, side) => {
        const all = [market!, ...others];
        const input = { market: market!, side, shares: contracts(count), others, feeRateMicros: RATE };
        const ways = findWaysToHold(input);
        for (const way of [ways.best, ways.direct, ways.others]) {
          if (way === null) continue;
          expectWithinDepth(way, all);
          for (const winner of [null, ...all.map((one) => one.id)]) {
            const wins = (winner === market!.id) === (side === 'yes');
            expect(payoff(way, winner)).toBeGreaterThanOrEqual(way.returned + (wins ? BigInt(way.shares) : 0n));
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('leaves an outcome with the same money in every result, and sells no more than is free', () => {
    fc.assert(
      fc.property(
        event,
        wanted,
        fc.nat({ max: 6 }),
        fc.constantFrom<Side>('yes', 'no'),
        ([market, ...others], count, free, side) => {
          const all = [market!, ...others];
          const sellable = contracts(Math.min(free, count));
          const input = { market: market!, side, shares: contracts(count), others, feeRateMicros: RATE, sellable };
          const ways = findWaysToLeave(input);
          for (const way of [ways.best, ways.direct, ways.others]) {
            if (way === null) continue;
            expectWithinDepth(way, all);
            const sold = way.orders.filter(({ direction }) => direction === 'sell');
            expect(sold.reduce((sum, { shares }) => sum + shares, 0)).toBeLessThanOrEqual(sellable);
            for (const winner of [null, ...all.map((one) => one.id)]) {
              const held = (winner === market!.id) === (side === 'yes') ? BigInt(way.shares) : 0n;
              expect(payoff(way, winner) + held).toBeGreaterThanOrEqual(way.returned);
            }
          }
          expect(ways.best?.shares ?? 0).toBeGreaterThanOrEqual(ways.direct?.shares ?? 0);
          if (ways.best !== null && ways.direct?.shares === ways.best.shares) {
            expect(ways.best.net <= ways.direct.net).toBe(true);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('leaves no for what it costs to hold yes, less a dollar a share', () => {
    fc.assert(
      fc.property(event, wanted, ([market, ...others], count) => {
        const shares = contracts(count);
        const terms = { market: market!, shares, others, feeRateMicros: RATE };
        const hold = findWaysToHold({ ...terms, side: 'yes' }).best;
        const leave = findWaysToLeave({ ...terms, side: 'no', sellable: toShares(0) }).best;
        expect(leave?.shares).toBe(hold?.shares);
        if (hold !== null) expect(leave?.net).toBe(hold.net - BigInt(hold.shares));
      }),
    );
  });
});

describe('a sale', () => {
  it('brings what the bids of the held outcome pay after the fee', () => {
    const market: MarketAsks = {
      id: 'm' as MarketId,
      yes: [],
      no: [{ price: 400_000 as Price, shares: contracts(5) }],
    };
    const { best } = findWaysToLeave({
      market,
      side: 'yes',
      shares: contracts(5),
      others: [],
      feeRateMicros: RATE,
      sellable: contracts(5),
    });
    const fee = maxTakerFee(600_000 as Price, contracts(5), RATE);
    expect(best).toMatchObject({ net: -(3_000_000n - fee), returned: 0n });
    expect(best?.orders).toMatchObject([{ side: 'yes', direction: 'sell', limit: mirrorPrice(400_000 as Price) }]);
  });
});
