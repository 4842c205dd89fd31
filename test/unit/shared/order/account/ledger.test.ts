import { describe, expect, it } from 'vitest';
import type { Fill } from '#shared/order/account/account.ts';
import { averageOfPosition, buildLedger, type LedgerPosition, settledValue } from '#shared/order/account/ledger.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeFill } from '#test/slice/makers.ts';

const DAY = 86_400_000;

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

describe('the ledger', () => {
  it('sells at the average cost and counts fees apart from prices', () => {
    const position = positionOf(
      fill('1', 'buy', '100', '0.4', { fee: parseUsd('0.48') }),
      fill('2', 'buy', '100', '0.6', { fee: parseUsd('0.48') }),
      fill('3', 'sell', '50', '0.7', { fee: parseUsd('0.21') }),
    );
    expect(position).toMatchObject({
      open: parseShares('150'),
      cost: parseUsd('75'),
      openFees: parseUsd('0.72'),
      realized: parseUsd('10'),
      fees: parseUsd('1.17'),
    });
    expect(averageOfPosition(position)).toBe(parsePrice('0.5'));
  });

  it('is the same in any order of arrival', () => {
    const fills = [fill('1', 'buy', '100', '0.4'), fill('2', 'sell', '40', '0.5'), fill('3', 'buy', '10', '0.3')];
    expect(buildLedger([...fills].reverse())).toEqual(buildLedger(fills));
  });

  it('uses the value that the exchange states', () => {
    expect(positionOf(fill('1', 'buy', '100', '0.4', { value: parseUsd('39.999999') })).cost).toBe(
      parseUsd('39.999999'),
    );
  });

  it('keeps results by UTC day, newest first', () => {
    const { days } = buildLedger([
      fill('1', 'buy', '10', '0.4', { exchangeTimeMs: DAY - 1, fee: parseUsd('0.1') }),
      fill('2', 'sell', '10', '0.5', { exchangeTimeMs: DAY, fee: parseUsd('0.2') }),
    ]);
    expect(days).toEqual([
      { startMs: DAY, realized: parseUsd('1'), fees: parseUsd('0.2'), traded: parseUsd('5'), fills: 1 },
      { startMs: 0, realized: 0n, fees: parseUsd('0.1'), traded: parseUsd('4'), fills: 1 },
    ]);
  });

  it('counts fills of which it cannot tell the outcome or the direction', () => {
    const ledger = buildLedger([fill('1', 'buy', '10', '0.4', { side: null }), makeFill('2', { direction: null })]);
    expect(ledger).toMatchObject({ positions: [], unattributed: 2 });
  });

  it('says how many shares were sold without having been bought', () => {
    const position = positionOf(fill('1', 'buy', '10', '0.4'), fill('2', 'sell', '15', '0.5'));
    expect(position).toMatchObject({ open: 0, soldUnbought: parseShares('5'), realized: parseUsd('3.5') });
  });

  it('values a settled position by its result', () => {
    const won = positionOf(fill('1', 'buy', '100', '0.4', { state: 'settled_yes' }));
    expect(won.settlement).toBe('yes');
    expect([settledValue(won, 'yes'), settledValue(won, 'no'), settledValue(won, 'void')]).toEqual([
      parseUsd('100'),
      0n,
      parseUsd('50'),
    ]);
  });
});
