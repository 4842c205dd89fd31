import { expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { MAX_SEED } from '#shared/ipc/conditionals/dryRun.ts';
import { daySeed, dayStart } from '#shared/ipc/conditionals/dryRunSchema.ts';
import { makeRequest } from '#test/unit/dryRun/makers.ts';
import { STOP } from '../../order/conditional/makers.ts';

const { start } = makeRequest(STOP, 'falls');

it('passes a start unchanged through the codec', () => {
  expect(dayStart.parse(decodeMessage(encodeMessage(start)))).toEqual(start);
});

it('refuses missing, unknown and out-of-range values', () => {
  const [market] = start.markets;
  for (const change of [
    { startMs: start.startMs + 1 },
    { markets: [] },
    { markets: [{ ...market, price: 5_000 }] },
    { markets: [{ ...market, activity: 'wild' }] },
    { markets: [{ ...market, market: '../x' }] },
    { underlyings: [{ symbol: 'BTC-USD', price: 0 }] },
    { underlyings: [{ symbol: 'a b', price: 1 }] },
    { note: 'x' },
  ])
    expect(dayStart.safeParse({ ...start, ...change }).success, JSON.stringify(change)).toBe(false);
  expect([0, MAX_SEED].every((seed) => daySeed.safeParse(seed).success)).toBe(true);
  expect([-1, 1.5, MAX_SEED + 1].some((seed) => daySeed.safeParse(seed).success)).toBe(false);
});
