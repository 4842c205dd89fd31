import { describe, expect, it } from 'vitest';
import { listApart } from '#shared/order/exposure/apart.ts';
import type { OrderLife } from '#shared/order/life.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd, toUsd } from '#shared/units/usd.ts';

const RATE = 20_000;
const resting: OrderLife = { at: 'resting', orderId: 'r' as OrderId };
const lost: OrderLife = { at: 'unknown', sinceMs: 0, reason: { code: 'programStopped', parameters: {} } };
const order = (life: OrderLife, direction: 'buy' | 'sell' | null, price: string, shares: string) => ({
  side: 'yes' as const,
  direction,
  price: parsePrice(price),
  remaining: parseShares(shares),
  life,
});
/** 100 yes for 40.00. */
const LONG = { ifYes: parseUsd('60'), ifNo: toUsd(-parseUsd('40')), ifVoid: parseUsd('10') };

describe('orders apart from a position', () => {
  it('adds what each group could lose at most to the worst end of the market', () => {
    const apart = listApart(
      LONG,
      [
        order(resting, 'buy', '0.50', '100'),
        order(lost, 'sell', '0.50', '100'),
        order({ at: 'done', orderId: 'd' as OrderId }, 'buy', '0.9', '9'),
      ],
      [{ side: 'yes', direction: 'sell', price: parsePrice('0.10'), shares: parseShares('100') }],
      RATE,
    );
    // Its stake and the largest fee are lost where no wins.
    expect(apart.resting).toEqual({ count: 1, buys: parseShares('100'), sells: 0, worst: -parseUsd('90.5') });
    // A sale at 0.50 gives up the other half of a win, and only helps where no wins: the worst end stays.
    expect(apart.unknown).toEqual({ count: 1, buys: 0, sells: parseShares('100'), worst: -parseUsd('40') });
    expect(apart.conditional).toMatchObject({ count: 1, worst: -parseUsd('40') });
  });

  it('counts an order without a direction as the worse of both', () => {
    const { resting: group } = listApart(LONG, [order(resting, null, '0.50', '100')], [], RATE);
    expect(group).toMatchObject({ buys: parseShares('100'), sells: parseShares('100'), worst: -parseUsd('90.5') });
  });

  it('knows no worst end without a cost, and that of the position alone without orders', () => {
    expect(listApart({ ifYes: null, ifNo: null, ifVoid: null }, [], [], RATE).resting.worst).toBeNull();
    expect(listApart(LONG, [], [], RATE).unknown).toEqual({ count: 0, buys: 0, sells: 0, worst: -parseUsd('40') });
  });
});
