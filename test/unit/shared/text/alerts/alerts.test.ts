import { describe, expect, it } from 'vitest';
import {
  formatCondition,
  formatEntryNote,
  formatFact,
  formatNotification,
  formatRepeat,
  formatStatus,
} from '#shared/text/alerts/alerts.ts';
import { priceAbove } from '#test/unit/shared/alerts/makers.ts';

describe('texts of alerts', () => {
  it('says conditions', () => {
    expect(formatCondition(priceAbove(605_000))).toBe('Middle of the book of Yes crosses above 0.605');
    expect(formatCondition({ kind: 'volume', level: 5_000_000_000, windowMs: 60_000 })).toBe(
      '5,000 contracts within 1 minute',
    );
    expect(formatCondition({ kind: 'order', turns: ['rejected', 'unknown'] })).toBe('Order: rejected, unknown');
    expect(formatRepeat(null)).toBe('once');
  });

  it('says states, with why an alert is not watched', () => {
    expect(formatStatus({ at: 'armed', subjects: 3, unwatched: 1 }, 0)).toBe('Armed, 1 of 3 not watched');
    expect(
      formatStatus({ at: 'unwatched', sinceMs: 0, reason: { code: 'book', parameters: { at: 'stale' } } }, 0),
    ).toMatch(/^Not watched since .*: the book is stale$/);
  });

  it('names the day of what happened on another one', () => {
    const [nowMs, beforeMs] = [new Date(2026, 10, 23, 9).getTime(), new Date(2026, 10, 21, 14, 2, 11).getTime()];
    expect(formatStatus({ at: 'fired', atMs: beforeMs }, beforeMs)).toBe('Fired 14:02:11');
    expect(formatStatus({ at: 'fired', atMs: beforeMs }, nowMs)).toBe('Fired 21 Nov, 14:02');
  });

  it('says what fired, its gap and its repeats', () => {
    const fact = { code: 'spread', parameters: { crosses: 'above', level: 20_000, value: 30_000 } } as const;
    expect(formatFact(fact)).toBe('Spread 0.03, above 0.02');
    const entry = { seq: 1, alertId: 'a', market: null, atMs: 0, fact, repeats: 2, isMuted: true };
    expect(formatEntryNote({ ...entry, gap: { fromMs: 0, toMs: 1_000 } }, 0)).toMatch(
      /not watched; 2 more in the pause; muted$/,
    );
    expect(formatEntryNote({ ...entry, gap: null, repeats: 0, isMuted: false }, 0)).toBe('');
  });

  it('has no amount of the account in a notification, unless it is asked for', () => {
    const fact = {
      code: 'fill',
      parameters: { side: 'yes', direction: 'buy', price: 600_000, shares: 5_000_000, atMs: 0 },
    } as const;
    expect(formatNotification(fact, false)).toBe('An order was filled');
    expect(formatNotification(fact, true)).toBe('Filled: buy Yes 5 at 0.60');
    const balance = { code: 'balance', parameters: { level: 5_000_000, value: 4_000_000 } } as const;
    expect(formatNotification(balance, false)).toBe('Free collateral is below its level');
    expect(formatNotification(balance, true)).toBe('Free collateral 4.00, below 5.00');
  });
});
