import { expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { parsePrice } from '#shared/units/price.ts';
import { BASE, CLOSE, openBench, YES } from '../makers.ts';

it('sells before the close, by the close that the exchange has then', () => {
  const bench = openBench({ ...BASE, kind: 'closeBefore', beforeMs: 120_000, limit: parsePrice('0.30'), walk: null });
  const sooner = CLOSE - 600_000;
  const market = { market: YES.market, tick: DEFAULT_TICK, closeAtMs: sooner, isTrading: true };
  bench.feed({ kind: 'market', atMs: bench.now(), market });
  bench.feed({ kind: 'clock', atMs: sooner - 121_000, offsetMs: 12 });
  expect(bench.feed({ kind: 'time', atMs: sooner - 120_001 })).toEqual([]);
  expect(bench.feed({ kind: 'time', atMs: sooner - 120_000 })).toMatchObject([
    { kind: 'place', urgency: 'exit', intent: { direction: 'sell', price: parsePrice('0.30') } },
  ]);
});
