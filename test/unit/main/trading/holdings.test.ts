import { describe, expect, it } from 'vitest';
import { openHoldings } from '#main/trading/holdings.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeBalance, makeFill, makePosition, OTHER_MARKET } from '#test/slice/makers.ts';

function openBench() {
  const bench = { changes: 0 };
  const holdings = openHoldings('usdc', () => {
    bench.changes += 1;
  });
  return { holdings, bench };
}

describe('holdings', () => {
  it('does not let a read that was asked earlier overwrite the stream', () => {
    const { holdings } = openBench();
    holdings.hearBalance(makeBalance('900', { exchangeTimeMs: START_MS }), 20);
    holdings.readBalances([makeBalance('1000')], 10);
    expect(holdings.balance()?.available).toBe(parseUsd('900'));
    holdings.readBalances([makeBalance('800')], 30);
    expect(holdings.balance()?.available).toBe(parseUsd('800'));
  });

  it('lets the newer of two words with the exchange’s time win', () => {
    const { holdings } = openBench();
    holdings.hearBalance(makeBalance('900', { exchangeTimeMs: START_MS + 2 }), 20);
    holdings.hearBalance(makeBalance('950', { exchangeTimeMs: START_MS + 1 }), 21);
    expect(holdings.balance()?.available).toBe(parseUsd('900'));
    holdings.hearPosition(makePosition('60', { exchangeTimeMs: START_MS + 2 }), 20);
    holdings.hearPosition(makePosition('50', { exchangeTimeMs: START_MS + 1 }), 21);
    holdings.readPositions([makePosition('40', { exchangeTimeMs: START_MS })], 30);
    expect(holdings.position(MARKET, 'yes')?.quantity).toBe(60_000_000);
  });

  it('takes the balance of its own currency only', () => {
    const { holdings } = openBench();
    holdings.readBalances([makeBalance('5', { currency: 'points' })], 1);
    holdings.hearBalance(makeBalance('5', { currency: 'points' }), 1);
    expect(holdings.balance()).toBeNull();
  });

  it('forgets a position that a read no longer shows, unless the stream spoke of it since', () => {
    const { holdings } = openBench();
    holdings.readPositions([makePosition('50'), makePosition('9', { market: OTHER_MARKET })], 10);
    holdings.hearPosition(makePosition('10', { outcome: 'no' }), 25);
    holdings.readPositions([makePosition('50')], 20);
    expect(
      holdings
        .positions()
        .map((position) => `${position.market} ${position.outcome}`)
        .sort(),
    ).toEqual([`${MARKET} no`, `${MARKET} yes`]);
    expect(holdings.position(OTHER_MARKET, 'yes')).toBeNull();
  });

  it('keeps each fill once, newest first, at most five hundred', () => {
    const { holdings, bench } = openBench();
    holdings.hearFill(makeFill('1'));
    holdings.readFills([makeFill('1'), makeFill('2', { exchangeTimeMs: START_MS + 1 })]);
    expect(holdings.fills().map((fill) => fill.id)).toEqual(['2', '1']);
    const before = bench.changes;
    holdings.readFills([makeFill('1')]);
    expect(bench.changes).toBe(before);
    holdings.hearFill(makeFill('1', { state: 'settled_yes' }));
    expect(holdings.fills()[1]?.state).toBe('settled_yes');
    holdings.readFills(
      Array.from({ length: 600 }, (_, at) => makeFill(`f${at}`, { exchangeTimeMs: START_MS + 10 + at })),
    );
    expect(holdings.fills()).toHaveLength(500);
    expect(holdings.fills()[0]?.id).toBe('f599');
  });

  it('keeps both fills of a match with oneself, which have one id', () => {
    const { holdings } = openBench();
    holdings.hearFill(makeFill('1', { orderId: parseOrderId('7') }));
    holdings.hearFill(makeFill('1', { orderId: parseOrderId('8'), direction: 'sell' }));
    holdings.readFills([makeFill('1', { orderId: parseOrderId('8'), direction: 'sell' })]);
    expect(holdings.fills().map((fill) => fill.orderId)).toEqual(['8', '7']);
  });

  it('counts a fill once when only one of its two words names the order', () => {
    const { holdings, bench } = openBench();
    holdings.hearFill(makeFill('1', { orderId: null }));
    holdings.hearFill(makeFill('1', { orderId: null }));
    expect(bench.changes).toBe(1);
    holdings.readFills([makeFill('1')]);
    holdings.hearFill(makeFill('1', { orderId: null }));
    expect(holdings.fills().map((fill) => fill.orderId)).toEqual(['7']);
  });

  it('does not let a settled fill become a matched one again', () => {
    const { holdings } = openBench();
    holdings.readFills([makeFill('1', { state: 'settled_yes' })]);
    holdings.hearFill(makeFill('1', { state: 'active' }));
    expect(holdings.fills()[0]?.state).toBe('settled_yes');
  });

  it('keeps holdings of two custodies apart, and sells from the wallet’s own', () => {
    const { holdings } = openBench();
    const served = [makePosition('50'), makePosition('5', { custody: 'operator' })];
    holdings.readPositions(served, 10);
    expect(holdings.positions()).toHaveLength(2);
    expect(holdings.position(MARKET, 'yes')?.quantity).toBe(50_000_000);
    holdings.readPositions([...served].reverse(), 20);
    expect(holdings.position(MARKET, 'yes')?.quantity).toBe(50_000_000);
    expect(holdings.positions().map((position) => position.custody)).toEqual(['self', 'operator']);
    holdings.hearPosition(makePosition('40', { custody: '', exchangeTimeMs: START_MS + 1 }), 30);
    expect(holdings.positions()).toHaveLength(2);
    expect(holdings.position(MARKET, 'yes')?.quantity).toBe(40_000_000);
  });

  it('believes a read asked long after the stream, even one that a coarser clock dates earlier', () => {
    const { holdings } = openBench();
    holdings.hearPosition(makePosition('50', { exchangeTimeMs: START_MS + 900 }), 10);
    holdings.hearBalance(makeBalance('900', { exchangeTimeMs: START_MS + 900 }), 10);
    holdings.readPositions([makePosition('40', { exchangeTimeMs: START_MS })], 11);
    expect(holdings.position(MARKET, 'yes')?.quantity).toBe(50_000_000);
    holdings.readPositions([makePosition('40', { exchangeTimeMs: START_MS })], 30_010);
    expect(holdings.position(MARKET, 'yes')?.quantity).toBe(40_000_000);
    holdings.readBalances([makeBalance('800', { exchangeTimeMs: START_MS })], 30_010);
    expect(holdings.balance()?.available).toBe(parseUsd('800'));
  });

  it('keeps rewards as they were read', () => {
    const { holdings } = openBench();
    holdings.readRewards([{ currency: 'usdc', amount: '1.5' }]);
    expect(holdings.rewards()).toEqual([{ currency: 'usdc', amount: '1.5' }]);
  });
});
