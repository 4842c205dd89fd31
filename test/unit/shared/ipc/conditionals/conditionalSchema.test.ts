import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { conditionalTerms, storedTerms, trigger } from '#shared/ipc/conditionals/conditionalSchema.ts';
import { movesOf } from '#shared/order/conditional/kinds/chase.ts';
import { KIND_NAMES } from '#shared/order/conditional/terms.ts';
import PROBED from '#test/fixtures/schemas/conditionalTerms.json' with { type: 'json' };
import { sampleTerms } from '../../../../../tools/samples/conditionalTerms.ts';
import { BASE, CHASE, OCO, priceTrigger, STOP } from '../../order/conditional/makers.ts';
import { probeSchema } from '../probe.ts';

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

  it.each(KIND_NAMES)('accepts a sample of %s that follows from its declaration', (kind) => {
    const sample = sampleTerms(kind, BASE);
    expect(conditionalTerms.parse(sample)).toEqual(sample);
  });

  it('combines conditions in one level, two of them at least', () => {
    const leaf = priceTrigger('ask', 'atOrBelow', '0.35');
    expect(trigger.safeParse({ kind: 'all', of: [leaf, leaf] }).success).toBe(true);
    expect(trigger.safeParse({ kind: 'any', of: [leaf] }).success).toBe(false);
    expect(trigger.safeParse({ kind: 'all', of: [leaf, { kind: 'any', of: [leaf, leaf] }] }).success).toBe(false);
  });

  it.each(Object.entries(PROBED))('keeps the bounds of %s', (_name, { sample, accepted }) => {
    expect(probeSchema(sample, (value) => conditionalTerms.safeParse(value).success)).toEqual(accepted);
  });

  it('reads a chase that was stored with 1,000 moves, and takes at most 500 from a page', () => {
    const stored = { ...CHASE, maxMoves: 1_000 };
    expect(storedTerms.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    expect(movesOf(stored)).toBe(500);
    expect(conditionalTerms.safeParse(stored).success).toBe(false);
    expect(storedTerms.safeParse({ ...CHASE, maxMoves: 1_001 }).success).toBe(false);
  });
});
