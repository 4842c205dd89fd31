import { describe, expect, it } from 'vitest';
import { createFills } from '#main/trading/account/fills.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { listingOf, MARKET, makeFill, OTHER_MARKET } from '#test/slice/makers.ts';

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

  it.each([300, 30_000])('steps the ledger of %s fills by a new one, by a late one and by a settlement', (count) => {
    let steps = 0;
    const make = (at: number, change: Partial<Fill> = {}): Fill => {
      const fill = makeFill(`${at}`, { exchangeTimeMs: START_MS + at * 2, orderId: parseOrderId(`o${at}`), ...change });
      const { shares } = fill;
      // The ledger reads the shares of a fill once in each step.
      return Object.defineProperty(fill, 'shares', {
        get: () => {
          steps += 1;
          return shares;
        },
      });
    };
    const { fills } = openBench();
    fills.applyList(listingOf(Array.from({ length: count }, (_, at) => make(count - at))));
    const before = fills.ledger();
    expect(before.positions[0]?.fills).toBe(count);
    const countSteps = (fill: Fill): number => {
      steps = 0;
      fills.apply(fill);
      fills.ledger();
      return steps;
    };
    expect(countSteps(make(count + 1))).toBeLessThan(5);
    expect(countSteps(make(count + 2, { exchangeTimeMs: START_MS + count * 2 - 9 }))).toBeLessThan(1_100);
    expect(countSteps(make(5, { state: 'settled_yes' }))).toBeLessThan(5);
    expect(fills.ledger()).toMatchObject({ isComplete: true, positions: [{ fills: count + 2, settlement: 'yes' }] });
    expect(before.positions[0]).toMatchObject({ fills: count, settlement: null });
  });

  it('answers pages newest first, of a market and a period, and the fills since a time', () => {
    const { fills } = openBench();
    for (let at = 0; at < 30; at += 1) {
      fills.apply(makeFill(`p${at}`, { exchangeTimeMs: START_MS + at, market: at % 3 === 0 ? OTHER_MARKET : MARKET }));
    }
    const every = { fromMs: null, market: null, after: null, limit: 20, isWanted: null };
    const first = fills.page(every);
    expect(first.fills.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => `p${29 - at}`));
    // A fill that arrives meanwhile is not on a later page.
    fills.apply(makeFill('newer', { exchangeTimeMs: START_MS + 99 }));
    const second = fills.page({ ...every, after: first.next });
    expect(second.fills.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `p${9 - at}`));
    expect(second.next).toBeNull();
    expect(fills.page({ ...every, market: OTHER_MARKET }).fills).toHaveLength(10);
    expect(fills.page({ ...every, fromMs: START_MS + 28 }).fills.map(({ id }) => id)).toEqual(['newer', 'p29', 'p28']);
    expect(fills.since(START_MS + 29).map(({ id }) => id)).toEqual(['p29', 'newer']);
  });

  it('keeps a bounded number of fills, the newest, and says that the ledger is not complete', () => {
    const fills = createFills(() => {}, 100);
    fills.applyList(
      listingOf(Array.from({ length: 103 }, (_, at) => makeFill(`${at}`, { exchangeTimeMs: START_MS + at }))),
    );
    expect(fills.all().map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => `${102 - at}`));
    expect(fills.ledger()).toMatchObject({ isComplete: false, positions: [{ fills: 100 }] });
  });

  it('keeps more than twenty thousand fills, and a complete ledger', () => {
    const { fills } = openBench();
    fills.applyList(listingOf(Array.from({ length: 20_001 }, (_, at) => makeFill(`${at}`))));
    expect(fills.ledger()).toMatchObject({ isComplete: true, positions: [{ fills: 20_001 }] });
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
