import { expect, it } from 'vitest';
import { NO_CONDITIONALS } from '#main/trading/conditionals/noConditionals.ts';
import { MARKET, SAFE } from '#test/slice/makers.ts';
import { ID, STOP } from './makers.ts';

it('lists no market and stores nothing', async () => {
  const { markets, store } = NO_CONDITIONALS;
  expect([markets.hasListed(MARKET), markets.book(MARKET), store.load(SAFE)]).toEqual([false, null, []]);
  expect(await markets.listMinutes(MARKET, 1)).toEqual([]);
  const entry = { kind: 'created', id: ID, atMs: 0, terms: STOP } as const;
  expect(() => store.append(SAFE, { entry, after: '' })).toThrow('found none');
});
