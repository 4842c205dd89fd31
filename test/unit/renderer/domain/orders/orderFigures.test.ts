import { describe, expect, it } from 'vitest';
import { buildFigures, formatOrder } from '#renderer/domain/orders/orderFigures.ts';
import { walkBook } from '#shared/order/bookWalk.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { marketOf } from '../../panes/facts.ts';

const FEE = 20_000;

describe('the figures', () => {
  const order = { side: 'yes', direction: 'buy', price: parsePrice('0.61'), shares: parseShares('500') } as const;
  const sale = { ...order, direction: 'sell', shares: parseShares('100') } as const;

  it('counts a buy without a book at its limit price, with the largest fee', () => {
    expect(buildFigures(order, null, null, FEE)).toEqual({
      stake: 305_000_000n,
      feeReserve: 2_379_000n,
      fee: 2_379_000n,
      locked: 307_379_000n,
      ifYes: 192_621_000n,
      ifNo: -307_379_000n,
    });
  });

  it('counts what trades at the price that would be paid, and no fee for what rests', () => {
    const asks = Float64Array.of(590_000, 200_000_000, 620_000, 900_000_000);
    const figures = buildFigures(order, walkBook(asks, order, FEE), null, FEE);
    // 200 at 0.59 and 300 resting at 0.61; fee 0.02 × 0.59 × 0.41 × 200.
    expect(figures).toMatchObject({ stake: 301_000_000n, fee: 967_600n, ifNo: -301_967_600n, ifYes: 198_032_400n });
    expect(figures.locked).toBe(307_379_000n);
  });

  it('swaps the results for a buy of NO', () => {
    const no = { ...order, side: 'no', price: parsePrice('0.40'), shares: parseShares('100') } as const;
    expect(buildFigures(no, null, null, 0)).toMatchObject({ ifNo: 60_000_000n, ifYes: -40_000_000n });
  });

  it('measures a sale by what the shares cost', () => {
    const bids = Float64Array.of(630_000, 900_000_000);
    const figures = buildFigures(sale, walkBook(bids, sale, FEE), parseUsd('45.5'), FEE);
    // 63 less a fee of 0.02 × 0.63 × 0.37 × 100, less 45.5.
    expect(figures).toMatchObject({ stake: 63_000_000n, fee: 466_200n, ifYes: 17_033_800n, ifNo: 17_033_800n });
    expect(figures.locked).toBe(0n);
  });

  it('measures a sale against keeping when no cost is known', () => {
    const no = { ...sale, side: 'no', price: parsePrice('0.40') } as const;
    expect(buildFigures(no, null, null, 0)).toMatchObject({ ifNo: -60_000_000n, ifYes: 40_000_000n });
  });
});

describe('outcome names', () => {
  const market = marketOf('m', { outcomeLabels: ['Up', 'Down'] });

  it('shows the custom label and keeps yes and no', () => {
    expect(formatOrder(market, 'yes', 'buy', parsePrice('0.61'), parseShares('500'))).toBe('buy 500 yes (Up) at 0.61');
  });
});
