import { expect, it } from 'vitest';
import type { UnreadableRow } from '#shared/order/account/account.ts';
import {
  isLastKnown,
  isPositionCertain,
  mayBePosition,
  type UnreadableRows,
} from '#shared/order/account/unreadableRows.ts';
import { MARKET, OTHER_MARKET } from '#test/slice/makers.ts';

const YES = { market: MARKET, outcome: 'yes' } as const;
const NO = { market: MARKET, outcome: 'no' } as const;
const ELSEWHERE = { market: OTHER_MARKET, outcome: 'yes' } as const;

function rowOf(change: Partial<UnreadableRow>): UnreadableRow {
  return { id: null, market: null, outcome: null, problem: { path: 'x', expected: 'y', found: 'z' }, ...change };
}

it('matches a row with every position that it does not contradict', () => {
  expect([YES, NO, ELSEWHERE].map((name) => mayBePosition(rowOf({}), name))).toEqual([true, true, true]);
  expect([YES, NO, ELSEWHERE].map((name) => mayBePosition(rowOf({ market: MARKET }), name))).toEqual([
    true,
    true,
    false,
  ]);
  expect([YES, NO, ELSEWHERE].map((name) => mayBePosition(rowOf(NO), name))).toEqual([false, true, false]);
});

it('is certain of a listed position unless it is the last known one, and of an absent one unless a row may be it', () => {
  const rows: UnreadableRows = { balances: [], positions: [rowOf({ market: MARKET })], fills: [], lastKnown: [NO] };
  expect(isLastKnown(rows, NO)).toBe(true);
  expect(isPositionCertain(rows, YES, true)).toBe(true);
  expect(isPositionCertain(rows, NO, true)).toBe(false);
  expect(isPositionCertain(rows, YES, false)).toBe(false);
  expect(isPositionCertain(rows, ELSEWHERE, false)).toBe(true);
  expect(isPositionCertain(null, YES, false)).toBe(true);
});
