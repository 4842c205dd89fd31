import { describe, expect, it } from 'vitest';
import {
  committedOf,
  filledOf,
  isLive,
  isResting,
  liveIn,
  remainingOf,
  updateChild,
} from '#shared/order/conditional/children.ts';
import type { ChildUpdate } from '#shared/order/conditional/events.ts';
import type { Child } from '#shared/order/conditional/state.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { START, YES } from './makers.ts';

const orderId = parseOrderId('9');
const child: Child = {
  intentId: parseIntentId('intent-1'),
  step: 1,
  slot: 'stop',
  group: 'main',
  outcome: YES,
  direction: 'sell',
  price: parsePrice('0.30'),
  shares: parseShares('100'),
  postOnly: false,
  urgency: 'exit',
  requestedAtMs: START,
  changedAtMs: START,
  filled: parseShares('0'),
  life: { at: 'requested' },
  cancel: null,
};

function run(...updates: ChildUpdate[]): Child {
  return updates.reduce<Child>((state, update) => updateChild(state, update, START), child);
}
const working = (filled: string): ChildUpdate => ({ at: 'working', orderId, filled: parseShares(filled) });
const ended = (kind: 'filled' | 'cancelled' | 'absent', filled: string): ChildUpdate => ({
  at: 'ended',
  end: { kind },
  filled: parseShares(filled),
});

describe('an order of a conditional', () => {
  it('never fills less than before nor more than it is for, whatever order the news come in', () => {
    expect(run(working('30'), working('10')).filled).toBe(parseShares('30'));
    expect(run(working('130')).filled).toBe(parseShares('100'));
    const done = run(ended('cancelled', '40'));
    expect(updateChild(done, working('30'), START)).toBe(done);
  });

  it('stays ended, unless it was only concluded that it never arrived', () => {
    expect(run(ended('cancelled', '0'), working('0')).life.at).toBe('ended');
    expect(run(ended('absent', '0'), working('5')).life).toEqual({ at: 'working', orderId });
    expect(run(ended('absent', '0'), ended('filled', '100'))).toMatchObject({
      filled: parseShares('100'),
      life: { end: { kind: 'filled' } },
    });
  });

  it('is unknown when an answer is lost, until the exchange names it', () => {
    expect(run({ at: 'unknown', filled: parseShares('0') }).life).toEqual({ at: 'unknown', sinceMs: START });
    expect(run({ at: 'unknown', filled: parseShares('0') }, working('0')).life.at).toBe('working');
  });
});

it('sums what is filled, and counts an order without an answer as wholly live', () => {
  const unknown = run({ at: 'unknown', filled: parseShares('10') });
  const over = run(ended('cancelled', '40'));
  const all = [unknown, over];
  expect(filledOf(all)).toBe(parseShares('50'));
  expect(filledOf(all, 'other')).toBe(0);
  expect(committedOf(all, 'main')).toBe(parseShares('140'));
  expect(remainingOf(over)).toBe(parseShares('60'));
  expect(liveIn(all, 'stop')).toEqual([unknown]);
  expect([isLive(unknown), isLive(over), isResting(unknown)]).toEqual([true, false, false]);
});
