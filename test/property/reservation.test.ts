/** What the ticket says will be locked is what the embedded exchange locks. */
import { describe, expect, it } from 'vitest';
import { buildEngine } from '#paper/engine/engine.ts';
import type { Order } from '#paper/engine/state.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { costCeil } from '#shared/units/usd.ts';

const SIZES = ['0.01', '0.1', '1', '2.5', '7.77', '25', '100', '333.33', '1000', '12345.67'].map(parseShares);
const SILENT = { onOrder: () => {}, onFill: () => {}, onBalance: () => {}, onPosition: () => {}, onTrade: () => {} };

describe('the reserve of an order', () => {
  it.each(['yes', 'no'] as const)('to buy %s is stake and fee bound at every price and size', (side) => {
    const engine = buildEngine(SILENT);
    const market = engine.openMarket(50);
    const account = engine.openAccount(false, true);
    engine.deposit(account, 1_000_000_000_000, 0);
    for (let ticks = 1; ticks <= 99; ticks += 1) {
      for (const shares of SIZES) {
        let locked = -1;
        const result = engine.place(
          { account, market, side, direction: 'buy', ticks, shares, postOnly: false },
          1,
          (order: Order) => {
            locked = account.locked;
            expect(order.locked).toBe(locked);
          },
        );
        expect(result.ok).toBe(true);
        const price = toPrice(ticks * 10_000);
        expect(BigInt(locked)).toBe(costCeil(price, shares) + maxTakerFee(price, shares));
        if (result.ok) engine.cancel(result.order, 2);
        expect(account.locked).toBe(0);
      }
    }
  });

  it.each(['yes', 'no'] as const)('to sell %s is its shares, and no collateral', (side) => {
    const engine = buildEngine(SILENT);
    const market = engine.openMarket(50);
    const account = engine.openAccount(false, true);
    const other = engine.openAccount(false, true);
    for (const one of [account, other]) engine.deposit(one, 1_000_000_000_000, 0);
    const total = parseShares('20000');
    const buy = (buyer: typeof account, bought: 'yes' | 'no'): void => {
      const request = { account: buyer, market, side: bought, direction: 'buy', ticks: 50, shares: total } as const;
      expect(engine.place({ ...request, postOnly: false }, 1).ok).toBe(true);
    };
    buy(other, side === 'yes' ? 'no' : 'yes');
    buy(account, side);
    const held = (): { readonly quantity: number; readonly locked: number } => account.holdings.get(market.id)![side];
    expect(held().quantity).toBe(total);
    for (let ticks = 1; ticks <= 99; ticks += 1) {
      for (const shares of SIZES as readonly Shares[]) {
        const request = { account, market, side, direction: 'sell', ticks, shares, postOnly: false } as const;
        const result = engine.place(request, 2);
        expect(result.ok).toBe(true);
        expect([held().locked, account.locked]).toEqual([shares, 0]);
        if (result.ok) engine.cancel(result.order, 3);
      }
    }
  });
});
