import { describe, expect, it } from 'vitest';
import { eventLoss, listOpen, lossByResult, openNotional, sumHoldings, worstOf } from '#shared/order/risk/loss.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { formatUsd, toUsd } from '#shared/units/usd.ts';
import { MARKET, makePosition } from '#test/slice/makers.ts';
import { holding } from '#test/slice/riskMakers.ts';
import { orderOf } from '#test/unit/renderer/panes/facts.ts';

const open = (direction: 'buy' | 'sell', side: 'yes' | 'no', price: string, shares: string) => ({
  market: MARKET,
  side,
  direction,
  price: parsePrice(price),
  open: parseShares(shares),
});
const worst = (positions: ReturnType<typeof holding>[], orders: ReturnType<typeof open>[] = []) =>
  formatUsd(worstOf(lossByResult(sumHoldings(positions, MARKET), orders, MARKET, 0)));

describe('the worst-case loss of a market', () => {
  it('is the cost of what is held and of what may be bought', () => {
    expect(worst([holding('yes', '100', '0.6')])).toBe('60.00');
    expect(worst([], [open('buy', 'yes', '0.3', '100'), open('buy', 'no', '0.2', '100')])).toBe('30.00');
    expect(worst([holding('yes', '100', '0.6')], [open('buy', 'yes', '0.3', '10')])).toBe('63.00');
  });

  it('is a gain for a complete set below a dollar, and counts its parts once', () => {
    expect(worst([holding('yes', '100', '0.6'), holding('no', '100', '0.3')])).toBe('-10.00');
  });

  it('counts shares without an average price as bought at a dollar', () => {
    expect(worst([holding('yes', '100', null)])).toBe('100.00');
  });

  it('adds both custodies of one outcome', () => {
    expect(worst([holding('yes', '100', '0.6'), makePosition('50', { custody: 'other' })])).toBe('85.00');
  });

  it('rises by a sale of one part of a complete set', () => {
    const set = [holding('yes', '100', '0.6'), holding('no', '100', '0.4')];
    expect(worst(set, [open('sell', 'yes', '0.7', '100')])).toBe('40.00');
  });
});

describe('the worst-case loss of an event', () => {
  const yes = lossByResult(sumHoldings([holding('yes', '100', '0.6')], MARKET), [], MARKET, 0);
  const no = lossByResult(sumHoldings([holding('no', '100', '0.7')], MARKET), [], MARKET, 0);

  it('adds its markets up unless it is exclusive', () => {
    expect(formatUsd(eventLoss([no, no], false))).toBe('140.00');
  });

  it('lets at most one market of an exclusive event resolve to yes, and any be voided', () => {
    // One no is lost; the other one is worth a dollar, or half a dollar if its market is voided.
    expect(formatUsd(eventLoss([no, no], true))).toBe('90.00');
    expect(formatUsd(eventLoss([yes, yes], true))).toBe('120.00');
  });
});

it('counts orders until they are proved closed', () => {
  const life = [
    { at: 'signed' },
    { at: 'sent' },
    { at: 'unknown', sinceMs: 0, reason: { code: 'notListed', parameters: {} } },
    { at: 'resting', orderId: '1' as never },
    { at: 'cancelling', orderId: '1' as never, sinceMs: 0 },
    { at: 'done', orderId: '1' as never },
    { at: 'cancelled', orderId: '1' as never },
    { at: 'rejected', orderId: null, codes: [] },
    { at: 'absent', reason: { code: 'notListed', parameters: {} } },
  ] as const;
  expect(life.map((one) => listOpen([orderOf(one)]).length)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0]);
});

it('adds open buys with their fee reserve and holdings at cost to the open notional', () => {
  const orders = [open('buy', 'yes', '0.5', '100'), open('sell', 'yes', '0.7', '100')];
  expect(openNotional([holding('yes', '100', '0.6')], orders, 20_000)).toBe(toUsd(110_500_000n));
});
