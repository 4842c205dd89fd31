import { describe, expect, it } from 'vitest';
import { parsePendingRewards } from '#wire/messages/reward.ts';

describe('pending rewards', () => {
  it('keeps amounts as served, in any of the shapes', () => {
    const reward = [{ currency: 'usdc', amount: '1.2345678' }];
    expect(parsePendingRewards([{ currency: 'USDC', amount: '1.2345678' }])).toEqual(reward);
    expect(parsePendingRewards({ rewards: [{ amount: '1.2345678' }] })).toEqual(reward);
    expect(parsePendingRewards({ pending: '1.2345678' })).toEqual(reward);
    expect(parsePendingRewards({ currency: 'usdc', total: 3 })).toEqual([{ currency: 'usdc', amount: '3' }]);
  });

  it('reads nothing accrued', () => {
    expect(parsePendingRewards([])).toEqual([]);
    expect(parsePendingRewards({})).toEqual([]);
    expect(parsePendingRewards({ pending: [] })).toEqual([]);
  });

  it('refuses what it does not recognise instead of showing nothing', () => {
    expect(() => parsePendingRewards({ foo: 1 })).toThrow('Expected an amount at rewards.amount');
    expect(() => parsePendingRewards('x')).toThrow('pending rewards');
  });
});
