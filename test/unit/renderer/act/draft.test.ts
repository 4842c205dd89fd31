import { beforeEach, expect, it } from 'vitest';
import { changeDraft, draftPrice, draftStore, dropDraft, NEW_DRAFT } from '#renderer/act/draft.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';

const A = 'market-a' as MarketId;
const B = 'market-b' as MarketId;
const price = { market: A, value: 600_000 as Price };

beforeEach(() => {
  for (const key of ['blue', 'green', 'pane:ladder-2']) dropDraft(key);
});

it('keeps one draft per link', () => {
  changeDraft('blue', { price, direction: 'sell' });
  expect(draftStore('blue').getState()).toMatchObject({ price, direction: 'sell' });
  expect(draftStore('green').getState()).toEqual(NEW_DRAFT);
});

it('shows a price only for the market it was set for', () => {
  expect(draftPrice({ ...NEW_DRAFT, price }, A)).toBe(600_000);
  expect(draftPrice({ ...NEW_DRAFT, price }, B)).toBeNull();
  expect(draftPrice({ ...NEW_DRAFT, price }, null)).toBeNull();
  expect(draftPrice(NEW_DRAFT, A)).toBeNull();
});

it('starts from the defaults after it was dropped', () => {
  changeDraft('pane:ladder-2', { price });
  dropDraft('pane:ladder-2');
  expect(draftStore('pane:ladder-2').getState()).toEqual(NEW_DRAFT);
});
