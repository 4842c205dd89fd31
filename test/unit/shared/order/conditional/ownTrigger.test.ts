import { expect, it } from 'vitest';
import { findOwnTrigger, listLeaves, listTriggers } from '#shared/order/conditional/ownTrigger.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import { BASE, OCA, OCO, OFFSET, OTHER_YES, STOP } from './makers.ts';

const beforeClose: Trigger = { kind: 'beforeClose', market: OTHER_YES.market, beforeMs: 1_000 };
const touch: ConditionalTerms = { ...BASE, kind: 'takeProfit', limit: BASE.worst, touch: beforeClose };

it('finds the trigger that sends an order, apart from the one that starts it', () => {
  expect(findOwnTrigger(STOP)).toBe(STOP.trigger);
  expect(findOwnTrigger(OCO)).toBe(OCO.stop.trigger);
  expect(findOwnTrigger(touch)).toBe(beforeClose);
  const none = [{ ...touch, touch: null }, OCA, { ...OFFSET, startsWhen: beforeClose }];
  expect(none.map(findOwnTrigger)).toEqual([null, null, null]);
});

it('lists the triggers of every kind, with the one that starts it', () => {
  expect(listTriggers(touch)).toEqual([beforeClose]);
  expect(listTriggers(OCO)).toEqual([OCO.stop.trigger]);
  expect(listTriggers({ ...touch, touch: null })).toEqual([]);
  expect(listTriggers({ ...STOP, startsWhen: beforeClose })).toEqual([STOP.trigger, beforeClose]);
});

it('lists the single conditions of a trigger, however they are combined', () => {
  const either: Trigger = { kind: 'any', of: [beforeClose, STOP.trigger] };
  expect(listLeaves({ kind: 'all', of: [STOP.trigger, either] })).toEqual([STOP.trigger, beforeClose, STOP.trigger]);
  expect(listLeaves(beforeClose)).toEqual([beforeClose]);
});
