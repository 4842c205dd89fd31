import { describe, expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { divide } from '#shared/order/conditional/kinds/offset.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { CLOSE, OFFSET, openBench } from '../makers.ts';

function openOffset(change: object = {}) {
  const bench = openBench({ ...OFFSET, ...change });
  bench.position('0');
  bench.rests(bench.children('parent')[0]);
  const fill = (id: string, shares: string, price = '0.40') =>
    bench.feed({
      kind: 'fill',
      atMs: bench.now(),
      intentId: bench.children('parent')[0]!.intentId,
      fill: { id, price: parsePrice(price), shares: parseShares(shares) },
    });
  /** The order's own figure and the position come as well. */
  const fills = (id: string, shares: string, sum: string, price = '0.40') => {
    bench.position(sum);
    return [...fill(id, shares, price), ...bench.rests(bench.children('parent')[0], sum)];
  };
  const placed = () =>
    bench
      .children()
      .filter(({ slot }) => slot !== 'parent')
      .map(({ slot, shares, price }) => [slot, shares, price]);
  return { ...bench, fill, fills, placed };
}

describe('an offset', () => {
  it('offers a batch that filled in even parts, each so many ticks above the price of its fills', () => {
    const bench = openOffset();
    expect(bench.fills('a', '20', '20', '0.38')).toEqual([]);
    // 20 at 0.38 and 10 at 0.40 cost 0.3867 on average, so 0.39.
    bench.fills('b', '25', '45');
    expect(bench.placed()).toEqual([
      ['offset1.1', parseShares('15'), parsePrice('0.41')],
      ['offset1.2', parseShares('15'), parsePrice('0.43')],
    ]);
  });

  it('counts a fill once, whatever comes again, and no other order’s', () => {
    const bench = openOffset();
    bench.fills('a', '30', '30');
    const before = bench.state();
    bench.fill('a', '30');
    expect(bench.state()).toBe(before);
    bench.feed({
      kind: 'fill',
      atMs: bench.now(),
      intentId: bench.children('offset1.1')[0]!.intentId,
      fill: { id: 'z', price: parsePrice('0.42'), shares: parseShares('15') },
    });
    expect(bench.state()).toBe(before);
    bench.fill('b', '500');
    expect(bench.state().parentFills?.at(-1)?.shares).toBe(parseShares('70'));
  });

  it('offers what is less than a batch at the end of its order, once every fill is named', () => {
    const bench = openOffset();
    bench.fills('a', '10', '10');
    bench.position('12');
    bench.ends(bench.children('parent')[0], 'cancelled', '12');
    expect(bench.state().life).toMatchObject({
      at: 'waiting',
      reason: { code: 'fillsNotRead', parameters: { shares: parseShares('2') } },
    });
    expect(bench.placed()).toEqual([]);
    bench.fill('b', '2');
    expect(bench.placed()).toEqual([
      ['offset1.1', parseShares('6'), parsePrice('0.42')],
      ['offset1.2', parseShares('6'), parsePrice('0.44')],
    ]);
    for (const child of bench.children().slice(1)) bench.ends(child, 'filled', '6');
    expect(bench.state().life).toMatchObject({ at: 'done' });
  });

  it('says that fills are missing once a batch of them is', () => {
    const bench = openOffset();
    bench.rests(bench.children('parent')[0], '20');
    expect(bench.at()).toBe('working');
    bench.rests(bench.children('parent')[0], '30');
    expect(bench.state().life).toMatchObject({ at: 'waiting', reason: { code: 'fillsNotRead' } });
  });

  it('sells no more than is held, and ends without a fill', () => {
    const bench = openOffset({ steps: [2] });
    bench.fill('a', '30');
    expect(bench.placed()).toEqual([]);
    expect(bench.at()).toBe('waiting');
    bench.position('10');
    expect(bench.placed()).toEqual([['offset1.1', parseShares('10'), parsePrice('0.42')]]);
    const empty = openOffset();
    empty.ends(empty.children('parent')[0], 'cancelled', '0');
    expect(empty.state().life).toMatchObject({ at: 'cancelled', reason: { code: 'entryEnded' } });
  });

  it('buys back what a sale filled, some ticks lower, and ends before the close', () => {
    const bench = openOffset({
      direction: 'sell',
      parent: { price: parsePrice('0.40'), postOnly: false },
      batch: parseShares('100'),
    });
    bench.fill('a', '100', '0.41');
    bench.ends(bench.children('parent')[0], 'filled', '100');
    expect(bench.children().slice(1)).toMatchObject([
      { direction: 'buy', price: parsePrice('0.39'), shares: parseShares('50'), urgency: 'entry' },
      { direction: 'buy', price: parsePrice('0.37'), shares: parseShares('50') },
    ]);
    for (const child of bench.children().slice(1)) bench.rests(child);
    bench.feed({ kind: 'clock', atMs: CLOSE - 61_000, offsetMs: 12 });
    expect(bench.feed({ kind: 'time', atMs: CLOSE - 60_000 }).map(({ kind }) => kind)).toEqual(['cancel', 'cancel']);
  });

  it('keeps what rests after a restart, before the market is read again', () => {
    const bench = openOffset();
    bench.fills('a', '30', '30');
    for (const child of bench.children().slice(1)) bench.rests(child);
    bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: true });
    expect(bench.children().flatMap((child) => bench.rests(child, child.slot === 'parent' ? '30' : '0'))).toEqual([]);
    const seller = openOffset({ direction: 'sell' });
    seller.feed({ kind: 'restart', atMs: seller.now(), isProgram: true });
    expect(seller.at()).toBe('halted');
  });

  it('cannot be changed once its order filled a part', () => {
    const bench = openOffset();
    bench.ends(bench.children('parent')[0], 'cancelled', '10');
    const { generation } = bench.state();
    bench.feed({ kind: 'change', atMs: bench.now(), terms: OFFSET });
    expect(bench.state().generation).toBe(generation);
  });
});

it('divides in whole lots, as even as they can be', () => {
  expect(divide(parseShares('10'), 3, DEFAULT_TICK)).toEqual(
    ['3.3333', '3.3333', '3.3334'].map((text) => parseShares(text)),
  );
  expect(divide(parseShares('0.0001'), 2, DEFAULT_TICK)).toEqual([0, parseShares('0.0001')]);
});
