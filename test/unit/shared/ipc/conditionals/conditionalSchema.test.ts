import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { conditionalTerms, trigger } from '#shared/ipc/conditionals/conditionalSchema.ts';
import { BASE, OCO, priceTrigger, STOP } from '../../order/conditional/makers.ts';

const level = { price: BASE.worst, shares: BASE.shares };
const SCALE = { ...BASE, kind: 'scale', levels: [level, level], postOnly: true };
const TWAP = {
  ...BASE,
  kind: 'twap',
  lengthMs: 60_000,
  slices: 5,
  minSlice: BASE.shares,
  pricing: 'join',
  atEnd: 'report',
};

describe('the schema of terms', () => {
  it('passes terms unchanged through the codec', () => {
    for (const terms of [STOP, OCO, SCALE, TWAP])
      expect(conditionalTerms.parse(decodeMessage(encodeMessage(terms)))).toEqual(terms);
  });

  it('refuses missing, unknown and out-of-range values', () => {
    for (const change of [
      { limit: 0 },
      { limit: 1_000_000 },
      { shares: 0 },
      { worst: 1.5 },
      { note: 'x' },
      { walk: undefined },
    ])
      expect(conditionalTerms.safeParse({ ...STOP, ...change }).success, JSON.stringify(change)).toBe(false);
    expect(conditionalTerms.safeParse({ ...STOP, kind: 'market' }).success).toBe(false);
    expect(conditionalTerms.safeParse({ ...SCALE, levels: [level] }).success).toBe(false);
    expect(conditionalTerms.safeParse({ ...TWAP, slices: 201 }).success).toBe(false);
  });

  it('combines conditions in one level, two of them at least', () => {
    const leaf = priceTrigger('ask', 'atOrBelow', '0.35');
    expect(trigger.safeParse({ kind: 'all', of: [leaf, leaf] }).success).toBe(true);
    expect(trigger.safeParse({ kind: 'any', of: [leaf] }).success).toBe(false);
    expect(trigger.safeParse({ kind: 'all', of: [leaf, { kind: 'any', of: [leaf, leaf] }] }).success).toBe(false);
  });
});
