import { expect, it } from 'vitest';
import { buildKind, NO_ORDERS } from '#shared/order/conditional/plan.ts';
import { openBench, START, STOP } from './makers.ts';

it('asks about buys after a restart and ends them before the close, unless a kind says otherwise', () => {
  const kind = buildKind({ triggers: () => ({}), plan: () => NO_ORDERS });
  const sale = openBench(STOP).state();
  const buy = { ...sale, terms: { ...STOP, direction: 'buy' } } as const;
  expect([kind.asksAfterRestart(sale), kind.asksAfterRestart(buy)]).toEqual([false, true]);
  expect([kind.endsBeforeClose(sale), kind.endsBeforeClose(buy)]).toEqual([false, true]);
  expect(kind.deadline({ ...sale, terms: { ...STOP, goodTillMs: START } })).toBe(START);
  expect(buildKind({ ...kind, mayEnd: () => true }).mayEnd('x')).toBe(true);
});
