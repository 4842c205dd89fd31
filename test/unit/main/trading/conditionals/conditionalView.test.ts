import { expect, it } from 'vitest';
import { buildConditionalsView, buildConditionalView } from '#main/trading/conditionals/conditionalView.ts';
import type { Child, Firing } from '#shared/order/conditional/state.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { levels, MARKET } from '#test/slice/makers.ts';
import { OCA, START, YES } from '#test/unit/shared/order/conditional/makers.ts';
import { ID, makeRun } from './makers.ts';

const CHILD: Child = {
  intentId: 'child-0001' as never,
  step: 1,
  slot: 'stop',
  group: 'stop',
  outcome: YES,
  direction: 'sell',
  price: parsePrice('0.32'),
  shares: parseShares('100'),
  postOnly: false,
  urgency: 'exit',
  requestedAtMs: START,
  changedAtMs: START,
  filled: parseShares('40'),
  life: { at: 'working', orderId: '7' as never },
  cancel: null,
};
const BOOK = {
  market: MARKET,
  epoch: 1,
  sequence: 9,
  provedAtMs: START,
  health: 'live',
  bids: levels(['0.33', '10']),
  asks: [],
} as const;
const FIRING: Firing = {
  atMs: START,
  sinceMs: START - 600,
  isLate: false,
  clockOffsetMs: 0,
  evidence: {
    kind: 'composite',
    parts: [
      { kind: 'book', book: BOOK },
      { kind: 'time', dueMs: START },
    ],
  },
};

it('has the orders, the fills and the evidence without the books', () => {
  const view = buildConditionalView(makeRun({ children: [CHILD], fired: { stop: FIRING }, life: { at: 'working' } }));
  expect(view.filled).toBe(parseShares('40'));
  expect(view.orders).toMatchObject([{ intentId: CHILD.intentId, orderId: '7', isCancelRequested: false }]);
  expect(view.fired).toEqual([
    {
      name: 'stop',
      atMs: START,
      sinceMs: START - 600,
      isLate: false,
      evidence: [
        { kind: 'book', market: MARKET, sequence: 9, isRest: false, bestBid: parsePrice('0.33'), bestAsk: null },
        { kind: 'time', dueMs: START },
      ],
    },
  ]);
});

it('counts what goes on, what the locked keys stop, and what needs an answer', () => {
  const halted = makeRun({ life: { at: 'halted', reason: { code: 'restarted', parameters: {} } } });
  const locked = makeRun({ life: { at: 'waiting', reason: { code: 'locked', parameters: {} } } });
  const done = makeRun({ life: { at: 'done', reason: { code: 'filled', parameters: {} } } });
  const context = { now: () => START, quantityOf: () => null };
  expect(buildConditionalsView([halted, locked, done], [ID], context)).toMatchObject({
    active: 2,
    locked: 1,
    halted: 1,
    unreadable: [ID],
  });
});

it('shows the fills of all legs as a part of the first one', () => {
  const [first, second] = OCA.legs;
  const children = [
    { ...CHILD, direction: 'buy', outcome: first!.outcome, filled: parseShares('20') },
    { ...CHILD, direction: 'buy', outcome: second!.outcome, filled: parseShares('25') },
  ] as const;
  expect(buildConditionalView(makeRun({ children }, OCA)).filled).toBe(parseShares('70'));
});
