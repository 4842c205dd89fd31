import { describe, expect, it } from 'vitest';
import {
  buildRow,
  describeStop,
  GROUPS,
  listEvents,
  needsPassword,
  parseTyped,
  typedText,
} from '#renderer/panes/risk/model.ts';
import { DEFAULT_RISK_LIMITS, LIMIT_NAMES } from '#shared/order/risk/limits.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeMarket } from '#test/slice/makers.ts';
import { makeRiskState } from '#test/slice/riskMakers.ts';

it('shows every limit once', () => {
  expect(GROUPS.flatMap(({ limits }) => limits).sort()).toEqual([...LIMIT_NAMES].sort());
});

describe('a row', () => {
  it('has the present use, the limit and their share', () => {
    expect(buildRow('openNotional', makeRiskState())).toEqual({
      limit: 'openNotional',
      use: '25.00',
      value: '25,000.00',
      share: 0.001,
      tone: 'good',
    });
    expect(buildRow('exitBudget', makeRiskState({ orderBudget: { used: 60, allowance: 120 } }))).toMatchObject({
      use: '50% free',
      value: '25%',
      share: 0.5,
      tone: 'good',
    });
    expect(buildRow('orderCost', makeRiskState())).toMatchObject({ use: null, share: null });
  });

  it('warns near the limit, and says when it is used up', () => {
    const limits = (openNotional: bigint) => ({ limits: { ...DEFAULT_RISK_LIMITS, openNotional } });
    expect(buildRow('openNotional', makeRiskState(limits(parseUsd('30'))))).toMatchObject({ tone: 'warn' });
    expect(buildRow('openNotional', makeRiskState(limits(parseUsd('25'))))).toMatchObject({ tone: 'bad', share: 1 });
    expect(buildRow('openNotional', makeRiskState(limits(0n)))).toMatchObject({ tone: 'bad', share: 1 });
  });
});

it('says when the loss stop sends only exits, and when the loss is not known', () => {
  expect(describeStop(makeRiskState())).toEqual({ tone: 'good', text: 'lost today 0.00' });
  const limits = { ...DEFAULT_RISK_LIMITS, dayLoss: 0n };
  expect(describeStop(makeRiskState({ limits }))).toEqual({ tone: 'bad', text: 'loss stop: only exits are sent' });
  expect(describeStop(makeRiskState({ baseline: null })).tone).toBe('warn');
});

it('shows no possible loss of a market that is decided', () => {
  const state = makeRiskState({ market: (id) => makeMarket({ id, result: 'no' }) });
  for (const limit of ['marketLoss', 'eventLoss', 'openNotional'] as const) {
    expect([limit, buildRow(limit, state).use]).toEqual([limit, '0.00']);
    expect([limit, buildRow(limit, makeRiskState()).use]).toEqual([limit, '25.00']);
  }
});

it('lists events in which something is open, and marked ones', () => {
  expect(listEvents(makeRiskState({ exclusiveEvents: [9] }))).toEqual([1, 9]);
});

describe('a typed limit', () => {
  it('is what the field showed', () => {
    for (const limit of LIMIT_NAMES) {
      const value = DEFAULT_RISK_LIMITS[limit];
      expect([limit, parseTyped(limit, typedText(limit, value))]).toEqual([limit, value]);
    }
    expect(parseTyped('orderCost', '2,500.50')).toBe(parseUsd('2500.5'));
    expect(parseTyped('timeToClose', '7.5')).toBe(7_500n);
  });

  it('is refused outside its bounds and grain', () => {
    for (const [limit, text] of [
      ['orderCost', '1000000.01'],
      ['orderCost', '-1'],
      ['orderCost', 'x'],
      ['restingOrders', '1.5'],
      ['timeToClose', '0.0001'],
      ['uncheckedBook', '2'],
    ] as const) {
      expect([text, parseTyped(limit, text)]).toEqual([text, null]);
    }
  });

  it('needs the password only where it lets more orders through', () => {
    expect(needsPassword('orderCost', DEFAULT_RISK_LIMITS, parseUsd('6000'))).toBe(true);
    expect(needsPassword('orderCost', DEFAULT_RISK_LIMITS, parseUsd('4000'))).toBe(false);
    expect(needsPassword('exitBudget', DEFAULT_RISK_LIMITS, 10n)).toBe(true);
    expect(needsPassword('exitBudget', DEFAULT_RISK_LIMITS, null)).toBe(false);
  });
});
