import { describe, expect, it } from 'vitest';
import { checkCancelAll, describeCancelAll, formatCancelProgress } from '#renderer/domain/orders/cancelAll.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { PROBLEM } from '#test/slice/makers.ts';
import { custodyOf, orderOf, restingOf, walletOf } from '../../panes/facts.ts';

const ID = '7' as OrderId;

const LISTED = { hasUnreadable: false, isListed: true, tookMs: 240 };

describe('Cancel all', () => {
  it('is possible while only an unreadable order may rest', () => {
    const one = { id: ID, market: null, createdAtMs: null, problem: PROBLEM };
    const done = orderOf({ at: 'done', orderId: ID });
    const live = { at: 'live', orders: [done] } as const;
    expect(checkCancelAll({ ...live, unreadable: [one] }, walletOf()).isPossible).toBe(true);
    expect(checkCancelAll({ ...live, orders: [done, restingOf('8')] }, walletOf()).isPossible).toBe(true);
    expect(checkCancelAll(live, walletOf())).toEqual({ isPossible: false, title: 'No order is open' });
  });

  it('asks the exchange where the terminal does not know what is open', () => {
    const nothing = { at: 'none', orders: [] } as const;
    const locked = (keysInMemory: boolean) => walletOf({ vault: 'locked', custody: custodyOf({ keysInMemory }) });
    expect(checkCancelAll({ ...nothing, at: 'stale' }, walletOf()).isPossible).toBe(true);
    expect(checkCancelAll(nothing, locked(true)).isPossible).toBe(true);
    expect(checkCancelAll(nothing, locked(false))).toMatchObject({
      isPossible: false,
      title: expect.stringMatching(/Unlock/),
    });
    expect(checkCancelAll(nothing, walletOf()).isPossible).toBe(false);
    expect(checkCancelAll(null, null).isPossible).toBe(false);
  });

  it('counts what was confirmed, never what was asked', () => {
    expect(describeCancelAll(succeed({ asked: 3, confirmed: 3, filled: 0, unknown: [], ...LISTED }))).toMatchObject({
      title: '3 of 3 orders cancelled',
      detail: 'None was open any more after 240 ms',
    });
    expect(describeCancelAll(succeed({ asked: 3, confirmed: 2, filled: 0, unknown: ['7'], ...LISTED }))).toMatchObject({
      tone: 'bad',
      title: '1 cancel is not confirmed',
    });
    expect(describeCancelAll(succeed({ asked: 3, confirmed: 3, filled: 1, unknown: [], ...LISTED }))).toMatchObject({
      tone: 'warn',
      title: '2 of 3 orders cancelled',
      detail: '1 had filled before the cancel arrived: check your positions. None was open any more after 240 ms',
    });
    const unlisted = {
      asked: 2,
      confirmed: 2,
      filled: 0,
      unknown: [],
      hasUnreadable: false,
      isListed: false,
      tookMs: 240,
    };
    expect(describeCancelAll(succeed(unlisted))).toMatchObject({
      tone: 'bad',
      title: 'Orders of other clients could not be listed and may rest',
      detail: '2 of 2 known orders were cancelled.',
    });
    const nameless = {
      asked: 0,
      confirmed: 0,
      filled: 0,
      unknown: [],
      hasUnreadable: true,
      isListed: true,
      tookMs: 240,
    };
    expect(describeCancelAll(succeed(nameless)).title).toBe('1 cancel is not confirmed');
    expect(describeCancelAll(succeed({ asked: 0, confirmed: 0, filled: 0, unknown: [], ...LISTED })).title).toBe(
      'No order was open',
    );
  });
});

it('says how many of how many orders have ended', () => {
  expect(formatCancelProgress({ asked: 2_000, ended: 1_234 })).toBe('1,234 of 2,000 orders have ended');
});
