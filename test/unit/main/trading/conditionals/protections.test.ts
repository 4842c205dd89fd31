import { describe, expect, it } from 'vitest';
import { buildProtections } from '#main/trading/conditionals/protections.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { MARKET } from '#test/slice/makers.ts';
import { BASE, START, YES } from '#test/unit/shared/order/conditional/makers.ts';
import { makeRun, openConditionalsBench, STOP } from './makers.ts';

const context = (quantity: string) => ({ now: () => START, quantityOf: () => parseShares(quantity) });

describe('what protects a position', () => {
  it('is a stop that would sell, with the data that it is watched by', () => {
    const bench = openConditionalsBench();
    bench.position = { ...bench.position!, quantity: parseShares('150') };
    bench.arm();
    bench.book('0.40', '0.42');
    const [protection] = bench.conditionals.view().protections;
    expect(protection).toMatchObject({
      outcome: YES,
      quantity: parseShares('150'),
      unprotected: parseShares('50'),
      protectors: [{ kind: 'stop', shares: parseShares('100'), problem: null }],
    });
    expect(protection!.protectors[0]!.sources).toMatchObject([
      { kind: 'book', outcome: { market: MARKET }, problem: null },
    ]);
  });

  it('says what stands in while its book is no price', () => {
    const rest = makeRun({ life: { at: 'armed' } }, { ...STOP, standIn: { kind: 'rest' } });
    const standIn = (run: ReturnType<typeof makeRun>) => {
      const [source] = buildProtections([run], context('100'))[0]!.protectors[0]!.sources;
      return source?.kind === 'book' ? source.standIn : null;
    };
    const life = { at: 'armed' } as const;
    expect(standIn(makeRun({ life }))).toBeNull();
    expect(standIn(rest)).toEqual({ kind: 'rest', provedAtMs: null });
    const tick = { symbol: 'BTC-USD', price: 93_000, exchangeTimeMs: START };
    const known = { ...rest.state.known, ticks: { 'BTC-USD': tick } };
    const below = { kind: 'underlying', symbol: 'BTC-USD', crosses: 'atOrBelow', price: 94_000 } as const;
    expect(standIn(makeRun({ life, known }, { ...STOP, standIn: below }))).toEqual({
      kind: 'underlying',
      symbol: 'BTC-USD',
      provedAtMs: START,
    });
  });

  it('protects nothing while it waits or halted, and says why', () => {
    const halted = makeRun({ life: { at: 'halted', reason: { code: 'restarted', parameters: {} } } });
    expect(buildProtections([halted], context('100'))).toMatchObject([
      { unprotected: parseShares('100'), protectors: [{ problem: { kind: 'halted', reason: { code: 'restarted' } } }] },
    ]);
    const unread = makeRun({ life: { at: 'armed' } });
    expect(buildProtections([unread], context('100'))[0]!.protectors[0]!.problem).toMatchObject({ kind: 'waiting' });
  });

  it('is no take profit, no buy, nothing that ended, and nothing of a position that is gone', () => {
    const done = makeRun({ life: { at: 'done', reason: { code: 'filled', parameters: {} } } });
    const profit = makeRun({}, { ...BASE, kind: 'takeProfit', limit: parsePrice('0.60'), touch: null });
    const buy = makeRun({}, { ...STOP, direction: 'buy' });
    expect(buildProtections([done, profit, buy], context('100'))).toEqual([]);
    expect(buildProtections([makeRun()], { ...context('0'), quantityOf: () => ZERO_SHARES })).toEqual([]);
  });
});
