import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mark } from '#shared/market/mark.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { Settlement } from '#shared/order/account/ledger.ts';
import {
  buildExposure,
  type Exposure,
  resultAtRow,
  resultAtStops,
  resultOfExit,
  sumExposures,
  valueAt,
} from '#shared/order/exposure/exposure.ts';
import type { MarketHolding } from '#shared/order/exposure/holding.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { parseUsd, toUsd } from '#shared/units/usd.ts';

const RATE = 20_000;
const TICK = 10_000 as Tick;

/** `fees` are those of the open shares, and belong to yes. */
function holdingOf(
  yes: string,
  yesCost: string | null,
  no: string,
  noCost: string | null,
  fees = '0',
  settlement: Settlement | null = null,
): MarketHolding {
  const side = (shares: string, cost: string | null, openFees: string) => ({
    shares: parseShares(shares),
    cost: cost === null ? null : parseUsd(cost),
    openFees: parseUsd(openFees),
    costFrom: 'fills' as const,
    realized: toUsd(0n),
    fees: parseUsd(openFees),
    fills: 1,
  });
  return {
    market: 'm' as MarketId,
    yes: side(yes, yesCost, fees),
    no: side(no, noCost, '0'),
    settlement,
    moved: null,
    lastFillAtMs: 0,
  };
}

const mid = (price: string): Mark => ({ value: parsePrice(price), from: 'mid', isOld: false });

function build(
  holding: MarketHolding,
  bids: readonly [string, string][] | null = [],
  mark: Mark | null = mid('0.60'),
): Exposure {
  return buildExposure({
    holding,
    mark,
    markAsOfMs: 77,
    levels: () =>
      bids === null ? null : bids.map(([price, shares]) => ({ price: parsePrice(price), shares: parseShares(shares) })),
    bookAsOfMs: null,
    tick: TICK,
    feeRateMicros: RATE,
  });
}

/** 300 yes at 0.60 and 100 no at 0.45, with fees of 1.935. */
const EXAMPLE = holdingOf('300', '180', '100', '45', '1.935');

describe('exposure of a market', () => {
  it('gives the figures of the worked example, to the millionth', () => {
    const exposure = build(EXAMPLE);
    const row = (price: string) => resultAtRow(exposure, parsePrice(price), RATE);
    expect(exposure.cost).toBe(parseUsd('226.935'));
    expect(row('0.65')).toBe(parseUsd('2.155'));
    expect(row('0.55')).toBe(-parseUsd('17.925'));
    expect(exposure.ifYes).toBe(parseUsd('73.065'));
    expect(exposure.ifNo).toBe(-parseUsd('126.935'));
    expect(exposure.ifVoid).toBe(-parseUsd('26.935'));
    expect(exposure.breakEven).toBe(634_675);
    expect(exposure.net).toEqual({ side: 'yes', shares: parseShares('200') });
    expect(exposure.sets).toBe(parseShares('100'));
  });

  it('closes now by the levels that are there, with the fee of each, and counts a set as a dollar', () => {
    const exposure = build(EXAMPLE, [
      ['0.61', '150'],
      ['0.60', '500'],
    ]);
    // 100 + 91.50 + 30 − 0.02 × (0.61 × 0.39 × 150 + 0.60 × 0.40 × 50) − 226.935
    expect(exposure.closedNow).toMatchObject({
      result: -parseUsd('6.3887'),
      left: 0,
      route: 'sell',
      fee: parseUsd('0.9537'),
      asOfMs: null,
    });
  });

  it('counts what the book does not take as nothing, and says how much that is', () => {
    const exposure = build(holdingOf('300', '180', '0', '0'), [['0.60', '100']]);
    expect(exposure.closedNow?.left).toBe(parseShares('200'));
    expect(exposure.closedNow?.result).toBe(parseUsd('60') - parseUsd('0.48') - parseUsd('180'));
    expect(sumExposures([exposure]).isClosedWhole).toBe(false);
  });

  it('is the same in every row and in every result for 100 sets bought for 100.50', () => {
    const exposure = build(holdingOf('100', '43.5', '100', '57'));
    expect(exposure.net).toBeNull();
    for (let price = 10_000; price < 1_000_000; price += 10_000) {
      expect(resultAtRow(exposure, price, RATE)).toBe(-parseUsd('0.5'));
    }
    expect(exposure.closedNow).toMatchObject({ result: -parseUsd('0.5'), route: null, fee: 0n });
    expect(exposure.atMiddle?.result).toBe(-parseUsd('0.5'));
    expect([exposure.ifYes, exposure.ifNo, exposure.ifVoid]).toEqual(Array(3).fill(-parseUsd('0.5')));
    expect(exposure.breakEven).toBeNull();
  });

  it('has no figure that needs a cost while the cost is not known, and none of a book that is not there', () => {
    const unknown = build(holdingOf('100', null, '0', '0'));
    expect([unknown.closedNow, unknown.atMiddle, unknown.ifYes, unknown.breakEven]).toEqual(Array(4).fill(null));
    expect(resultAtRow(unknown, 500_000, RATE)).toBeNull();
    expect(resultOfExit(unknown, null)).toBeNull();
    const bookless = build(EXAMPLE, null, null);
    expect([bookless.closedNow, bookless.atMiddle, bookless.marketResult]).toEqual([null, null, null]);
    expect(sumExposures([bookless])).toMatchObject({ isClosedWhole: false, isMiddleWhole: false, atMiddle: 0n });
  });

  it('values a decided market by its result, by every name', () => {
    const won = build(holdingOf('300', '180', '100', '45', '0', 'no'), null, null);
    expect(won.closedNow?.result).toBe(-parseUsd('125'));
    expect(won.atMiddle?.result).toBe(-parseUsd('125'));
    const voided = build(holdingOf('300', '180', '100', '45', '0', 'void'), null, null);
    expect(voided.closedNow?.result).toBe(voided.ifVoid);
    expect(voided.atMiddle?.asOfMs).toBeNull();
  });

  it('states the time of a mark that is not of now', () => {
    const old = build(EXAMPLE, [], { ...mid('0.60'), isOld: true });
    expect(old.atMiddle?.asOfMs).toBe(77);
    expect(sumExposures([old, build(EXAMPLE)]).asOfMs).toBe(77);
    expect(build(EXAMPLE).atMiddle?.asOfMs).toBeNull();
  });

  it('sells by stops at their worst prices, and the rest at the lowest of them', () => {
    const exposure = build(holdingOf('300', '180', '100', '45', '1.935'));
    const stop = (shares: string, worst: string) => ({ shares: parseShares(shares), worst: parsePrice(worst) });
    expect(resultAtStops(exposure, [], RATE)).toBeNull();
    // 100 + 200 × 0.50 − 0.02 × 0.25 × 200 − 226.935
    expect(resultAtStops(exposure, [stop('200', '0.50')], RATE)).toBe(-parseUsd('27.935'));
    expect(resultAtStops(exposure, [stop('50', '0.50')], RATE)).toBe(-parseUsd('27.935'));
    expect(resultAtStops(exposure, [stop('900', '0.50'), stop('50', '0.40')], RATE)).toBe(-parseUsd('27.935'));
    expect(resultAtStops(build(holdingOf('100', '40', '100', '60')), [stop('9', '0.50')], RATE)).toBeNull();
  });
});

const MAX = 2_000_000_000_000;
const stake = fc
  .record({
    yes: fc.integer({ min: 0, max: MAX }),
    no: fc.integer({ min: 0, max: MAX }),
    cost: fc.bigInt({ min: 0n, max: 3n * BigInt(MAX) }),
  })
  .map(({ yes, no, cost }) => ({ yes: yes as Shares, no: no as Shares, cost: toUsd(cost) }));

describe('at this row', () => {
  it('never falls with the price for a net position in yes, never rises for one in no, on any grid', () => {
    fc.assert(
      fc.property(
        stake,
        fc.constantFrom(10_000, 1_000, 100),
        fc.integer({ min: 1, max: 9_998 }),
        fc.integer({ min: 0, max: 100_000 }),
        (one, tick, step, rate) => {
          const low = (step % (1_000_000 / tick - 2)) * tick + tick;
          const [below, above] = [resultAtRow(one, low, rate)!, resultAtRow(one, low + tick, rate)!];
          if (one.yes > one.no) expect(above).toBeGreaterThanOrEqual(below);
          else if (one.yes < one.no) expect(above).toBeLessThanOrEqual(below);
          else expect([below, above]).toEqual([BigInt(one.yes) - one.cost, BigInt(one.yes) - one.cost]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('lies between the two ends, and is below the value without a fee', () => {
    fc.assert(
      fc.property(stake, fc.integer({ min: 1, max: 999_999 }), (one, price) => {
        const result = resultAtRow(one, price, RATE)!;
        const ends = [BigInt(one.yes) - one.cost, BigInt(one.no) - one.cost];
        const [least, most] = ends[0]! < ends[1]! ? [ends[0]!, ends[1]!] : [ends[1]!, ends[0]!];
        expect(result).toBeLessThanOrEqual(valueAt(one, price) - one.cost);
        expect(result).toBeLessThanOrEqual(most);
        expect(result).toBeGreaterThanOrEqual(least - 1n);
      }),
      { numRuns: 2_000 },
    );
  });
});
