import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkExitPlan,
  divideLots,
  type ExitPlan,
  findExpiry,
  isSameAccount,
  isSameMarket,
  MAX_PREPARED_MS,
  MAX_PREPARED_POSITIONS,
  NO_SENDING_MS,
  type PlanFault,
} from '#shared/order/exits/preparedExits.ts';
import { parseHex32, parseMarketId, parseTokenId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { isExactCost } from '#shared/units/usd.ts';
import { ACCOUNT, HOUR_MS, makePlan, makePosition, NOW_MS } from '../../../main/vault/prepared/makePlan.ts';

describe('divideLots', () => {
  it('makes lots that are exact on every tick and never more than what can be sold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.integer({ min: 1, max: 999 }), (sellable, tick) => {
        const lots = divideLots(toShares(sellable));
        expect(lots.reduce((sum: number, lot) => sum + lot, 0)).toBe(sellable - (sellable % 10_000));
        expect(lots.every((lot) => lot > 0 && isExactCost((tick * 1_000) as Price, lot))).toBe(true);
      }),
    );
  });

  it('divides evenly', () => {
    expect(divideLots(parseShares('100'))).toEqual([25, 25, 25, 25].map((lot) => lot * 1_000_000));
    expect(divideLots(parseShares('0.03'))).toEqual([10_000, 10_000, 10_000]);
    expect(divideLots(parseShares('0.009999'))).toEqual([]);
  });
});

describe('findExpiry', () => {
  const times = { nowMs: NOW_MS, exchangeTimeMs: NOW_MS - 5_000 };
  it('counts from the earlier clock, at most twelve hours, never past the close', () => {
    expect(findExpiry(2, null, times)).toBe(NOW_MS - 5_000 + 2 * HOUR_MS);
    expect(findExpiry(48, null, times)).toBe(NOW_MS - 5_000 + MAX_PREPARED_MS);
    expect(findExpiry(2, NOW_MS + HOUR_MS, times)).toBe(NOW_MS + HOUR_MS);
  });
});

describe('checkExitPlan', () => {
  it('accepts a plan within its bounds', () => {
    expect(checkExitPlan(makePlan(), NOW_MS)).toBeNull();
    expect(
      checkExitPlan(
        makePlan({ account: { ...ACCOUNT, signatureType: 3 }, signer: { kind: 'second', key: ACCOUNT.ownerAddress } }),
        NOW_MS,
      ),
    ).toBeNull();
  });

  const withPosition = (change: Parameters<typeof makePosition>[0]): ExitPlan =>
    makePlan({ positions: [makePosition(change)] });
  it.each<[PlanFault, ExitPlan]>([
    ['noPosition', makePlan({ positions: [] })],
    [
      'tooManyPositions',
      makePlan({
        positions: Array.from({ length: MAX_PREPARED_POSITIONS + 1 }, (_, index) =>
          makePosition({ market: parseMarketId(`m${index}`) }),
        ),
      }),
    ],
    ['positionTwice', makePlan({ positions: [makePosition(), makePosition()] })],
    ['noExpiryInSignature', makePlan({ domainVersion: '2' })],
    ['walletType', makePlan({ account: { ...ACCOUNT, signatureType: 3 } })],
    ['walletType', makePlan({ account: { ...ACCOUNT, signatureType: 0 } })],
    ['tooLong', withPosition({ expiresAtMs: NOW_MS + MAX_PREPARED_MS + 61_000 })],
    ['tooLong', withPosition({ expiresAtMs: Number.NaN })],
    ['tooShort', withPosition({ expiresAtMs: NOW_MS + NO_SENDING_MS })],
    ['afterClose', withPosition({ closeAtMs: NOW_MS + HOUR_MS })],
    ['price', withPosition({ price: 0 as Price })],
    ['price', withPosition({ price: 1_000_000 as Price })],
    ['lots', withPosition({ lots: [] })],
    ['lots', withPosition({ lots: [toShares(0)] })],
    ['lots', withPosition({ lots: [toShares(1)] })],
    ['lots', withPosition({ lots: Array.from({ length: 5 }, () => parseShares('1')) })],
    ['moreThanSellable', withPosition({ lots: [parseShares('60'), parseShares('40.01')] })],
    ['sameTokens', withPosition({ noTokenId: parseTokenId('1001') })],
  ])('refuses %s', (fault, plan) => {
    expect(checkExitPlan(plan, NOW_MS)).toBe(fault);
  });

  it('refuses a price of which a lot would not be exact', () => {
    expect(checkExitPlan(withPosition({ price: toPrice(310_001), lots: [parseShares('0.01')] }), NOW_MS)).toBe('lots');
  });
});

describe('what must be the same', () => {
  it('compares every field of the account and of the market', () => {
    for (const name of Object.keys(ACCOUNT) as (keyof typeof ACCOUNT)[]) {
      expect(isSameAccount(ACCOUNT, { ...ACCOUNT, [name]: 'other' as never })).toBe(false);
    }
    expect(isSameAccount(ACCOUNT, { ...ACCOUNT })).toBe(true);
    const position = makePosition();
    const record = { ...ACCOUNT, ...position } as never;
    expect(isSameMarket(position, record)).toBe(true);
    expect(isSameMarket({ ...position, yesTokenId: parseTokenId('7') }, record)).toBe(false);
    expect(isSameMarket({ ...position, noTokenId: parseTokenId('7') }, record)).toBe(false);
    expect(isSameMarket({ ...position, conditionId: parseHex32(`0x${'22'.repeat(32)}`) }, record)).toBe(false);
  });
});
