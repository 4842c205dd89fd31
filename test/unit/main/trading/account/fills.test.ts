import { describe, expect, it } from 'vitest';
import { createFills } from '#main/trading/account/fills.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { listingOf, makeFill } from '#test/slice/makers.ts';

function openBench() {
  const bench = { changes: 0 };
  const fills = createFills(() => {
    bench.changes += 1;
  });
  return { fills, bench };
}

describe('the fills of the member', () => {
  it('keeps each fill once, newest first, at most five hundred', () => {
    const { fills, bench } = openBench();
    fills.apply(makeFill('1'));
    const added = fills.applyList(listingOf([makeFill('1'), makeFill('2', { exchangeTimeMs: START_MS + 1 })]));
    expect(added.map((fill) => fill.id)).toEqual(['2']);
    expect(fills.newest().map((fill) => fill.id)).toEqual(['2', '1']);
    const before = bench.changes;
    fills.applyList(listingOf([makeFill('1')]));
    expect(bench.changes).toBe(before);
    fills.apply(makeFill('1', { state: 'settled_yes' }));
    expect(fills.newest()[1]?.state).toBe('settled_yes');
    fills.applyList(
      listingOf(Array.from({ length: 600 }, (_, at) => makeFill(`f${at}`, { exchangeTimeMs: START_MS + 10 + at }))),
    );
    expect(fills.newest()).toHaveLength(500);
    expect(fills.newest()[0]?.id).toBe('f599');
  });

  it('lists the fills of one order, oldest first', () => {
    const { fills } = openBench();
    const orderId = parseOrderId('order-of-two');
    fills.apply(makeFill('late', { orderId, exchangeTimeMs: START_MS + 2 }));
    fills.apply(makeFill('other', { exchangeTimeMs: START_MS + 1 }));
    fills.apply(makeFill('early', { orderId, exchangeTimeMs: START_MS }));
    expect(fills.ofOrder(orderId).map((fill) => fill.id)).toEqual(['early', 'late']);
  });

  it('rebuilds the ledger from all fills, and says when they are not all', () => {
    const { fills } = openBench();
    fills.apply(makeFill('0'));
    expect(fills.ledger()).toMatchObject({ isComplete: false, positions: [{ fills: 1 }] });
    fills.applyList(listingOf(Array.from({ length: 600 }, (_, at) => makeFill(`f${at}`))));
    expect(fills.newest()).toHaveLength(500);
    expect(fills.ledger()).toMatchObject({ isComplete: true, positions: [{ fills: 601 }] });
    expect(fills.ledger()).toBe(fills.ledger());
    fills.clear();
    expect(fills.ledger()).toMatchObject({ isComplete: false, positions: [] });
  });

  it('keeps both fills of a self-match, which share an id', () => {
    const { fills } = openBench();
    fills.apply(makeFill('1', { orderId: parseOrderId('7') }));
    fills.apply(makeFill('1', { orderId: parseOrderId('8'), direction: 'sell' }));
    fills.applyList(listingOf([makeFill('1', { orderId: parseOrderId('8'), direction: 'sell' })]));
    expect(fills.newest().map((fill) => fill.orderId)).toEqual(['8', '7']);
  });

  it('counts a fill once when only one of its two reports has the order id', () => {
    const { fills, bench } = openBench();
    fills.apply(makeFill('1', { orderId: null }));
    fills.apply(makeFill('1', { orderId: null }));
    expect(bench.changes).toBe(1);
    fills.applyList(listingOf([makeFill('1')]));
    fills.apply(makeFill('1', { orderId: null }));
    expect(fills.newest().map((fill) => fill.orderId)).toEqual(['7']);
  });

  it('never changes a settled fill back to matched', () => {
    const { fills } = openBench();
    fills.applyList(listingOf([makeFill('1', { state: 'settled_yes' })]));
    fills.apply(makeFill('1', { state: 'active' }));
    expect(fills.newest()[0]?.state).toBe('settled_yes');
  });
});
