import { describe, expect, it } from 'vitest';
import {
  explainStatus,
  findDoubtfulStatus,
  findOwnStatus,
  formatComparator,
  formatOutcome,
} from '#shared/text/markets/markets.ts';
import { makeMarket } from '#test/slice/makers.ts';

describe('words for markets', () => {
  it('explain the statuses that are known, and no other', () => {
    expect(explainStatus('Active')).toBe('open for trading');
    expect(explainStatus('halted')).toBeNull();
    expect(explainStatus('constructor')).toBeNull();
  });

  it('find the status that casts doubt on a market that trades by its times', () => {
    const find = (status: string, closeAtMs = 2_000) =>
      findDoubtfulStatus(makeMarket({ status, openAtMs: 0, closeAtMs, result: null }), 1_000);
    for (const status of ['', 'active', 'Open', 'live']) expect(find(status)).toBeNull();
    expect(find('disputed')).toBe('disputed');
    // Closed before its time.
    expect(find('closed')).toBe('closed');
    expect(find('closed', 500)).toBeNull();
    expect(find('voided')).toBeNull();
  });

  it('find the exchange’s own word of a market that has ended', () => {
    const find = (status: string) => findOwnStatus({ status });
    for (const status of ['', 'active', 'closed', 'Resolved', 'voided']) expect(find(status)).toBeNull();
    expect(find(' disputed ')).toBe('disputed');
  });

  it('write comparators out, and quote the others', () => {
    expect(['gte', 'less', 'greater_equal'].map(formatComparator)).toEqual(['at or above', 'below', 'at or above']);
    expect(formatComparator('near')).toBe('“near”');
  });

  it('name the outcome that won, a void, and the exchange’s own word', () => {
    const nameOf = (side: string): string => side.toUpperCase();
    expect(formatOutcome(makeMarket({ result: 'no' }), 'resolved', nameOf)).toBe('NO won');
    expect(formatOutcome(makeMarket({ result: '' }), 'voided', nameOf)).toBe('voided');
    expect(formatOutcome(makeMarket({ result: 'draw' }), 'resolved', nameOf)).toBe('draw');
    expect(formatOutcome(makeMarket({ result: null }), 'closed', nameOf)).toBeNull();
  });
});
