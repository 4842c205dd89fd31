import { describe, expect, it } from 'vitest';
import { parseRestBalance, parseRestBalances, parseStreamBalance } from '#wire/messages/balance.ts';

const rest = { currency: 'usdc', balance_safe: '10000', locked_safe: '61.24', balance: '0', locked: '0' };
const stream = {
  currency: 'usdc',
  balance: '10000',
  locked: '61.24',
  available: '9938.76',
  updated_at: '2026-01-01T00:00:00Z',
};

describe('balances', () => {
  it('reads the same balance from REST and from the stream', () => {
    const money = { currency: 'usdc', total: 10_000_000_000n, locked: 61_240_000n, available: 9_938_760_000n };
    expect(parseRestBalance(rest)).toEqual({ ...money, exchangeTimeMs: null });
    expect(parseStreamBalance(stream)).toEqual({ ...money, exchangeTimeMs: 1767225600000 });
  });

  it('reads one record or several, and currency codes in any case', () => {
    expect(parseRestBalances(rest)).toHaveLength(1);
    expect(parseRestBalances([rest, { ...rest, currency: 'USDC' }])).toMatchObject([
      { currency: 'usdc' },
      { currency: 'usdc' },
    ]);
  });

  it('reads a custodial record, which has no `_safe` fields', () => {
    expect(parseRestBalance({ currency: 'usdc', balance: '5', locked: '1' })).toMatchObject({
      total: 5_000_000n,
      available: 4_000_000n,
    });
  });

  it('reads the operator-held pool of a custodial member, and of no other', () => {
    const pool = { currency: 'usdc', balance_safe: '0', locked_safe: '0', balance: '5', locked: '1' };
    expect(parseRestBalance(pool, undefined, true)).toMatchObject({ total: 5_000_000n, available: 4_000_000n });
    expect(parseRestBalance(pool)).toMatchObject({ total: 0n });
    expect(parseRestBalance({ ...pool, balance_safe: '7' }, undefined, true)).toMatchObject({ total: 7_000_000n });
    expect(parseRestBalances([pool], undefined, true)).toMatchObject([{ total: 5_000_000n }]);
  });

  it('computes the available amount when the stream has none', () => {
    const { available: _, ...without } = stream;
    expect(parseStreamBalance({ ...without, updated_at: 1767225600 }).available).toBe(9_938_760_000n);
  });

  it('refuses a number as money', () => {
    expect(() => parseRestBalance({ ...rest, balance_safe: 10000 })).toThrow('at balance.balance_safe');
    expect(() => parseStreamBalance({ ...stream, locked: null })).toThrow('at balance.locked');
  });

  it('reads the others beside an unreadable record, and names it by its currency', () => {
    expect(
      parseRestBalances([
        { ...rest, balance_safe: 10000 },
        { ...rest, currency: 'points' },
      ]),
    ).toMatchObject([
      { unreadable: { id: 'usdc' }, error: { path: 'balances[0].balance_safe (usdc)' } },
      { currency: 'points' },
    ]);
    expect(parseRestBalances({ balance_safe: '1' })).toMatchObject([{ unreadable: { id: null } }]);
    expect(() => parseRestBalances('none')).toThrow('a balance or an array of them');
  });
});
