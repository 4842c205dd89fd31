import { describe, expect, it } from 'vitest';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { Fill, Position } from '#shared/order/account/account.ts';
import { buildLedger, type Settlement } from '#shared/order/account/ledger.ts';
import { buildHolding, listHoldings } from '#shared/order/exposure/holding.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { positionOf } from '../../../renderer/panes/facts.ts';

let at = 0;
function fill(side: Side, direction: Direction, shares: string, price: string, part: Partial<Fill> = {}): Fill {
  at += 1;
  return {
    id: String(at),
    orderId: `o${at}` as OrderId,
    market: 'm' as MarketId,
    side,
    direction,
    price: parsePrice(price),
    shares: parseShares(shares),
    value: null,
    fee: parseUsd('0.5'),
    takerSide: null,
    state: 'active',
    exchangeTimeMs: at,
    ...part,
  };
}

const rows = (yes: string, no: string, average: string | null = null): Position[] =>
  (
    [
      ['yes', yes],
      ['no', no],
    ] as const
  ).map(([outcome, quantity]) =>
    positionOf('m', {
      outcome,
      quantity: parseShares(quantity),
      averagePrice: average === null ? null : parsePrice(average),
    }),
  );

function holding(
  fills: readonly Fill[],
  positions: readonly Position[],
  result: Settlement | null = null,
  isComplete = true,
) {
  return buildHolding('m' as MarketId, positions, buildLedger(fills).positions, isComplete, result);
}

/** 100 yes for 43.00 and 100 no for 57.00, with a fee of 0.50 each. */
const PAIR = [fill('yes', 'buy', '100', '0.43'), fill('no', 'buy', '100', '0.57')];

describe('what is held', () => {
  it('is what the fills give where the exchange states the same', () => {
    const { yes, no, moved } = holding(PAIR, rows('100', '100'));
    expect(yes).toMatchObject({ cost: parseUsd('43'), openFees: parseUsd('0.5'), costFrom: 'fills', realized: 0n });
    expect(no).toMatchObject({ cost: parseUsd('57'), openFees: parseUsd('0.5') });
    expect(moved).toMatchObject({ merged: 0, split: 0 });
  });

  it('realises a merge of both outcomes, and leaves nothing open when all were merged', () => {
    const flat = holding(PAIR, rows('0', '0'));
    expect(flat.moved?.merged).toBe(parseShares('100'));
    expect([flat.yes.cost, flat.no.cost, flat.yes.openFees, flat.no.openFees]).toEqual([0n, 0n, 0n, 0n]);
    expect(flat.yes.realized + flat.no.realized).toBe(-parseUsd('1'));
    // A row that the exchange no longer lists is the same as one of nothing.
    expect(holding(PAIR, [])).toEqual(flat);
  });

  it('realises a part of a merge at the average cost, the rest stays open', () => {
    const { yes, no } = holding(PAIR, rows('60', '60'));
    expect([yes.cost, no.cost]).toEqual([parseUsd('25.8'), parseUsd('34.2')]);
    expect(yes.realized + no.realized).toBe(-parseUsd('0.4'));
  });

  it('counts half a dollar for each share of a split, and what was sold of it leaves at that', () => {
    const { yes, no, moved } = holding([fill('no', 'sell', '100', '0.57')], rows('100', '0'));
    expect(moved?.split).toBe(parseShares('100'));
    expect(yes).toMatchObject({ cost: parseUsd('50'), costFrom: 'fills' });
    expect(yes.realized + no.realized).toBe(parseUsd('6.5'));
  });

  it('pays what a redemption paid: a dollar for the winner, half of both after a void', () => {
    const won = holding(PAIR, rows('0', '0'), 'yes');
    expect(won.moved?.redeemed).toEqual({ yes: parseShares('100'), no: parseShares('100') });
    expect(won.yes.realized).toBe(parseUsd('56.5'));
    expect(won.no.realized).toBe(-parseUsd('57.5'));
    const voided = holding([fill('yes', 'buy', '30', '0.40', { state: 'voided' })], rows('0', '0'));
    expect(voided.yes.realized).toBe(parseUsd('15') - parseUsd('12.5'));
    // Not redeemed yet: it is held.
    expect(holding(PAIR, rows('100', '100'), 'yes').yes).toMatchObject({ cost: parseUsd('43'), realized: 0n });
  });

  it('takes the exchange’s average for shares that came without a fill, and says that the cost is not known without one', () => {
    const came = holding([fill('yes', 'buy', '10', '0.40')], rows('25', '0', '0.50'));
    expect(came.yes).toMatchObject({ cost: parseUsd('12.5'), costFrom: 'exchange' });
    expect(came.moved?.in.yes).toBe(parseShares('15'));
    expect(holding([], rows('25', '0')).yes).toMatchObject({ cost: null, costFrom: 'unknown' });
  });

  it('lets shares that left without a fill leave at their cost: no gain is known of them', () => {
    const left = holding([fill('yes', 'buy', '10', '0.40')], rows('4', '0'));
    expect(left.yes).toMatchObject({ shares: parseShares('4'), cost: parseUsd('1.6') });
    expect(left.yes.realized).toBe(-parseUsd('0.3'));
    expect(left.moved?.out.yes).toBe(parseShares('6'));
  });

  it('infers no movement while fills are missing: then the exchange’s figures count where the fills give others', () => {
    const partial = holding(PAIR, rows('60', '100', '0.30'), null, false);
    expect(partial.moved).toBeNull();
    expect(partial.yes).toMatchObject({ cost: parseUsd('18'), costFrom: 'exchange' });
    expect(partial.no).toMatchObject({ cost: parseUsd('57'), costFrom: 'fills' });
    const stated = positionOf('m', { quantity: parseShares('0'), realizedPnl: parseUsd('7') });
    expect(holding([], [stated], null, false).yes.realized).toBe(parseUsd('7'));
    const redeemed = holding([fill('yes', 'buy', '30', '0.40')], rows('0', '0'), 'yes', false);
    expect(redeemed.yes.realized).toBe(parseUsd('17.5'));
  });

  it('lists every market with a position or a fill, the latest fill first', () => {
    const older = fill('yes', 'buy', '5', '0.40', { market: 'a' as MarketId });
    const list = listHoldings({
      positions: [positionOf('z'), ...rows('0', '0')],
      ledger: { ...buildLedger([...PAIR, older]), isComplete: true },
      resultOf: () => null,
    });
    expect(list.map(({ market }) => market)).toEqual(['a', 'm', 'z']);
  });
});
