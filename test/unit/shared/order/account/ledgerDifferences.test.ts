import { describe, expect, it } from 'vitest';
import type { Fill } from '#shared/order/account/account.ts';
import { buildLedger, type LedgerPosition } from '#shared/order/account/ledger.ts';
import { findDifferences } from '#shared/order/account/ledgerDifferences.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeFill, makePosition } from '#test/slice/makers.ts';

function fill(id: string, direction: 'buy' | 'sell', shares: string, price: string, part: Partial<Fill> = {}): Fill {
  return makeFill(id, {
    direction,
    shares: parseShares(shares),
    price: parsePrice(price),
    fee: parseUsd('0'),
    exchangeTimeMs: Number(id) * 1_000,
    ...part,
  });
}

function positionOf(...fills: Fill[]): LedgerPosition {
  return buildLedger(fills).positions[0]!;
}

describe('differences to the exchange', () => {
  const ledger = positionOf(
    fill('1', 'buy', '100', '0.4', { fee: parseUsd('0.48') }),
    fill('2', 'sell', '50', '0.5', { fee: parseUsd('0.25') }),
  );
  const equal = { averagePrice: parsePrice('0.4'), realizedPnl: parseUsd('5') };

  it('are none where the figures agree', () => {
    expect(findDifferences(ledger, [makePosition('50', equal)], true)).toEqual([]);
  });

  it('are explained by missing fills, by movements outside orders, and by fees', () => {
    expect(findDifferences(ledger, [makePosition('70', equal)], false)).toMatchObject([
      { code: 'quantity', parameters: { cause: 'historyIncomplete' } },
    ]);
    expect(findDifferences(ledger, [makePosition('70', equal)], true)).toMatchObject([
      { code: 'quantity', parameters: { fromFills: parseShares('50'), cause: 'movedOutsideOrders' } },
    ]);
    const withFees = { averagePrice: parsePrice('0.4048'), realizedPnl: parseUsd('4.51') };
    expect(findDifferences(ledger, [makePosition('50', withFees)], true)).toMatchObject([
      { code: 'averagePrice', parameters: { cause: 'feesIncluded' } },
      { code: 'realizedPnl', parameters: { cause: 'feesIncluded' } },
    ]);
    expect(findDifferences(ledger, [makePosition('50', { ...equal, realizedPnl: parseUsd('7') })], true)).toMatchObject(
      [{ code: 'realizedPnl', parameters: { cause: 'unexplained' } }],
    );
  });

  it('adds up custodies, and a redeemed position is no difference', () => {
    const parts = [
      makePosition('30', { ...equal, realizedPnl: parseUsd('5') }),
      makePosition('20', { ...equal, realizedPnl: 0n as never }),
    ];
    expect(findDifferences(ledger, parts, true)).toEqual([]);
    const settled = positionOf(fill('1', 'buy', '100', '0.4', { state: 'settled_yes' }));
    expect(
      findDifferences(settled, [makePosition('0', { averagePrice: null, realizedPnl: parseUsd('60') })], true),
    ).toEqual([]);
  });
});
