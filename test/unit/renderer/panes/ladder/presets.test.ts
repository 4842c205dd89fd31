import { describe, expect, it } from 'vitest';
import { DEFAULT_PRESETS, parsePresets, readPresets, sizeOf } from '#renderer/panes/ladder/presets.ts';
import { parseUsd } from '#shared/units/usd.ts';

const facts = {
  direction: 'buy',
  price: null,
  feeRateMicros: 20_000,
  sellable: null,
  available: parseUsd('1000'),
} as const;

describe('size presets of a ladder', () => {
  it('are written as in the ticket, one to six with spaces between', () => {
    expect(parsePresets(' 100  1.5k 2m 50% ')).toEqual({ ok: true, presets: ['100', '1.5k', '2m', '50%'] });
    for (const wrong of ['', '100 abc', '0', '1 2 3 4 5 6 7', '101%', '1000000000000']) {
      expect(parsePresets(wrong).ok, wrong).toBe(false);
    }
    expect(parsePresets('100 abc')).toMatchObject({ hint: expect.stringContaining('“abc”') });
  });

  it('set contracts, or for a per cent an amount that each click converts at its price', () => {
    expect(sizeOf('1.5k', facts)).toEqual({ ok: true, size: { shares: 1_500_000_000, budget: null } });
    expect(sizeOf('50%', facts)).toEqual({
      ok: true,
      size: { shares: null, budget: { amount: parseUsd('500'), withFee: true } },
    });
    expect(sizeOf('50%', { ...facts, available: null }).ok).toBe(false);
  });

  it('of a saved layout are used only if all of them are sizes', () => {
    expect(readPresets(DEFAULT_PRESETS)).toEqual(DEFAULT_PRESETS);
    for (const saved of [null, [], ['abc'], [1], 'x', Array(7).fill('1')]) expect(readPresets(saved)).toBeNull();
  });
});
