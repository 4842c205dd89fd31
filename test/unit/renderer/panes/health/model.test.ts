import { describe, expect, it } from 'vitest';
import {
  groupErrors,
  judge,
  tellAllowance,
  toneOfBudget,
  toneOfStream,
  usedPart,
} from '#renderer/panes/health/model.ts';
import type { BudgetHealth, HealthView, StreamHealth } from '#shared/ipc/views.ts';

const NOW = 1_000_000;

function streamOf(part: Partial<StreamHealth> = {}): StreamHealth {
  return {
    name: 'public',
    at: 'open',
    lastMessageAtMs: NOW,
    gaps: 0,
    reconnects: 0,
    retryAtMs: null,
    why: null,
    ...part,
  };
}

function budgetOf(part: Partial<BudgetHealth> = {}): BudgetHealth {
  return { name: 'Relay', used: 0, allowance: 30, windowMs: 300_000, blockedUntilMs: null, ...part };
}

function healthOf(part: Partial<HealthView> = {}): HealthView {
  return {
    clock: null,
    streams: [streamOf()],
    budgets: [budgetOf()],
    errors: [],
    schemaDrift: [],
    framesSkipped: 0,
    ...part,
  };
}

describe('streams', () => {
  it('are judged by the age of data, not by being open', () => {
    expect(toneOfStream(streamOf(), NOW)).toBe('good');
    expect(toneOfStream(streamOf({ lastMessageAtMs: NOW - 31_000 }), NOW)).toBe('warn');
    expect(toneOfStream(streamOf({ at: 'waiting' }), NOW)).toBe('warn');
    expect(toneOfStream(streamOf({ at: 'closed' }), NOW)).toBe('bad');
  });
});

describe('budgets', () => {
  it('warn before they are used up and are bad while blocked', () => {
    expect(toneOfBudget(budgetOf({ used: 10 }), NOW)).toBe('good');
    expect(toneOfBudget(budgetOf({ used: 28 }), NOW)).toBe('warn');
    expect(toneOfBudget(budgetOf({ blockedUntilMs: NOW + 1 }), NOW)).toBe('bad');
    expect(toneOfBudget(budgetOf({ blockedUntilMs: NOW - 1 }), NOW)).toBe('good');
    expect(usedPart(budgetOf({ used: 99 }))).toBe(1);
  });

  it('say their window', () => {
    expect(tellAllowance(budgetOf())).toBe('30 in 5 m');
    expect(tellAllowance(budgetOf({ allowance: 120, windowMs: 60_000 }))).toBe('120 a minute');
  });
});

it('groups errors by code with the latest words, the latest first', () => {
  const error = (atMs: number, code: string, message: string) => ({ atMs, where: 'w', code, message });
  const groups = groupErrors([error(1, 'A', 'old'), error(5, 'B', 'b'), error(9, 'A', 'new')]);
  expect(groups.map((group) => [group.code, group.count, group.message])).toEqual([
    ['A', 2, 'new'],
    ['B', 1, 'b'],
  ]);
});

describe('the verdict', () => {
  it('is the worst of all', () => {
    expect(judge(null, NOW).tone).toBe('warn');
    expect(judge(healthOf(), NOW)).toEqual({ tone: 'good', text: 'all live' });
    expect(judge(healthOf({ streams: [streamOf({ at: 'waiting' })] }), NOW).text).toBe('1 stream not live');
    expect(judge(healthOf({ budgets: [budgetOf({ blockedUntilMs: NOW + 9 })] }), NOW).text).toBe('1 budget blocked');
  });
});
