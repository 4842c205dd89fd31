import { describe, expect, it } from 'vitest';
import { filterAlerts, filterLog } from '#renderer/panes/alerts/filter.ts';
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import type { AlertView } from '#shared/alerts/view.ts';
import { BTC, priceAbove, termsOf } from '#test/unit/shared/alerts/makers.ts';
import { marketOf } from '../facts.ts';

const NOW = 1_000;
const HILL = marketOf(BTC, { groupItemTitle: 'Hill Alliance' });
const alertOf = (id: string, part: Partial<AlertView>): AlertView =>
  ({
    id,
    terms: termsOf(priceAbove(605_000)),
    status: { at: 'armed', subjects: 1, unwatched: 0 },
    fired: 0,
    lastFiredAtMs: null,
    ...part,
  }) as AlertView;
const ARMED = alertOf('armed', {});
const PAUSED = alertOf('paused', { status: { at: 'paused' } });
const FILL = alertOf('fill', { terms: termsOf({ kind: 'fill' }, { scope: { kind: 'any' } }) });

describe('search of alerts', () => {
  it('finds words of market, condition and state, in any order', () => {
    const find = (query: string) => filterAlerts([ARMED, PAUSED, FILL], query, [HILL], NOW).map(({ id }) => id);
    expect(find('0.605 hill')).toEqual(['armed', 'paused']);
    expect(find('paused')).toEqual(['paused']);
    expect(find('orders')).toEqual(['fill']);
    expect(find('  ')).toEqual(['armed', 'paused', 'fill']);
  });

  it('finds words of what fired and of its note', () => {
    const entry = { seq: 1, alertId: 'a', market: BTC, atMs: 0, repeats: 0, isMuted: true, gap: null };
    const fact = { code: 'spread', parameters: { crosses: 'above', level: 20_000, value: 30_000 } } as const;
    const log: readonly AlertLogEntry[] = [
      { ...entry, fact },
      { ...entry, seq: 2, market: null, fact, isMuted: false },
    ];
    expect(filterLog(log, 'spread muted', [HILL], NOW).map(({ seq }) => seq)).toEqual([1]);
    expect(filterLog(log, 'alliance', [HILL], NOW).map(({ seq }) => seq)).toEqual([1]);
    expect(filterLog(log, 'spread', [HILL], NOW)).toHaveLength(2);
  });
});
