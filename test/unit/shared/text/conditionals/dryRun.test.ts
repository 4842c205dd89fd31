import { describe, expect, it } from 'vitest';
import { runDryRun } from '#dryRun/runDryRun.ts';
import {
  describeDryRunStep,
  describeOutcome,
  describeTotal,
  formatDryRunNote,
  formatDryRunRefusal,
} from '#shared/text/conditionals/dryRun.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import { EVERY_KIND, makeRequest } from '#test/unit/dryRun/makers.ts';
import { BASE, STOP } from '../../order/conditional/makers.ts';

const TOTAL = {
  outcome: BASE.outcome,
  direction: 'sell',
  filled: parseShares('500'),
  average: parsePrice('0.40'),
  value: toUsd(200_000_000n),
  fees: toUsd(2_400_000n),
  slippage: 10_000,
  reference: 'trigger',
} as const;

describe('the words of a dry run', () => {
  it('say what was sold, at which price and how that compares', () => {
    expect(describeTotal(TOTAL)).toBe('Sold 500 yes at 0.40 on average, fees 2.40, 0.01 worse than the trigger');
    expect(describeTotal({ ...TOTAL, slippage: -10_000, direction: 'buy', reference: 'middleAtStart' })).toBe(
      'Bought 500 yes at 0.40 on average, fees 2.40, 0.01 better than the middle at the start',
    );
    expect(describeTotal({ ...TOTAL, slippage: null, reference: null })).toBe(
      'Sold 500 yes at 0.40 on average, fees 2.40',
    );
  });

  it('say it when nothing was sent, when nothing filled, and what was left', () => {
    const report = runDryRun(makeRequest(STOP, 'falls'));
    const nothing = { ...report, totals: [], steps: report.steps.slice(0, 1) };
    expect(describeOutcome(nothing)[0]).toBe('It would have sent no order');
    expect(describeOutcome({ ...report, totals: [] })[0]).toBe('Its orders were not filled');
    expect(describeOutcome({ ...report, intended: parseShares('900'), totals: [TOTAL] })).toContain(
      '400 of 900 were left',
    );
    expect(describeOutcome(report).at(-1)).toBe('Done');
  });

  it('have a sentence for every step of every kind, refusal and note', () => {
    for (const terms of Object.values(EVERY_KIND)) {
      const { steps } = runDryRun(makeRequest(terms, 'falls', 7, { minutes: 6 }));
      for (const step of steps) expect(describeDryRunStep(step, terms.outcome, String)).toMatch(/^[A-Z].*[^.]$/);
    }
    expect(
      formatDryRunRefusal({ code: 'notArmable', parameters: { reason: { code: 'marketClosed', parameters: {} } } }),
    ).toBe('It could not be armed either: This market no longer trades');
    expect(
      formatDryRunNote({ code: 'holdingAssumed', parameters: { outcome: BASE.outcome, shares: BASE.shares } }),
    ).toContain('100 yes');
  });
});
