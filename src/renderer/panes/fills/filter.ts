/**
 * Filters of one fills pane: market, period and words.
 *
 * Units       Exchange time in ms; a day begins at 00:00 UTC.
 */

import { matchesWords } from '#shared/base/searchWords.ts';
import type { Market } from '#shared/market/market.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { startOfDay } from '#shared/units/time.ts';
import { marketName } from '../../domain/markets/markets.ts';
import { formatSide, formatState } from './model.ts';

export const PERIODS = { all: 'All times', hour: 'Last hour', today: 'Today (UTC)', week: 'Last 7 days' } as const;

export type FillPeriod = keyof typeof PERIODS;

export interface FillFilter {
  readonly period: FillPeriod;
  /** Null: every market. */
  readonly market: MarketId | null;
  /** Words of market, side, state, or an id. */
  readonly text: string;
}

const HOUR_MS = 3_600_000;

export function filterFills(
  fills: readonly Fill[],
  { period, market, text, nowMs }: FillFilter & { readonly nowMs: number },
  markets: readonly Market[],
): readonly Fill[] {
  const fromMs = startOfPeriod(period, nowMs);
  const hasWords = text.trim() !== '';
  if (fromMs === null && market === null && !hasWords) return fills;
  const listed = new Map(hasWords ? markets.map((one) => [one.id, one]) : []);
  return fills.filter(
    (fill) =>
      (market === null || fill.market === market) &&
      (fromMs === null || fill.exchangeTimeMs >= fromMs) &&
      (!hasWords || matchesWords(listTexts(fill, listed.get(fill.market)), text)),
  );
}

function listTexts(fill: Fill, market: Market | undefined): readonly (string | null)[] {
  const names = market ? [marketName(market), market.title, market.eventTitle] : [fill.market];
  return [...names, formatSide(fill), formatState(fill.state), fill.orderId, fill.id];
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

/** '12 fills', of those that are read where older ones follow. */
export function formatCount({ found, hasMore }: { readonly found: number; readonly hasMore: boolean }): string {
  const count = found === 1 ? '1 fill' : `${found} fills`;
  return hasMore ? `${count} of those read` : count;
}
