import { describe, expect, it } from 'vitest';
import { KINDS } from '#shared/order/conditional/kinds.ts';
import { START as START_NAME, watchedTriggers } from '#shared/order/conditional/watch.ts';
import { parsePrice } from '#shared/units/price.ts';
import { CALM, LOW, openBench, type Pairs, priceTrigger, STOP } from './makers.ts';

const HIGH: readonly [Pairs, Pairs] = [[['0.45', '100']], [['0.48', '100']]];
const buy = {
  ...STOP,
  direction: 'buy',
  worst: parsePrice('0.52'),
  limit: parsePrice('0.50'),
  trigger: priceTrigger('bid', 'atOrAbove', '0.45'),
} as const;

describe('the trigger of a buy', () => {
  it('does not latch: until its first order is sent it must still be true', () => {
    const bench = openBench(buy);
    const at = () => bench.feed({ kind: 'gates', atMs: bench.now(), gates: { entries: open, exits: open } });
    const open = { at: 'open' } as const;
    bench.book(CALM);
    const [place] = bench.confirm(HIGH);
    expect(place).toMatchObject({ kind: 'place', intent: { direction: 'buy' } });
    bench.child(bench.children()[0], {
      at: 'ended',
      end: { kind: 'notSent', codes: ['budget'], retryAtMs: bench.now() + 2_000 },
      filled: bench.children()[0]!.filled,
    });
    bench.book(CALM);
    expect(bench.state()).toMatchObject({ generation: 2, fired: {} });
    expect([...bench.wait(2_000), ...at()]).toEqual([]);
    expect(bench.confirm(HIGH)).toMatchObject([{ kind: 'place' }]);
  });

  it('is not sent while its data is no price', () => {
    const bench = openBench(buy);
    bench.book(CALM);
    bench.confirm(HIGH);
    bench.child(bench.children()[0], {
      at: 'ended',
      end: { kind: 'notSent', codes: ['budget'], retryAtMs: bench.now() + 6_000 },
      filled: bench.children()[0]!.filled,
    });
    expect(bench.wait(6_000)).toEqual([]);
    expect(bench.state().life).toMatchObject({ at: 'waiting', reason: { code: 'stale' } });
  });
});

it('starts when its condition is true, and watches its own trigger from then on', () => {
  const startsWhen = priceTrigger('bid', 'atOrAbove', '0.45');
  const bench = openBench({ ...STOP, startsWhen });
  expect(Object.keys(watchedTriggers(bench.state(), KINDS.stop))).toEqual([START_NAME]);
  bench.book(CALM);
  bench.confirm(LOW);
  expect(bench.children()).toEqual([]);
  bench.confirm(HIGH);
  expect(Object.keys(watchedTriggers(bench.state(), KINDS.stop))).toEqual(['stop']);
  bench.confirm(LOW);
  expect(bench.children()).toHaveLength(1);
});
