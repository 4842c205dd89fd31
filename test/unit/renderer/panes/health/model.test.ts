import { describe, expect, it } from 'vitest';
import {
  describeCounts,
  describeLostFeed,
  groupErrors,
  labelOfError,
  summarizeHealth,
  toneOfBudget,
  toneOfStream,
  usedShare,
} from '#renderer/panes/health/model.ts';
import type { BudgetHealth, HealthError, HealthView, StreamHealth } from '#shared/ipc/health.ts';

const NOW = 1_000_000;

function streamOf(part: Partial<StreamHealth> = {}): StreamHealth {
  return {
    name: 'public',
    at: 'open',
    lastMessageAtMs: NOW,
    gaps: 0,
    reconnects: 0,
    sinceMs: 0,
    retryAtMs: null,
    reason: null,
    ...part,
  };
}

function budgetOf(part: Partial<BudgetHealth> = {}): BudgetHealth {
  return { name: 'relay', used: 0, allowance: 30, windowMs: 300_000, blockedUntilMs: null, ...part };
}

function healthOf(part: Partial<HealthView> = {}): HealthView {
  return {
    clock: null,
    streams: [streamOf()],
    budgets: [budgetOf()],
    errors: [],
    schemaDrift: [],
    framesSkipped: 0,
    orderSpeed: { sinceMs: 0, clickToWire: null, exitToWire: null, wireToAck: null },
    recording: null,
    ...part,
  };
}

describe('streams', () => {
  it('get their tone from the age of the last message when open', () => {
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
    expect(usedShare(budgetOf({ used: 99 }))).toBe(1);
  });
});

describe('errors', () => {
  const errorOf = (atMs: number, code: string, request: string): HealthError => ({
    atMs,
    source: { code: 'placeOrder', parameters: {} },
    error: { code: 'refused', parameters: { request, status: 422, codes: [code] } },
  });

  it('are grouped by code with the text of the latest, the latest group first', () => {
    const groups = groupErrors([errorOf(1, 'A', 'old'), errorOf(5, 'B', 'b'), errorOf(9, 'A', 'new')]);
    expect(groups.map(({ label, count }) => [label, count])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(groups[0]?.text).toBe('Place order: Expected new to succeed, found status 422: a');
  });

  it('are labelled by the status without a code, and by the fault of the transport', () => {
    const parameters = { request: 'GET /x', status: 500, codes: [] };
    expect(labelOfError({ error: { code: 'refused', parameters } })).toBe('status 500');
    const fault = { request: 'GET /x', fault: 'timeout', systemCode: null } as const;
    expect(labelOfError({ error: { code: 'transport', parameters: fault } })).toBe('timeout');
    expect(labelOfError({ error: { code: 'network', parameters: {} } })).toBe('network');
  });
});

describe('overall status', () => {
  it('is the worst of all parts', () => {
    expect(summarizeHealth(null, NOW).tone).toBe('warn');
    expect(summarizeHealth(healthOf(), NOW)).toEqual({ tone: 'good', text: 'all open' });
    expect(summarizeHealth(healthOf({ streams: [streamOf({ at: 'waiting' })] }), NOW).text).toBe('1 stream not open');
    expect(summarizeHealth(healthOf({ budgets: [budgetOf({ blockedUntilMs: NOW + 9 })] }), NOW).text).toBe(
      '1 budget blocked',
    );
    const silent = streamOf({ lastMessageAtMs: NOW - 31_000 });
    expect(summarizeHealth(healthOf({ streams: [silent, streamOf()] }), NOW)).toEqual({
      tone: 'good',
      text: 'all open, 1 silent',
    });
    const note = { code: 'subscribed-message', parameters: {} } as const;
    expect(summarizeHealth(healthOf({ schemaDrift: [{ atMs: NOW, note }] }), NOW).text).toBe('schema drift: 1');
  });
});

it('says that every value is old once main has sent nothing for four seconds', () => {
  expect(describeLostFeed(null, 60_000)).toBeNull();
  expect(describeLostFeed(10_000, 14_000)).toBeNull();
  expect(describeLostFeed(10_000, 22_000)).toBe(
    'Stale: nothing from the main process for 12 s. Every value here is that old.',
  );
});

it('says since when gaps and reconnects are counted, of one stream and of several', () => {
  const at = (sinceMs: number) => streamOf({ sinceMs });
  expect(describeCounts([at(NOW)])).toMatch(/^Gaps and reconnects since [\d:]+, when the streams were opened\.$/);
  expect(describeCounts([at(NOW), at(NOW + 5_000)])).toMatch(/each stream was opened, between [\d:]+ and [\d:]+\.$/);
});
