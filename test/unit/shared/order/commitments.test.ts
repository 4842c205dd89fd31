import { describe, expect, it } from 'vitest';
import {
  type CommittingOrder,
  committedCollateral,
  lockDrift,
  type ReservingOrder,
  sellableShares,
} from '#shared/order/commitments.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { MARKET, makePosition, noAnswer, OTHER_MARKET } from '#test/slice/makers.ts';

const sent: ReservingOrder = {
  market: MARKET,
  side: 'yes',
  direction: 'buy',
  price: parsePrice('0.61'),
  shares: parseShares('100'),
  remaining: parseShares('100'),
  locked: null,
  accepted: null,
  life: { at: 'sent' },
};
const resting = { at: 'resting', orderId: parseOrderId('7') } as const;

describe('commitments', () => {
  it('are stake and fee reserve of unconfirmed buys', () => {
    const unknown: ReservingOrder = { ...sent, life: { at: 'unknown', sinceMs: 1, reason: noAnswer('timed out') } };
    expect(committedCollateral([sent, unknown], 20_000, null)).toBe(parseUsd('122.9516'));
    expect(
      committedCollateral(
        [
          { ...sent, locked: parseUsd('61'), life: resting },
          { ...sent, direction: 'sell' },
          { ...sent, life: { at: 'rejected', orderId: null, codes: ['x'] } },
        ],
        20_000,
        null,
      ),
    ).toBe(0n);
  });

  it('are what a confirmed buy locks until a balance includes it, by the exchange’s clock where the balance has it', () => {
    const buy: ReservingOrder = {
      ...sent,
      locked: parseUsd('61.4758'),
      life: resting,
      accepted: { atMs: 1_000, exchangeTimeMs: 5_000 },
    };
    const commit = (exchangeTimeMs: number | null, receivedAtMs: number): bigint =>
      committedCollateral([buy], 20_000, { exchangeTimeMs, receivedAtMs });
    expect(commit(null, 999)).toBe(parseUsd('61.4758'));
    expect(commit(null, 1_000)).toBe(0n);
    expect(commit(4_999, 2_000)).toBe(parseUsd('61.4758'));
    // The event of the balance overtook the answer.
    expect(commit(5_000, 900)).toBe(0n);
  });

  it('show a drift only when every open order has its lock in the balance', () => {
    const buy: ReservingOrder = { ...sent, locked: parseUsd('61'), life: resting };
    const balance = { exchangeTimeMs: null, receivedAtMs: 2_000, locked: parseUsd('63.5') };
    expect(lockDrift([buy], balance)).toBe(parseUsd('2.5'));
    expect(lockDrift([buy, sent], balance)).toBeNull();
    expect(lockDrift([{ ...buy, accepted: { atMs: 2_001, exchangeTimeMs: 0 } }], balance)).toBeNull();
    expect(lockDrift([buy], null)).toBeNull();
  });

  it('leave the shares that no order of ours sells, however old the position is', () => {
    const sale: CommittingOrder = { ...sent, direction: 'sell', shares: parseShares('30') };
    const held = makePosition('100');
    expect(sellableShares(held, [], MARKET, 'yes')).toBe(100_000_000);
    expect(sellableShares(held, [sale], MARKET, 'yes')).toBe(70_000_000);
    // Told before the sale rested: the exchange sends no position for that.
    const rests: CommittingOrder = { ...sale, remaining: parseShares('20'), locked: parseUsd('0'), life: resting };
    expect(sellableShares(held, [rests], MARKET, 'yes')).toBe(80_000_000);
    // Told after it: nothing is taken twice.
    const told = makePosition('100', { locked: parseShares('20'), sellable: parseShares('80') });
    expect(sellableShares(told, [rests], MARKET, 'yes')).toBe(80_000_000);
    expect(sellableShares(told, [rests, { ...sale, shares: parseShares('90') }], MARKET, 'yes')).toBe(0);
    expect(
      sellableShares(
        held,
        [
          { ...sale, side: 'no' },
          { ...sale, market: OTHER_MARKET },
        ],
        MARKET,
        'yes',
      ),
    ).toBe(100_000_000);
    expect(sellableShares(null, [], MARKET, 'yes')).toBe(0);
  });
});
