import { describe, expect, it } from 'vitest';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { BASE, CALM, CLOSE, LOW, openBench, STOP } from '../makers.ts';

const terms = {
  ...BASE,
  kind: 'bracket',
  direction: 'buy',
  worst: parsePrice('0.45'),
  entry: { price: parsePrice('0.45'), postOnly: false },
  takeProfit: parsePrice('0.60'),
  stop: { trigger: STOP.trigger, limit: parsePrice('0.32'), worst: parsePrice('0.30'), walk: null },
  batch: parseShares('25'),
} as const;

function openBracket(change: object = {}) {
  const bench = openBench({ ...terms, ...change });
  bench.position('0');
  bench.rests(bench.children('entry')[0]);
  bench.book(CALM);
  const buys = (filled: string) => {
    const first = bench.position(filled);
    return [...first, ...bench.rests(bench.children('entry')[0], filled)];
  };
  return { ...bench, buys };
}

describe('a bracket', () => {
  it('takes profit for what the entry filled, from the first part on, in batches', () => {
    const bench = openBracket();
    expect(bench.buys('10')).toEqual([]);
    expect(bench.buys('30')).toMatchObject([
      { kind: 'place', intent: { direction: 'sell', shares: parseShares('30') } },
    ]);
    bench.rests(bench.children('takeProfit')[0]);
    expect(bench.rests(bench.children('entry')[0], '50')).toEqual([]);
    bench.position('50', '20');
    expect(bench.ends(bench.children('entry')[0], 'filled', '100')).toMatchObject([
      { intent: { shares: parseShares('20') } },
    ]);
    expect(bench.children('takeProfit')).toHaveLength(2);
  });

  it('keeps the exits when the entry is cancelled, by whomever', () => {
    const bench = openBracket();
    bench.buys('10');
    expect(bench.ends(bench.children('entry')[0], 'cancelled', '10')).toMatchObject([
      { kind: 'place', intent: { shares: parseShares('10') } },
    ]);
    bench.rests(bench.children('takeProfit')[0]);
    bench.ends(bench.children('takeProfit')[0], 'filled', '10');
    expect(bench.at()).toBe('done');
  });

  it('stops the entry and the take profit before it sells, and sells no more than was bought', () => {
    const bench = openBracket();
    bench.buys('40');
    bench.rests(bench.children('takeProfit')[0]);
    expect(bench.confirm(LOW).map(({ kind }) => kind)).toEqual(['cancel', 'cancel']);
    bench.ends(bench.children('entry')[0], 'cancelled', '60');
    bench.position('60', '20');
    expect(bench.children('stop')).toEqual([]);
    bench.position('50', '50');
    expect(bench.ends(bench.children('takeProfit')[0], 'cancelled', '10')).toMatchObject([
      { intent: { shares: parseShares('50'), price: parsePrice('0.32') } },
    ]);
  });

  it('watches its stop only for what was bought, and ends without a fill', () => {
    const bench = openBracket();
    expect(bench.confirm(LOW)).toEqual([]);
    expect(bench.state().fired).toEqual({});
    bench.ends(bench.children('entry')[0], 'cancelled', '0');
    expect(bench.state().life).toMatchObject({ at: 'cancelled', reason: { code: 'entryEnded' } });
  });

  it('cancels the entry at its deadline and before the close, and stays for the exits', () => {
    for (const [change, atMs] of [
      [{ goodTillMs: CLOSE - 600_000 }, CLOSE - 600_000],
      [{}, CLOSE - 60_000],
    ] as const) {
      const bench = openBracket(change);
      bench.buys('30');
      expect(bench.feed({ kind: 'time', atMs })).toMatchObject([{ kind: 'cancel' }]);
      bench.ends(bench.children('entry')[0], 'cancelled', '30');
      expect(bench.children('takeProfit')).toHaveLength(1);
    }
  });

  it('goes on after a restart, so that what it bought stays protected', () => {
    const bench = openBracket();
    bench.buys('30');
    bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: true });
    expect(bench.at()).toBe('waiting');
  });
});
