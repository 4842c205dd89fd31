import { describe, expect, it } from 'vitest';
import { buildWorstCase } from '#renderer/domain/conditionals/conditionalFigures.ts';
import type { LedgerPosition } from '#shared/order/account/ledger.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { ocoTerms, stopTerms } from '../../panes/conditionals/facts.ts';

const RATE = 20_000;
const SHARES = parseShares('500');
/** 500 shares for 200 dollars and 5 dollars of fees. */
const POSITION = { open: SHARES, cost: parseUsd('200'), openFees: parseUsd('5') } as LedgerPosition;
const STOP = stopTerms('0.31', '0.30');
const { trigger: _trigger, walk: _walk, limit: _limit, ...base } = STOP;
const BRACKET: ConditionalTerms = {
  ...base,
  kind: 'bracket',
  direction: 'buy',
  entry: { price: parsePrice('0.42'), postOnly: false },
  worst: parsePrice('0.42'),
  takeProfit: parsePrice('0.60'),
  stop: ocoTerms('0.60', '0.31', '0.30').stop,
  batch: parseShares('50'),
};
const amounts = (terms: ConditionalTerms, position: LedgerPosition | null = POSITION) =>
  Object.fromEntries(buildWorstCase(terms, position, RATE).map(({ what, amount }) => [what, amount]));
const fee = (price: string): bigint => maxTakerFee(parsePrice(price), SHARES, RATE);

describe('the worst case', () => {
  it('of a sale is all of it at the worst price, less the largest fee and what the shares cost', () => {
    expect(amounts(STOP)).toEqual({
      proceeds: parseUsd('150'),
      fee: fee('0.30'),
      gain: parseUsd('150') - fee('0.30') - parseUsd('205'),
    });
  });

  it('has no gain where the cost is not known, or is of fewer shares', () => {
    expect(amounts(STOP, null)).not.toHaveProperty('gain');
    expect(amounts(STOP, { ...POSITION, open: parseShares('499') })).not.toHaveProperty('gain');
  });

  it('of one-cancels-the-other has the take profit beside the stop', () => {
    expect(amounts(ocoTerms('0.60', '0.31', '0.30')).gainAtTarget).toBe(
      parseUsd('300') - fee('0.60') - parseUsd('205'),
    );
  });

  it('of a bracket is a purchase with both of its ends, whatever is held', () => {
    const paid = parseUsd('210') + fee('0.42');
    expect(amounts(BRACKET, null)).toEqual({
      stake: parseUsd('210'),
      fee: fee('0.42'),
      gain: parseUsd('150') - fee('0.30') - paid,
      gainAtTarget: parseUsd('300') - fee('0.60') - paid,
    });
    expect(amounts({ ...BRACKET, stop: null, takeProfit: null })).not.toHaveProperty('gain');
  });
});
