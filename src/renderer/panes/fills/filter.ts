/**
 * Filters of one fills pane: market and period.
 *
 * Units       Exchange time in ms; a day begins at 00:00 UTC.
 */
import type { Fill } from '#shared/order/account/account.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { startOfDay } from '#shared/units/time.ts';

export const PERIODS = { all: 'All times', hour: 'Last hour', today: 'Today (UTC)', week: 'Last 7 days' } as const;

export type FillPeriod = keyof typeof PERIODS;

export interface FillFilter {
  readonly period: FillPeriod;
  /** Null: every market. */
  readonly market: MarketId | null;
}

const HOUR_MS = 3_600_000;

export function filterFills(
  fills: readonly Fill[],
  { period, market, nowMs }: FillFilter & { readonly nowMs: number },
): readonly Fill[] {
  const fromMs = startOfPeriod(period, nowMs);
  if (fromMs === null && market === null) return fills;
  return fills.filter((fill) => {
    return (market === null || fill.market === market) && (fromMs === null || fill.exchangeTimeMs >= fromMs);
  });
}

/** Null for all times. */
export function startOfPeriod(period: FillPeriod, nowMs: number): number | null {
  switch (period) {
    case 'all':
      return null;
    case 'hour':
      return nowMs - HOUR_MS;
    case 'today':
      return startOfDay(nowMs);
    case 'week':
      return nowMs - 7 * 24 * HOUR_MS;
  }
}

/** 'the newest 200 of 900 fills' where not all fit. */
export function formatCount({ visible, found }: { readonly visible: number; readonly found: number }): string {
  return visible < found ? `the newest ${visible} of ${found} fills` : found === 1 ? '1 fill' : `${found} fills`;
}
