import { describe, expect, it } from 'vitest';
import { createPortfolio } from '#main/trading/account/portfolio.ts';
import type { AccountList, UnreadableRow } from '#shared/order/account/account.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { listingOf, MARKET, makeBalance, makeFill, makePosition, OTHER_MARKET } from '#test/slice/makers.ts';

function openBench() {
  const bench = { changes: 0 };
  const portfolio = createPortfolio('usdc', () => {
    bench.changes += 1;
  });
  return { portfolio, bench };
}

function rowOf(change: Partial<UnreadableRow>): UnreadableRow {
  const problem = { path: 'rows[0]', expected: 'an object', found: '"x"' };
  return { id: null, market: null, outcome: null, problem, ...change };
}

function withRows<T>(items: readonly T[], unreadable: readonly UnreadableRow[]): AccountList<T> {
  return { ...listingOf(items), unreadable };
}

describe('portfolio', () => {
  it('does not overwrite a stream event with a read that was requested before it', () => {
    const { portfolio } = openBench();
    portfolio.applyBalance(makeBalance('900', { exchangeTimeMs: START_MS }), 20);
    portfolio.applyBalanceList(listingOf([makeBalance('1000')]), 10);
    expect(portfolio.balance()?.available).toBe(parseUsd('900'));
    portfolio.applyBalanceList(listingOf([makeBalance('800')]), 30);
    expect(portfolio.balance()?.available).toBe(parseUsd('800'));
  });

  it("keeps the newer of two values with the exchange's time", () => {
    const { portfolio } = openBench();
    portfolio.applyBalance(makeBalance('900', { exchangeTimeMs: START_MS + 2 }), 20);
    portfolio.applyBalance(makeBalance('950', { exchangeTimeMs: START_MS + 1 }), 21);
    expect(portfolio.balance()?.available).toBe(parseUsd('900'));
    portfolio.applyPosition(makePosition('60', { exchangeTimeMs: START_MS + 2 }), 20);
    portfolio.applyPosition(makePosition('50', { exchangeTimeMs: START_MS + 1 }), 21);
    portfolio.applyPositionList(listingOf([makePosition('40', { exchangeTimeMs: START_MS })]), 30);
    expect(portfolio.position(MARKET, 'yes')?.quantity).toBe(60_000_000);
  });

  it('uses the balance of its own currency only', () => {
    const { portfolio } = openBench();
    portfolio.applyBalanceList(listingOf([makeBalance('5', { currency: 'points' })]), 1);
    portfolio.applyBalance(makeBalance('5', { currency: 'points' }), 1);
    expect(portfolio.balance()).toBeNull();
  });

  it('removes a position that a read omits, unless a later stream event has it', () => {
    const { portfolio } = openBench();
    portfolio.applyPositionList(listingOf([makePosition('50'), makePosition('9', { market: OTHER_MARKET })]), 10);
    portfolio.applyPosition(makePosition('10', { outcome: 'no' }), 25);
    portfolio.applyPositionList(listingOf([makePosition('50')]), 20);
    expect(
      portfolio
        .positions()
        .map((position) => `${position.market} ${position.outcome}`)
        .sort(),
    ).toEqual([`${MARKET} no`, `${MARKET} yes`]);
    expect(portfolio.position(OTHER_MARKET, 'yes')).toBeNull();
  });

  it("keeps positions of two custodies apart, and sells from the wallet's own", () => {
    const { portfolio } = openBench();
    const served = [makePosition('50'), makePosition('5', { custody: 'operator' })];
    portfolio.applyPositionList(listingOf(served), 10);
    expect(portfolio.positions()).toHaveLength(2);
    expect(portfolio.position(MARKET, 'yes')?.quantity).toBe(50_000_000);
    portfolio.applyPositionList(listingOf([...served].reverse()), 20);
    expect(portfolio.position(MARKET, 'yes')?.quantity).toBe(50_000_000);
    expect(portfolio.positions().map((position) => position.custody)).toEqual(['self', 'operator']);
    portfolio.applyPosition(makePosition('40', { custody: '', exchangeTimeMs: START_MS + 1 }), 30);
    expect(portfolio.positions()).toHaveLength(2);
    expect(portfolio.position(MARKET, 'yes')?.quantity).toBe(40_000_000);
  });

  it('applies a read requested long after the stream event, even if a coarser clock dates it earlier', () => {
    const { portfolio } = openBench();
    portfolio.applyPosition(makePosition('50', { exchangeTimeMs: START_MS + 900 }), 10);
    portfolio.applyBalance(makeBalance('900', { exchangeTimeMs: START_MS + 900 }), 10);
    portfolio.applyPositionList(listingOf([makePosition('40', { exchangeTimeMs: START_MS })]), 11);
    expect(portfolio.position(MARKET, 'yes')?.quantity).toBe(50_000_000);
    portfolio.applyPositionList(listingOf([makePosition('40', { exchangeTimeMs: START_MS })]), 30_010);
    expect(portfolio.position(MARKET, 'yes')?.quantity).toBe(40_000_000);
    portfolio.applyBalanceList(listingOf([makeBalance('800', { exchangeTimeMs: START_MS })]), 30_010);
    expect(portfolio.balance()?.available).toBe(parseUsd('800'));
  });

  it('keeps rewards as read', () => {
    const { portfolio } = openBench();
    portfolio.applyRewardList([{ currency: 'usdc', amount: '1.5' }]);
    expect(portfolio.rewards()).toEqual([{ currency: 'usdc', amount: '1.5' }]);
  });

  it('keeps the last balance while its row is unreadable, and marks it', () => {
    const { portfolio } = openBench();
    portfolio.applyBalanceList(listingOf([makeBalance('1000')]), 10);
    portfolio.applyBalanceList(withRows([], [rowOf({ id: 'usdc' })]), 20);
    expect(portfolio.balance()?.available).toBe(parseUsd('1000'));
    expect(portfolio.isBalanceCertain()).toBe(false);
    expect(portfolio.unreadableRows()?.balances).toHaveLength(1);
    portfolio.applyBalanceList(withRows([makeBalance('900')], [rowOf({ id: null })]), 30);
    expect(portfolio.isBalanceCertain()).toBe(true);
    portfolio.applyBalanceList(withRows([], [rowOf({ id: 'points' })]), 40);
    expect(portfolio.isBalanceCertain()).toBe(true);
    portfolio.applyBalanceList(withRows([], [rowOf({ id: null })]), 50);
    expect(portfolio.isBalanceCertain()).toBe(false);
    portfolio.applyBalance(makeBalance('800', { exchangeTimeMs: START_MS }), 60);
    expect(portfolio.isBalanceCertain()).toBe(true);
  });

  it('does not doubt a balance that the stream sent after the unreadable read was requested', () => {
    const { portfolio } = openBench();
    portfolio.applyBalance(makeBalance('900'), 20);
    portfolio.applyBalanceList(withRows([], [rowOf({ id: 'usdc' })]), 10);
    expect(portfolio.isBalanceCertain()).toBe(true);
  });

  it('keeps a position that an unreadable row may be, and marks it until it is read or reported again', () => {
    const { portfolio } = openBench();
    const other = makePosition('9', { market: OTHER_MARKET });
    portfolio.applyPositionList(listingOf([makePosition('50'), other]), 10);
    const bad = rowOf({ market: MARKET, outcome: 'yes' });
    portfolio.applyPositionList(withRows([other], [bad]), 20);
    expect(portfolio.position(MARKET, 'yes')?.quantity).toBe(50_000_000);
    expect(portfolio.unreadableRows()).toMatchObject({
      positions: [bad],
      lastKnown: [{ market: MARKET, outcome: 'yes' }],
    });
    portfolio.applyPosition(makePosition('40'), 30);
    expect(portfolio.unreadableRows()).toBeNull();
    portfolio.applyPositionList(withRows([other], [bad]), 25);
    expect(portfolio.unreadableRows()).toBeNull();
    portfolio.applyPositionList(listingOf([]), 40);
    expect(portfolio.positions()).toEqual([]);
  });

  it('marks no position that the same list has readable, whatever an unnamed row is', () => {
    const { portfolio } = openBench();
    portfolio.applyPositionList(listingOf([makePosition('50'), makePosition('7', { outcome: 'no' })]), 10);
    portfolio.applyPositionList(withRows([makePosition('50')], [rowOf({})]), 20);
    expect(portfolio.unreadableRows()?.lastKnown).toEqual([{ market: MARKET, outcome: 'no' }]);
  });

  it.each([
    ['partial', { ...listingOf([makeFill('1')]), partial: { bound: 'rows', limit: 1, rows: 1 } } as const],
    ['with an unreadable row', withRows([makeFill('1')], [rowOf({ id: '2' })])],
  ])('has no complete ledger while the list of fills is %s', (_, list) => {
    const { portfolio, bench } = openBench();
    portfolio.applyFillList(listingOf([makeFill('1')]));
    expect(portfolio.ledger()).toMatchObject({ isComplete: true, positions: [{ fills: 1 }] });
    const before = bench.changes;
    portfolio.applyFillList(list);
    expect(bench.changes).toBe(before + 1);
    expect(portfolio.ledger()).toMatchObject({ isComplete: false, positions: [{ fills: 1 }] });
    portfolio.applyFillList(listingOf([makeFill('1')]));
    expect(bench.changes).toBe(before + 2);
    expect(portfolio.ledger().isComplete).toBe(true);
  });

  it('forgets unreadable rows with the account', () => {
    const { portfolio } = openBench();
    portfolio.applyPositionList(withRows([], [rowOf({})]), 10);
    portfolio.applyFillList(withRows([], [rowOf({})]));
    portfolio.clear();
    expect(portfolio.unreadableRows()).toBeNull();
  });
});
