import { expect, it } from 'vitest';
import type { ConditionalLife } from '#shared/order/conditional/state.ts';
import { findLeaving, type LeaveReading } from '#shared/order/leaving.ts';
import type { OrderLife } from '#shared/order/life.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';

const A = 'a' as MarketId;
const B = 'b' as MarketId;
const position = (market: MarketId, outcome: 'yes' | 'no', shares: string) => ({
  market,
  outcome,
  quantity: parseShares(shares),
});
const conditional = (at: ConditionalLife['at']) => ({
  life: (['armed', 'triggered', 'working', 'draft'].includes(at)
    ? { at }
    : { at, reason: { code: 'person', parameters: {} } }) as ConditionalLife,
});
const order = (at: OrderLife['at']) => ({ life: { at, orderId: '1' as OrderId } as OrderLife });
const NOTHING: LeaveReading = {
  positions: [],
  orders: [],
  conditionals: [],
  preparedUntilMs: null,
  isDecided: () => false,
};

it('finds nothing to say without a position and without a watched conditional order', () => {
  expect(findLeaving('lock', NOTHING)).toBeNull();
  const calm: LeaveReading = {
    ...NOTHING,
    orders: [order('resting')],
    positions: [position(A, 'yes', '5'), position(A, 'no', '5'), position(B, 'yes', '0')],
    conditionals: (['draft', 'halted', 'done', 'partial', 'cancelled', 'expired', 'ended'] as const).map(conditional),
    preparedUntilMs: 1,
  };
  expect(findLeaving('close', calm)).toBeNull();
});

it('nets the outcomes of a market over every custody, the largest first, and leaves out a decided market', () => {
  const positions = [
    position(A, 'yes', '2'),
    position(B, 'no', '9'),
    position(A, 'yes', '3'),
    position(A, 'no', '1'),
    position('c' as MarketId, 'yes', '100'),
  ];
  const leaving = findLeaving('lock', { ...NOTHING, positions, isDecided: (market) => market === 'c' });
  expect(leaving?.positions).toEqual([
    { market: B, side: 'no', shares: parseShares('9') },
    { market: A, side: 'yes', shares: parseShares('4') },
  ]);
});

it('counts conditional orders that are watched, also those that wait, without any position', () => {
  const conditionals = (['armed', 'waiting', 'triggered', 'working', 'halted', 'done'] as const).map(conditional);
  expect(findLeaving('close', { ...NOTHING, conditionals })).toMatchObject({ conditionals: 4, positions: [] });
});

it('says what ends and what goes on; prepared exits only behind a lock', () => {
  const reading: LeaveReading = {
    ...NOTHING,
    conditionals: [conditional('armed')],
    exits: [{ endedAtMs: null }, { endedAtMs: 7 }],
    orders: (['resting', 'resting', 'unknown', 'cancelling', 'sent', 'done', 'rejected'] as const).map(order),
    preparedUntilMs: 99,
  };
  const counts = { exits: 1, resting: 2, unknown: 3 };
  expect(findLeaving('lock', reading)).toMatchObject({ act: 'lock', ...counts, preparedUntilMs: 99 });
  expect(findLeaving('close', reading)).toMatchObject({ act: 'close', ...counts, preparedUntilMs: null });
});
