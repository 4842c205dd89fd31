/**
 * Results of an export: the fills of a period by market, and the exposure of each market with its named results.
 *
 * Invariants  Pure. The exposures are those of the panes: the same name is the same figure to the millionth at the same instant.
 * Source      docs/export.md#results
 */

import type { Fill } from '#shared/order/account/account.ts';
import { buildLedger } from '#shared/order/account/ledger.ts';
import { type Exposure, type ExposureSum, sumExposures } from '#shared/order/exposure/exposure.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';

/** What the fills of a period made: no fill states a merge, a split or a redemption, so none of them is in it. */
export interface PeriodResult {
  /** After all fees of the fills, as the days of the P&L pane. */
  readonly realized: Usd;
  readonly fees: Usd;
  readonly fills: number;
}

export interface ExportedResult {
  readonly exposure: Exposure;
  readonly period: PeriodResult;
}

export interface ExportedResults {
  readonly rows: readonly ExportedResult[];
  /** Of the rows. */
  readonly sum: ExposureSum;
}

export interface ResultPeriod {
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Null: every market. */
  readonly market: MarketId | null;
}

/** Markets with a fill in the period; without bounds also those with a position alone. */
export function listResults(
  exposures: readonly Exposure[],
  fills: readonly Fill[],
  { fromMs, toMs, market }: ResultPeriod,
): ExportedResults {
  const before = readPeriods(fromMs === null ? [] : fills.filter(({ exchangeTimeMs }) => exchangeTimeMs < fromMs));
  const atEnd = readPeriods(fills.filter(({ exchangeTimeMs }) => toMs === null || exchangeTimeMs < toMs));
  const rows = exposures
    .filter((exposure) => market === null || exposure.market === market)
    .map((exposure) => ({
      exposure,
      period: subtract(atEnd.get(exposure.market) ?? NOTHING, before.get(exposure.market) ?? NOTHING),
    }))
    .filter(({ period }) => period.fills > 0 || (fromMs === null && toMs === null));
  return { rows, sum: sumExposures(rows.map(({ exposure }) => exposure)) };
}

const NOTHING: PeriodResult = { realized: toUsd(0n), fees: toUsd(0n), fills: 0 };

function readPeriods(fills: readonly Fill[]): ReadonlyMap<MarketId, PeriodResult> {
  const periods = new Map<MarketId, PeriodResult>();
  for (const line of buildLedger(fills).positions) {
    const own = periods.get(line.market) ?? NOTHING;
    periods.set(line.market, {
      realized: toUsd(own.realized + line.realized - line.fees),
      fees: toUsd(own.fees + line.fees),
      fills: own.fills + line.fills,
    });
  }
  return periods;
}

function subtract(end: PeriodResult, start: PeriodResult): PeriodResult {
  return {
    realized: toUsd(end.realized - start.realized),
    fees: toUsd(end.fees - start.fees),
    fills: end.fills - start.fills,
  };
}
