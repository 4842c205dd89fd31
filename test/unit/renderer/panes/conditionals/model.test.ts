import { describe, expect, it } from 'vitest';
import {
  describeFiring,
  describeHalt,
  describeState,
  formatDeadline,
  formatLife,
  formatOrderId,
  formatProgress,
  leftOf,
  listSteps,
  sortConditionals,
} from '#renderer/panes/conditionals/model.ts';
import type { ConditionalStepView, ConditionalView, FiringView } from '#shared/ipc/conditionals/conditionals.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { ConditionalLife } from '#shared/order/conditional/state.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { conditionalOf, stopTerms } from './facts.ts';

const WAITING: ConditionalLife = { at: 'waiting', reason: { code: 'locked', parameters: {} } };
const HALTED: ConditionalLife = { at: 'halted', reason: { code: 'restarted', parameters: {} } };
const DONE: ConditionalLife = { at: 'done', reason: { code: 'filled', parameters: {} } };

const lifeAt = (atMs: number, life: ConditionalLife): ConditionalStepView => ({ atMs, what: { kind: 'life', life } });

const FIRED: FiringView = {
  name: 'stop',
  atMs: 4_000,
  sinceMs: 3_400,
  isLate: false,
  evidence: [
    {
      kind: 'book',
      market: 'm' as MarketId,
      sequence: 812,
      isRest: false,
      bestBid: parsePrice('0.29'),
      bestAsk: parsePrice('0.31'),
    },
  ],
};

const STEPS: readonly ConditionalStepView[] = [
  lifeAt(1_000, { at: 'armed' }),
  { atMs: 4_000, what: { kind: 'fired', name: 'stop', isLate: false } },
  lifeAt(4_000, { at: 'triggered' }),
  {
    atMs: 4_002,
    what: { kind: 'placed', price: parsePrice('0.3'), shares: parseShares('500'), direction: 'sell' },
  },
  { atMs: 4_050, what: { kind: 'filled', shares: parseShares('500'), of: parseShares('500') } },
  lifeAt(4_050, DONE),
];

describe('conditional orders in a list', () => {
  it('begin with those that need an answer, then those that wait', () => {
    const views: ConditionalView[] = [
      conditionalOf('done', { life: DONE, createdAtMs: 9_000 }),
      conditionalOf('armed', { createdAtMs: 5_000 }),
      conditionalOf('newer', { createdAtMs: 6_000 }),
      conditionalOf('waiting', { life: WAITING }),
      conditionalOf('halted', { life: HALTED }),
    ];
    expect(sortConditionals(views).map(({ id }) => id)).toEqual(['halted', 'waiting', 'newer', 'armed', 'done']);
  });

  it('say why one waits, and since when', () => {
    const view = conditionalOf('1', { life: WAITING, steps: [lifeAt(1_000, { at: 'armed' }), lifeAt(2_500, WAITING)] });
    expect(describeState(view)).toEqual({ text: 'Waiting: the keys are locked', tone: 'loud', sinceMs: 2_500 });
  });

  it('name their orders by number, ended ones by the account’s orders', () => {
    const ended = { intentId: 'i' as IntentId, orderId: null, life: { at: 'ended', end: { kind: 'filled' } } } as const;
    const account = [{ intentId: 'i' as IntentId, orderId: '4711' as OrderId }];
    expect(formatOrderId(ended, account)).toBe('4711');
    expect(formatOrderId(ended, [])).toBe('not known');
    expect(formatOrderId({ ...ended, life: { at: 'requested' } }, [])).toBe('no id yet');
    expect(formatOrderId({ ...ended, orderId: '12' as OrderId }, account)).toBe('12');
  });

  it('say of one that halted what it missed', () => {
    const view = conditionalOf('1', { life: HALTED, missedAtMs: Date.UTC(2026, 0, 1, 12, 0, 0) });
    expect(describeHalt(view)).toMatch(
      /^The program was restarted: this kind asks before it goes on\. It would have triggered on \d+ \w+, \d\d:\d\d:\d\d, while it was not watched\.$/,
    );
    expect(describeState(view).tone).toBe('bad');
    expect(describeHalt(conditionalOf('2'))).toBeNull();
  });
});

describe('the life of one', () => {
  it('is its steps with the time between them', () => {
    expect(formatLife({ steps: STEPS })).toBe(
      'armed · fired 3.0 s · triggered 0 ms · placed sell 500 at 0.30 2 ms · filled 500 of 500 48 ms · done 0 ms',
    );
  });

  it('has the book that fired it beside the step', () => {
    const rows = listSteps({ steps: STEPS, fired: [FIRED] });
    expect(rows[1]).toEqual({
      key: 1,
      atMs: 4_000,
      gap: '3.0 s',
      step: 'Fired',
      detail: 'yes bid 0.29, yes ask 0.31 at sequence 812; true for 600 ms',
    });
    expect(describeFiring({ ...FIRED, sinceMs: 4_000 })).not.toContain('true for');
  });

  it('leaves what is not filled, and ends in time', () => {
    const view = conditionalOf('1', {
      filled: parseShares('200'),
      terms: { ...stopTerms('0.31', '0.30'), goodTillMs: 61_000 },
    });
    expect(leftOf(view)).toBe(300_000_000);
    expect(formatDeadline(view, 1_000)).toBe('in 1 m 00 s');
    expect(formatDeadline({ ...view, life: DONE }, 1_000)).toBe('–');
  });

  it('shows the slices of a TWAP that are done and left, and its end', () => {
    const terms = { ...stopTerms('0.31', '0.30'), kind: 'twap', lengthMs: 600_000, slices: 4 } as never;
    const view = conditionalOf('1', { terms, startedAtMs: 1_000 });
    expect(formatProgress(view, DEFAULT_TICK, 1_000)).toBe('slice 1 of 4 · 3 left');
    expect(formatProgress(view, DEFAULT_TICK, 301_000)).toBe('slice 3 of 4 · 1 left');
    expect(formatProgress(view, DEFAULT_TICK, 900_000)).toBe('slice 4 of 4 · 0 left');
    expect(formatDeadline(view, 301_000)).toBe('in 5 m 00 s');
    expect(formatProgress({ ...view, life: DONE }, DEFAULT_TICK, 301_000)).toBeNull();
    expect(formatProgress(conditionalOf('1', { terms }), DEFAULT_TICK, 1_000)).toBeNull();
  });

  it('shows the live trigger of a trailing stop, and the peak that it follows', () => {
    const terms = { ...stopTerms('0.31', '0.30'), kind: 'trailing', distance: { kind: 'ticks', ticks: 5 } } as never;
    const view = conditionalOf('1', { terms, peak: parsePrice('0.61') });
    expect(formatProgress(view, DEFAULT_TICK, 1_000)).toMatch(/^ask ≤ 0\.56 · .* below 0\.61$/);
    expect(formatProgress({ ...view, peak: null }, DEFAULT_TICK, 1_000)).toBeNull();
  });
});
