import { expect, it } from 'vitest';
import { KINDS } from '#shared/order/conditional/kinds.ts';
import { applyUpdate, BUDGET_CODE } from '#shared/order/conditional/outcome.ts';
import type { ChildEnd } from '#shared/order/conditional/state.ts';
import { parseShares } from '#shared/units/shares.ts';
import { OCO, openBench } from './makers.ts';

const { state: read, now } = openBench(OCO);
const state = read();

function after(end: ChildEnd, change: Partial<typeof state> = {}) {
  const [child] = state.children;
  return applyUpdate({ ...state, ...change }, KINDS.oco, child!, { at: 'ended', end, filled: parseShares('0') }, now());
}

it('halts on what no retry changes', () => {
  expect(after({ kind: 'absent' }).life).toMatchObject({ at: 'halted', reason: { code: 'orderAbsent' } });
  expect(after({ kind: 'cancelled' }).life).toMatchObject({ at: 'halted', reason: { code: 'orderCancelled' } });
  const [child] = state.children;
  const end = { kind: 'cancelled' } as const;
  const update = { at: 'ended', end, filled: parseShares('1') } as const;
  // Also when the same word tells of a fill.
  expect(applyUpdate(state, KINDS.oco, child!, update, now()).life).toMatchObject({ at: 'halted' });
  expect(after({ kind: 'notSent', codes: ['limit'], retryAtMs: null }).life).toMatchObject({
    at: 'halted',
    reason: { code: 'denied', parameters: { codes: ['limit'] } },
  });
});

it('halts no further once it ends', () => {
  const ending = { code: 'person', parameters: {} } as const;
  expect(after({ kind: 'cancelled' }, { ending }).life.at).not.toBe('halted');
});

it('counts refusals, and not waits for free requests', () => {
  expect(after({ kind: 'notSent', codes: [BUDGET_CODE], retryAtMs: now() + 5 })).toMatchObject({
    retries: 0,
    retryAtMs: now() + 5,
  });
  expect(after({ kind: 'rejected', codes: ['x'], retryAtMs: now() + 5 })).toMatchObject({ retries: 1 });
  expect(after({ kind: 'rejected', codes: ['x'], retryAtMs: now() }, { retries: 5 }).life).toMatchObject({
    reason: { code: 'retriesUsed' },
  });
});
