import { describe, expect, it } from 'vitest';
import { parsePendingRewards } from '#wire/messages/reward.ts';

describe('pending rewards', () => {
  it('keeps amounts as text, in each of the shapes', () => {
    const reward = [{ currency: 'usdc', amount: '1.2345678' }];
    expect(parsePendingRewards([{ currency: 'USDC', amount: '1.2345678' }])).toEqual(reward);
    expect(parsePendingRewards({ rewards: [{ amount: '1.2345678' }] })).toEqual(reward);
    expect(parsePendingRewards({ pending: '1.2345678' })).toEqual(reward);
    expect(parsePendingRewards({ currency: 'usdc', total: 3 })).toEqual([{ currency: 'usdc', amount: '3' }]);
  });

  it('reads an empty list of rewards', () => {
    expect(parsePendingRewards([])).toEqual([]);
    expect(parsePendingRewards({})).toEqual([]);
    expect(parsePendingRewards({ pending: [] })).toEqual([]);
  });

  it('throws for an unknown shape instead of returning an empty list', () => {
    expect(() => parsePendingRewards({ foo: 1 })).toThrow('Expected an amount at rewards.amount');
    expect(() => parsePendingRewards('x')).toThrow('pending rewards');
  });
});
